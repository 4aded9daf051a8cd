import { type Kysely, sql } from 'kysely';

/**
 * The second factor of a sign-in: keys of authenticator apps, passkeys, recovery codes, started sign-ins, and whether an
 * admin requires one of everyone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column passkey_handle uuid not null default gen_random_uuid()`.execute(db);
  await sql`
    create table totp_keys (
      user_id bigint primary key references users (id) on delete cascade,
      key text not null,
      last_step bigint not null default 0,
      confirmed_at timestamptz,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create table recovery_codes (
      id bigint generated always as identity primary key,
      user_id bigint not null references users (id) on delete cascade,
      code_hash text not null,
      unique (user_id, code_hash)
    )`.execute(db);
  await sql`
    create table passkeys (
      id bigint generated always as identity primary key,
      user_id bigint not null references users (id) on delete cascade,
      credential_id text not null unique,
      public_key text not null,
      counter bigint not null,
      transports jsonb not null default '[]',
      name text not null,
      created_at timestamptz not null default now(),
      last_used_at timestamptz
    )`.execute(db);
  await sql`create index passkeys_by_user on passkeys (user_id, id)`.execute(db);
  await sql`
    create table sign_in_steps (
      token_hash text primary key,
      purpose text not null,
      user_id bigint references users (id) on delete cascade,
      session_id bigint references sessions (id) on delete cascade,
      challenge text,
      attempts integer not null default 0,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index sign_in_steps_by_user on sign_in_steps (user_id)`.execute(db);
  await sql`create index sign_in_steps_by_session on sign_in_steps (session_id)`.execute(db);
  await sql`
    create table security_settings (
      id boolean primary key default true check (id),
      second_factor_required_since timestamptz
    )`.execute(db);
  await sql`insert into security_settings default values`.execute(db);
}
