import { type Kysely, sql } from 'kysely';

/** When the body of a published translation was saved. Empty where the row itself was written then. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table revisions add column saved_at timestamptz`.execute(db);
}
