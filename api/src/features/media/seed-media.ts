import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mediaSchema } from '@godhuli/contracts/media';
import { sha256 } from '@godhuli/server/digest';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../db/database.js';
import { THIS_INSTALLATION } from '../audit/index.js';
import { knownMediaIds } from './media.queries.js';
import { storeMaster } from './media.service.js';
import type { MediaStore } from './media-store.js';

/** `src` and `dist` have the same depth, so the path is valid in both. */
const FOLDER = fileURLToPath(new URL('../../../seeds/photos/', import.meta.url));

const seedPhotoSchema = z.object({
  file: z.string(),
  alt: z.string(),
  /** percent from left and top */
  focal: z.tuple([z.number(), z.number()]),
  /** the description of the file; computed again if `id` is not the file's hash */
  description: mediaSchema
    .pick({ id: true, width: true, height: true, thumbhash: true, color: true })
    .extend({ bytes: z.number().int() }),
});
type SeedPhoto = z.infer<typeof seedPhotoSchema>;

/** Returns the sample photos in the order of the page, hero first. */
export async function readSeedPhotos(): Promise<SeedPhoto[]> {
  const list = JSON.parse(await readFile(join(FOLDER, 'photos.json'), 'utf8'));
  return z.object({ photos: z.array(seedPhotoSchema) }).parse(list).photos;
}

/**
 * Adds the missing sample photos to the store, so it can run at every start. The files are clean masters (upright, without
 * metadata), so they are copied without encoding them again.
 * @returns media ids by file name
 */
export async function seedMedia(db: Kysely<Database>, store: MediaStore): Promise<Map<string, string>> {
  const photos = await readSeedPhotos();
  const known = await knownMediaIds(
    db,
    photos.map(({ description }) => description.id),
  );
  const ids = new Map<string, string>();
  for (const photo of photos) {
    const { id } = photo.description;
    const exists = known.has(id) && (await store.hasMaster(id));
    ids.set(photo.file, exists ? id : await seedPhoto(db, store, photo));
  }
  return ids;
}

async function seedPhoto(db: Kysely<Database>, store: MediaStore, seed: SeedPhoto): Promise<string> {
  const source = join(FOLDER, seed.file);
  const [x, y] = seed.focal;
  return store.withTemporaryFile(async (master) => {
    await copyFile(source, master);
    const isKnown = seed.description.id === sha256(await readFile(master));
    const description = isKnown ? seed.description : await store.describe(master);
    const labels = { alt: seed.alt, focal: { x, y } };
    return (await storeMaster(db, store, THIS_INSTALLATION, master, description, labels)).id;
  });
}
