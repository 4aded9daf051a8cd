import { type Kysely, sql } from 'kysely';

/** The texts of photos, stories and films in other languages than English, beside the English ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['portfolio', 'albums', 'album_sections', 'videos'])
    await sql`
      alter table ${sql.table(table)} add column translations jsonb not null default '{}'
        check (jsonb_typeof(translations) = 'object')`.execute(db);
}
