import { type Kysely, sql } from 'kysely';

/** A portrait image of an item, which the hero shows on phones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table portfolio add column portrait_media_id text references media (id)`.execute(db);
}
