import { type Kysely, sql } from 'kysely';

/** Photos that texts of the page name: the logos and the photo of link previews. A reference makes them public and keeps them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table site_images (
      name text primary key,
      media_id text not null references media (id)
    )`.execute(db);
  await sql`create index site_images_by_media on site_images (media_id)`.execute(db);
  await sql`
    insert into site_images (name, media_id)
    select 'seo.share_image', media.id from content join media on media.id = content.value
    where section = 'seo' and key = 'share_image'`.execute(db);
}
