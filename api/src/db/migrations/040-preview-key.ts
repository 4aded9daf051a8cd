import { type Kysely, sql } from 'kysely';

/** The key that signs preview cookies: 244 random bits, shared by all processes, never outside the database. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`alter table composition_state add column preview_key text not null
      default gen_random_uuid()::text || gen_random_uuid()::text`)
    .execute(db);
}
