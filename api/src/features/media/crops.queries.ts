import { HERO_STYLES_EDITION } from '@godhuli/contracts/hero-text';
import type { CropShape, Focal, MediaFile } from '@godhuli/contracts/media';
import { type CropArea, focalInCrop } from '@godhuli/contracts/photo-crops';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../../db/database.js';
import { Unavailable } from '../../http/errors.js';
import type { HeroContrast } from './image-job.js';

type CropRow = Selectable<Database['photo_crops']>;
export type StoredCrop = CropArea & { media: MediaFile };
export type StoredCrops = Partial<Record<CropShape, StoredCrop>>;

/** Returns the crops of some images, by the id of the whole image. */
export async function cropsOf(db: Kysely<Database>, ids: readonly string[]): Promise<Map<string, StoredCrops>> {
  const found = new Map<string, StoredCrops>();
  if (ids.length === 0) return found;
  const rows = await db
    .selectFrom('photo_crops')
    .innerJoin('media', 'media.id', 'photo_crops.crop_media_id')
    .selectAll('photo_crops')
    .select(['media.width', 'media.height', 'media.thumbhash', 'media.color'])
    .where('photo_crops.media_id', 'in', ids)
    .execute();
  for (const row of rows) found.set(row.media_id, { ...found.get(row.media_id), [row.shape]: toCrop(row) });
  return found;
}

function toCrop(row: CropRow & Pick<MediaFile, 'width' | 'height' | 'thumbhash' | 'color'>): StoredCrop {
  const area: CropArea = {
    left: row.left_edge,
    top: row.top_edge,
    right: row.right_edge,
    bottom: row.bottom_edge,
    focal: { x: row.focal_x, y: row.focal_y },
  };
  const { crop_media_id: id, width, height, thumbhash, color } = row;
  return { ...area, media: { id, width, height, thumbhash, color, alt: '', focal: focalInCrop(area) } };
}

/** Returns the version of an image's crops, and locks the image until the transaction ends. Undefined: no such image. */
export async function lockCropsVersion(transaction: Transaction<Database>, id: string): Promise<number | undefined> {
  const row = await transaction
    .selectFrom('media')
    .select('crops_version')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row?.crops_version;
}

/** Replaces the crops of an image and increments their version. @throws Unavailable if another process has just removed one of them */
export async function replaceCrops(
  db: Kysely<Database>,
  id: string,
  crops: readonly (CropArea & { shape: CropShape; cropId: string })[],
): Promise<void> {
  await db.deleteFrom('photo_crops').where('media_id', '=', id).execute();
  const ids = [...new Set(crops.map(({ cropId }) => cropId))];
  if (ids.length > 0) {
    const found = await db.selectFrom('media').select('id').where('id', 'in', ids).forKeyShare().execute();
    if (found.length < ids.length) throw new Unavailable();
    await db
      .insertInto('photo_crops')
      .values(
        crops.map(({ shape, cropId, left, top, right, bottom, focal }) => ({
          ...{ media_id: id, shape, crop_media_id: cropId },
          ...{ left_edge: left, top_edge: top, right_edge: right, bottom_edge: bottom },
          ...{ focal_x: focal.x, focal_y: focal.y },
        })),
      )
      .execute();
  }
  await db.updateTable('media').set({ crops_version: sql<number>`crops_version + 1` }).where('id', '=', id).execute();
}

/** Returns a measurement with the hero's present styles at this focal point, if there is one. */
export async function storedContrast(
  db: Kysely<Database>,
  id: string,
  place: 'wide' | 'phone',
  focal: Focal,
): Promise<HeroContrast | undefined> {
  const row = await db
    .selectFrom('hero_contrasts')
    .select(['heading', 'body', 'focal_x', 'focal_y'])
    .where('media_id', '=', id)
    .where('place', '=', place)
    .where('styles', '=', HERO_STYLES_EDITION)
    .executeTakeFirst();
  const isSame = row && Math.abs(row.focal_x - focal.x) < 0.5 && Math.abs(row.focal_y - focal.y) < 0.5;
  return isSame ? { heading: row.heading, body: row.body } : undefined;
}

/** Stores the latest measurement of an image. */
export async function storeContrast(
  db: Kysely<Database>,
  media_id: string,
  place: 'wide' | 'phone',
  focal: Focal,
  { heading, body }: HeroContrast,
): Promise<void> {
  const measured = { focal_x: focal.x, focal_y: focal.y, styles: HERO_STYLES_EDITION, heading, body };
  await db
    .insertInto('hero_contrasts')
    .values({ media_id, place, ...measured })
    .onConflict((conflict) => conflict.columns(['media_id', 'place']).doUpdateSet(measured))
    .execute();
}
