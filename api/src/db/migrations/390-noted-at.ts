import { type Kysely, sql } from 'kysely';

/** `320-unused-photos` was on main for an hour without this column; databases of that hour get it here. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table client_files_to_remove add column if not exists noted_at timestamptz not null default now()`.execute(
    db,
  );
}
