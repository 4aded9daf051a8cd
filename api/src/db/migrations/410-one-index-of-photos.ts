import { type Kysely, sql } from 'kysely';

/** `portfolio_by_media` has the same column for every query: none looks for items without a photo. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index portfolio_media`.execute(db);
}
