import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mediaSchema } from '@godhuli/contracts/media';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../db/database.js';
import { THIS_INSTALLATION } from '../audit/audited.js';
import { knownMediaIds } from './media.queries.js';
import { keepMaster } from './media.service.js';
import type { MediaStore } from './media-store.js';
import type { PhotographDescription } from './photograph-job.js';

/** The same depth from the sources and from the build. */
const FOLDER = fileURLToPath(new URL('../../../seeds/photos/', import.meta.url));

const seedPhotographSchema = z.object({
  file: z.string(),
  /** where the sample data shows it: `hero`, `about`, `portfolio:{category}`, `service:{kind}` */
  uses: z.array(z.string()),
  title: z.string(),
  alt: z.string(),
  /** percent from left and top */
  focal: z.tuple([z.number(), z.number()]),
  /** what the image process would say of the file; believed while `id` is the file's hash, computed otherwise */
  description: mediaSchema
    .pick({ id: true, width: true, height: true, thumbhash: true, color: true })
    .extend({ bytes: z.number().int() })
    .optional(),
});
export type SeedPhotograph = z.infer<typeof seedPhotographSchema>;

/** The sample photographs in the order of the page, hero first. */
export async function readSeedPhotographs(): Promise<SeedPhotograph[]> {
  const list = JSON.parse(await readFile(join(FOLDER, 'photos.json'), 'utf8'));
  return z.object({ photos: z.array(seedPhotographSchema) }).parse(list).photos;
}

/**
 * Brings the sample photographs into the store. What is there already is left alone, so it may run at every start.
 * The files are clean masters of our own (no metadata, upright), so they are copied and not encoded again.
 * @returns media id by file name
 */
export async function seedPhotographs(db: Kysely<Database>, store: MediaStore): Promise<Map<string, string>> {
  const photographs = await readSeedPhotographs();
  const known = await knownMediaIds(
    db,
    photographs.flatMap(({ description }) => description?.id ?? []),
  );
  const ids = new Map<string, string>();
  for (const photograph of photographs) {
    const id = photograph.description?.id;
    const isThere = id !== undefined && known.has(id) && (await store.hasMaster(id));
    ids.set(photograph.file, isThere ? id : await seedPhotograph(db, store, photograph));
  }
  return ids;
}

async function seedPhotograph(db: Kysely<Database>, store: MediaStore, seed: SeedPhotograph): Promise<string> {
  const source = join(FOLDER, seed.file);
  const [x, y] = seed.focal;
  return store.withTemporaryFile(async (master) => {
    await store.copy(source, master);
    const description = await describeSeed(store, master, seed.description);
    const { id } = await keepMaster(db, store, THIS_INSTALLATION, master, description, {
      alt: seed.alt,
      focal: { x, y },
    });
    return id;
  });
}

async function describeSeed(
  store: MediaStore,
  path: string,
  known: PhotographDescription | undefined,
): Promise<PhotographDescription> {
  const hash = createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
  return known?.id === hash ? known : store.describe(path);
}
