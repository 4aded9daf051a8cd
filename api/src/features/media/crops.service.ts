import type { CropShape, Media, MediaFile } from '@godhuli/contracts/media';
import type { CropArea, PhotoCrops, PhotoCropsInput, TextContrast } from '@godhuli/contracts/photo-crops';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.js';
import { Conflict, NotFound } from '../../http/errors.js';
import { type Actor, audited } from '../audit/index.js';
import {
  cropsOf,
  lockCropsVersion,
  replaceCrops,
  type StoredCrops,
  storeContrast,
  storedContrast,
} from './crops.queries.js';
import { ImageRefused, WorkerLost } from './image-worker-pool.js';
import { mediaById } from './media.queries.js';
import { storeMaster } from './media.service.js';
import type { MediaStore } from './media-store.js';
import { leaveMedia, removeLeftMedia } from './unused-media.js';

/** AA of WCAG 2: large text, other text. */
const NEEDED = { heading: 3, body: 4.5 };

/** How an item shows a photo in the hero. */
export interface HeroUse {
  focal?: { x: number; y: number };
  /** id of the second photo for phones */
  portraitId?: string;
}

/** Returns the crops of a photo and the contrast of the hero's text on it. @throws NotFound */
export async function readCrops(
  db: Kysely<Database>,
  store: MediaStore,
  id: string,
  use: HeroUse,
): Promise<PhotoCrops> {
  const media = await requirePhoto(db, id);
  const crops: StoredCrops = (await cropsOf(db, [id])).get(id) ?? {};
  const portrait = use.portraitId ? await requirePhoto(db, use.portraitId) : undefined;
  const whole = { ...media, focal: use.focal ?? media.focal };
  return {
    version: media.cropsVersion,
    crops,
    contrast: {
      wide: await contrastOf(db, store, crops.wide?.media ?? whole, 'wide'),
      phone: await contrastOf(db, store, portrait ?? crops.portrait?.media ?? whole, 'phone'),
    },
  };
}

/**
 * Replaces the crops of a photo. Each is cut out as an image of its own, before the transaction; one that is the same as before
 * is not cut again.
 * @throws NotFound, Conflict with the stored crops when they changed since `version` was read
 */
export async function changeCrops(
  db: Kysely<Database>,
  store: MediaStore,
  actor: Actor,
  id: string,
  { version, crops: input }: PhotoCropsInput,
): Promise<void> {
  const media = await requirePhoto(db, id);
  const stored: StoredCrops = (await cropsOf(db, [id])).get(id) ?? {};
  if (media.cropsVersion !== version) throw changedMeanwhile(media.cropsVersion, stored);
  const made: (CropArea & { shape: CropShape; cropId: string })[] = [];
  const replaced: string[] = [];
  try {
    for (const [shape, area] of Object.entries(input) as [CropShape, CropArea | null][]) {
      if (!area) continue;
      const before = stored[shape];
      const cropId = before && hasSameEdges(before, area) ? before.media.id : await cut(db, store, actor, media, area);
      made.push({ ...area, shape, cropId });
    }
    await audited(db, actor, 'media.crop', async (transaction) => {
      const now = await lockCropsVersion(transaction, id);
      if (now === undefined) throw new NotFound('Photo not found.');
      const before: StoredCrops = (await cropsOf(transaction, [id])).get(id) ?? {};
      if (now !== version) throw changedMeanwhile(now, before);
      await replaceCrops(transaction, id, made);
      replaced.push(...Object.values(before).map((crop) => crop.media.id));
      await leaveMedia(transaction, replaced);
      return { entityId: id, before: areasOf(before), after: input, result: undefined };
    });
  } finally {
    // Also the new ones, if they were not stored.
    await removeLeftMedia(db, store, [...replaced, ...made.map(({ cropId }) => cropId)]);
  }
}

async function requirePhoto(db: Kysely<Database>, id: string): Promise<Media & { cropsVersion: number }> {
  const media = (await mediaById(db, [id])).get(id);
  const row = await db.selectFrom('media').select('crops_version').where('id', '=', id).executeTakeFirst();
  if (!media || !row) throw new NotFound('Photo not found.');
  return { ...media, cropsVersion: row.crops_version };
}

async function cut(
  db: Kysely<Database>,
  store: MediaStore,
  actor: Actor,
  media: Media,
  area: CropArea,
): Promise<string> {
  return store.withTemporaryFile(async (master) => {
    const { left, top, right, bottom } = area;
    const description = await store.cut(media.id, { left, top, right, bottom }, master);
    return (await storeMaster(db, store, actor, master, description, { alt: media.alt })).id;
  });
}

const hasSameEdges = (one: CropArea, other: CropArea) =>
  (['left', 'top', 'right', 'bottom'] as const).every((edge) => Math.abs(one[edge] - other[edge]) < 0.01);

const areasOf = (crops: StoredCrops) =>
  Object.fromEntries(Object.entries(crops).map(([shape, { media: _, ...area }]) => [shape, area]));

const changedMeanwhile = (version: number, crops: StoredCrops) =>
  new Conflict('Someone else changed the crops of this photo. Reload to see their version.', {
    current: { version, crops },
  });

function nullIfFailed(error: unknown): null {
  if (error instanceof ImageRefused || error instanceof WorkerLost) return null;
  throw error;
}

async function contrastOf(
  db: Kysely<Database>,
  store: MediaStore,
  { id, focal }: Pick<MediaFile, 'id' | 'focal'>,
  place: 'wide' | 'phone',
): Promise<TextContrast | null> {
  const known = await storedContrast(db, id, place, focal);
  // The crops are stored and can be edited also when the measurement fails.
  const measured = known ?? (await store.heroContrast(id, place, focal).catch(nullIfFailed));
  if (!measured) return null;
  if (!known) await storeContrast(db, id, place, focal, measured);
  const { heading, body } = measured;
  return { mediaId: id, heading, body, isReadable: heading >= NEEDED.heading && body >= NEEDED.body };
}
