import { type Kysely, sql } from 'kysely';

/** The privacy page shows the months of the retention setting, which is a text of the site for that. Without a row it is 24. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into content (section, key, value)
    select 'privacy', 'months', retention_months::text from privacy_settings where retention_months <> 24
    on conflict do nothing`.execute(db);
  await sql`
    update content set value = replace(value, 'do not become a booking 24 months after', 'do not become a booking {months} months after')
    where section = 'privacy' and key = 'text'`.execute(db);
}
