import { type Kysely, sql } from 'kysely';

/** Editors could write the months that `/privacy` shows. They are those of the retention setting again; without a row it is 24. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update content set value = retention_months::text from privacy_settings
    where section = 'privacy' and key = 'months' and value <> retention_months::text`.execute(db);
}
