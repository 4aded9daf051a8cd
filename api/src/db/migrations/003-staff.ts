import { type Kysely, sql } from 'kysely';

/** Staff users, their sessions, the audit log, blog posts and videos. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table users (
      id bigint generated always as identity primary key,
      email text not null unique check (email = lower(email)),
      name text not null,
      role text not null check (role in ('admin', 'editor')),
      password_hash text not null,
      disabled boolean not null default false,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create table sessions (
      id bigint generated always as identity primary key,
      token_hash text not null unique,
      user_id bigint not null references users (id) on delete cascade,
      created_at timestamptz not null default now(),
      last_seen_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create table login_attempts (
      key text primary key,
      attempts integer not null,
      window_started_at timestamptz not null
    )`.execute(db);
  await sql`
    create table audit (
      id bigint generated always as identity primary key,
      at timestamptz not null default now(),
      user_id bigint references users (id),
      user_name text not null,
      action text not null,
      entity_id text not null,
      before jsonb,
      after jsonb
    )`.execute(db);
  for (const table of ['blogs', 'videos']) {
    await sql`
      create table ${sql.table(table)} (
        id bigint generated always as identity primary key,
        title text not null,
        created_at timestamptz not null default now()
      )`.execute(db);
  }
}
