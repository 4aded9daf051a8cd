import { type Kysely, sql } from 'kysely';

/** The version of an item, to detect conflicts, and the Idempotency-Key of its creation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table portfolio
      add column version integer not null default 1,
      add column created_with_key text unique`.execute(db);
}
