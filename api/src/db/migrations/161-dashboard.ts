import { type Kysely, sql } from 'kysely';

/** The dashboard counts inquiries and bookings by the week in which they arrived. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index inquiries_by_arrival on inquiries (created_at) where deleted_at is null and not quarantined`.execute(
    db,
  );
  await sql`create index bookings_by_creation on bookings (created_at) where deleted_at is null`.execute(db);
}
