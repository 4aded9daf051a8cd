import { type Kysely, sql } from 'kysely';

/** The Idempotency-Key of the request that added an item as a draft: a retry adds no second one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table revisions add column created_with_key text unique`.execute(db);
}
