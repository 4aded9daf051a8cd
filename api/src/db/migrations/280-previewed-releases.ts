import { type Kysely, sql } from 'kysely';

/** When staff last began a preview of a release: its files are not removed while the preview lasts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table releases add column previewed_at timestamptz`.execute(db);
}
