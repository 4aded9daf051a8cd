import { type Kysely, sql } from 'kysely';

/** Where each photo is used, to answer whether visitors may see it (media-visibility.ts). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index portfolio_by_media on portfolio (media_id) where media_id is not null`.execute(db);
  await sql`
    create index portfolio_by_portrait on portfolio (portrait_media_id) where portrait_media_id is not null`.execute(
    db,
  );
  await sql`create index videos_by_poster on videos (poster_media_id) where poster_media_id is not null`.execute(db);
}
