import { type Kysely, sql } from 'kysely';

/** The Idempotency-Key of the request that added a booking, a client or an entry of a timeline: a retry adds no second one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['bookings', 'clients', 'client_entries'])
    await sql`alter table ${sql.table(table)} add column created_with_key text unique`.execute(db);
}
