import { type Kysely, sql } from 'kysely';

/** Indexes for the entries of one entity (its history, who changed it last, erasing a person) and for those of one action. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index audit_by_entity on audit (entity_id, id)`.execute(db);
  await sql`create index audit_by_action on audit (action, id)`.execute(db);
  await sql`drop index audit_portfolio`.execute(db);
  await sql`drop index audit_of_people`.execute(db);
}
