import { type Kysely, sql } from 'kysely';

/** Names of saved views leave the audit log: they may be those of people, whose erasure does not find them there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update audit set before = before - 'name' where action like 'views.%' and before ? 'name'`.execute(db);
  await sql`update audit set after = after - 'name' where action like 'views.%' and after ? 'name'`.execute(db);
}
