import { type Kysely, sql } from 'kysely';

/** Password reset links: at most one per user, by the hash of its token. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table password_resets (
      user_id bigint primary key references users (id) on delete cascade,
      token_hash text not null unique,
      created_at timestamptz not null default now()
    )`.execute(db);
}
