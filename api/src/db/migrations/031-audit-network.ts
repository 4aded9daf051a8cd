import { type Kysely, type Migration, sql } from 'kysely';

/** Where each entry of the audit came from; logins kept it elsewhere before. */
export const auditNetwork: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table audit add column network text`.execute(db);
    await sql`
      update audit set network = after ->> 'network', after = null
      where action in ('auth.login', 'auth.refused')`.execute(db);
  },
};
