import { type Kysely, type Migration, sql } from 'kysely';

/** One-time links to a new password: at most one for each user, by the hash of its token. */
export const passwordResets: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table password_resets (
        user_id bigint primary key references users (id) on delete cascade,
        token_hash text not null unique,
        created_at timestamptz not null default now()
      )`.execute(db);
  },
};
