import { type Kysely, sql } from 'kysely';

/** Leases of background work that one process at a time should do. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table leases (
      name text primary key,
      holder text not null,
      expires_at timestamptz not null
    )`.execute(db);
}
