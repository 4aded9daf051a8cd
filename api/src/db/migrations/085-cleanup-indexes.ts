import { type Kysely, sql } from 'kysely';

/** Indexes for what the cleanup deletes: old load reports and old counters of attempts to sign in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index load_reports_by_age on load_reports (reported_at)`.execute(db);
  await sql`create index login_attempts_by_age on login_attempts (window_started_at)`.execute(db);
}
