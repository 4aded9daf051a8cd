import { type Kysely, sql } from 'kysely';

/** The Idempotency-Key of the request that added a task of a client: a retry adds no second one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table client_tasks add column created_with_key text unique`.execute(db);
}
