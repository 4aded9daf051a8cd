import { type Kysely, sql } from 'kysely';

/** Clients whom staff added: they stay when their last inquiry is removed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table clients add column by_staff boolean not null default false`.execute(db);
}
