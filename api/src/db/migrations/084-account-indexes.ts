import { type Kysely, sql } from 'kysely';

/** Indexes for what each sign-in deletes: old devices, old notices, and the device of the sessions that named it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index known_devices_by_use on known_devices (last_used_at)`.execute(db);
  await sql`create index account_notices_by_age on account_notices (at)`.execute(db);
  await sql`create index sessions_by_device on sessions (device_id)`.execute(db);
}
