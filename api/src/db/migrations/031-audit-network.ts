import { type Kysely, sql } from 'kysely';

/** The network of each audit entry, which sign-ins stored elsewhere before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table audit add column network text`.execute(db);
  await sql`
    update audit set network = after ->> 'network', after = null
    where action in ('auth.login', 'auth.refused')`.execute(db);
}
