import { type Kysely, type Migration, sql } from 'kysely';

/** Which edit of an item an editor saw, and the key under which an item was added, so that a retry adds no second one. */
export const portfolioVersion: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table portfolio
        add column version integer not null default 1,
        add column created_with_key text unique`.execute(db);
  },
};
