import { type Kysely, sql } from 'kysely';

/** How often the image worker ended on a photo: its bytes stay for the next attempt, and a few attempts are enough. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table uploads add column failed_attempts integer not null default 0`.execute(db);
}
