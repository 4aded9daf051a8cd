import { type Kysely, sql } from 'kysely';

/**
 * How far the background encoding of each photo is, and whether staff paused it. Tables of their own: the public reads neither,
 * so their writes must not invalidate what visitors get.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table photo_encodings (
      media_id text primary key references media (id) on delete cascade,
      edition text not null default '',
      wanted_at timestamptz,
      error text,
      failed_at timestamptz
    )`.execute(db);
  await sql`create index photo_encodings_wanted on photo_encodings (wanted_at) where wanted_at is not null`.execute(db);
  await sql`
    create table encoding_job (
      id integer primary key check (id = 1),
      is_paused boolean not null default false
    )`.execute(db);
  await sql`insert into encoding_job (id) values (1)`.execute(db);
}
