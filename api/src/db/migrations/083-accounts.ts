import { type Kysely, sql } from 'kysely';

/**
 * Protects accounts: device, network and last password entry of each session, the devices that have signed in before, and
 * security notices. `notified_at` is for a mail worker: nothing sends notices yet.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table known_devices (
      id uuid primary key default gen_random_uuid(),
      user_id bigint not null references users (id) on delete cascade,
      token_hash text not null,
      seen_notice_id bigint not null default 0,
      created_at timestamptz not null default now(),
      last_used_at timestamptz not null default now(),
      unique (token_hash, user_id)
    )`.execute(db);
  await sql`create index known_devices_by_user on known_devices (user_id)`.execute(db);
  await sql`
    alter table sessions
      add column confirmed_at timestamptz not null default now(),
      add column device text not null default '',
      add column network text,
      add column device_id uuid references known_devices (id) on delete set null,
      add column seen_notice_id bigint not null default 0`.execute(db);
  await sql`update sessions set confirmed_at = created_at`.execute(db);
  await sql`create index sessions_by_user on sessions (user_id)`.execute(db);
  await sql`
    create table account_notices (
      id bigint generated always as identity primary key,
      user_id bigint not null references users (id) on delete cascade,
      kind text not null,
      device text not null,
      network text,
      details jsonb not null default '{}',
      device_id uuid,
      times integer not null default 1,
      at timestamptz not null default now(),
      notified_at timestamptz
    )`.execute(db);
  await sql`create index account_notices_by_user on account_notices (user_id, id)`.execute(db);
}
