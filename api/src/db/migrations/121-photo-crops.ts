import { type Kysely, sql } from 'kysely';

/**
 * Crops of a photo, each stored as an image of its own, and how well the hero's text can be read on a photo. Edges are in percent
 * removed from the whole upright photo, focal points in percent of the whole photo.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table photo_crops (
      media_id text not null references media (id) on delete cascade,
      shape text not null check (shape in ('wide', 'square', 'portrait')),
      left_edge real not null check (left_edge between 0 and 100),
      top_edge real not null check (top_edge between 0 and 100),
      right_edge real not null check (right_edge between 0 and 100),
      bottom_edge real not null check (bottom_edge between 0 and 100),
      focal_x real not null check (focal_x between 0 and 100),
      focal_y real not null check (focal_y between 0 and 100),
      crop_media_id text not null references media (id),
      primary key (media_id, shape)
    )`.execute(db);
  await sql`create index photo_crops_by_crop on photo_crops (crop_media_id)`.execute(db);
  await sql`alter table media add column crops_version integer not null default 0`.execute(db);
  await sql`
    create table hero_contrasts (
      media_id text not null references media (id) on delete cascade,
      place text not null check (place in ('wide', 'phone')),
      focal_x real not null,
      focal_y real not null,
      styles integer not null,
      heading real not null,
      body real not null,
      primary key (media_id, place)
    )`.execute(db);
}
