import { type Kysely, sql } from 'kysely';

/**
 * Title and days of a booking as its calendar file had them, so that the next import changes only what staff did not. Bookings
 * that were imported before get them unless the audit log has a change of the title or the days.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table bookings
      add column imported_title text,
      add column imported_starts_on date,
      add column imported_ends_before date`.execute(db);
  const unchanged = (...fields: string[]) => sql`
    uid not like '%@godhuli' and not exists (
      select from audit, unnest(${fields}::text[]) as field
      where entity_id = bookings.id::text and action = 'bookings.update'
        and before -> field is distinct from after -> field)`;
  await sql`update bookings set imported_title = title where ${unchanged('title')}`.execute(db);
  await sql`
    update bookings set imported_starts_on = starts_on, imported_ends_before = ends_before
    where ${unchanged('startsOn', 'endsBefore')}`.execute(db);
}
