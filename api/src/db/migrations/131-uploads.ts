import { type Kysely, sql } from 'kysely';

/** Unfinished uploads. Their parts are files in `uploads/{id}`; a part counts when `received` includes it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table uploads (
      id bigint generated always as identity primary key,
      user_id bigint not null references users (id) on delete cascade,
      key text not null,
      name text not null,
      bytes integer not null check (bytes > 0),
      modified_ms bigint not null,
      received integer not null default 0 check (received between 0 and bytes),
      state text not null default 'waiting' check (state in ('waiting', 'failed', 'done')),
      problem text not null default '',
      title text not null,
      category text not null,
      place text not null,
      published boolean not null,
      created_at timestamptz not null default now(),
      changed_at timestamptz not null default now(),
      unique (user_id, key)
    )`.execute(db);
  await sql`create index uploads_by_age on uploads (changed_at)`.execute(db);
}
