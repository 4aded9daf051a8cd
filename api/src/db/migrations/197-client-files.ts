import { type Kysely, sql } from 'kysely';

/** Files of clients (contracts, quotations): entries of the timeline whose bytes are in the data directory. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table client_entries
      add column file_id text unique,
      add column file_name text,
      add column file_bytes integer,
      add column file_version integer not null default 1,
      add constraint client_entries_file check (
        (file_id is null) = (file_name is null) and (file_id is null) = (file_bytes is null))`.execute(db);
  // Like client_files_to_remove, which has only photos.
  await sql`create table client_blobs_to_remove (file_id text primary key)`.execute(db);
}
