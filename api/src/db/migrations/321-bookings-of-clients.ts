import { type Kysely, sql } from 'kysely';

/** The client of a booking whose inquiry was removed, so that an erasure still finds it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bookings add column client_id bigint references clients (id) on delete set null`.execute(db);
  await sql`create index bookings_of_client on bookings (client_id) where client_id is not null`.execute(db);
}
