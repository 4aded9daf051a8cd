import { type Kysely, type Migration, sql } from 'kysely';

/** A portrait image of an item, which the hero shows on phones. */
export const portraitPhotos: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table portfolio add column portrait_media_id text references media (id)`.execute(db);
  },
};
