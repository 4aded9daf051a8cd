import { type Kysely, sql } from 'kysely';

/**
 * The ceremonies of a booking as its calendar file had them, so that the next import changes only what staff did not. Bookings
 * that were imported before get them unless the audit log has a change of their ceremonies.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bookings add column imported_ceremonies jsonb`.execute(db);
  await sql`
    update bookings set imported_ceremonies = ceremonies
    where uid not like '%@godhuli' and not exists (
      select from audit
      where entity_id = bookings.id::text and action = 'bookings.update'
        and before -> 'ceremonies' is distinct from after -> 'ceremonies')`.execute(db);
}
