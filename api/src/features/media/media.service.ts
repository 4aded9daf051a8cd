import type { Media } from '@godhuli/contracts/media';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.js';
import { BadInput, TooLarge } from '../../http/errors.js';
import { type Actor, addEntry, requireActor } from '../audit/audited.js';
import { PhotographRefused } from './image-processes.js';
import { insertMedia, toMedia } from './media.queries.js';
import type { MediaStore } from './media-store.js';
import type { PhotographDescription } from './photograph-job.js';
import { requirePhotograph } from './photograph-kind.js';

/** What the studio says of a photograph beyond its pixels. */
export interface PhotographWords {
  alt?: string;
  focal?: Media['focal'];
}

/**
 * Makes a photograph of the site out of a file that somebody gave us: recognised by its content, re-encoded
 * without metadata, upright, under its content hash. The same photograph twice is one.
 * A failure leaves no file and no row.
 * @param field names the form's field in an error
 * @throws UnsupportedType, TooLarge, BadInput
 */
export async function storePhotograph(
  db: Kysely<Database>,
  store: MediaStore,
  actor: Actor,
  source: string,
  field: 'file' | 'url' = 'file',
): Promise<Media> {
  await requirePhotograph(source);
  return store.withTemporaryFile(async (master) => {
    const description = await store.prepare(source, master).catch((error: unknown) => {
      throw error instanceof PhotographRefused ? refusal(error, field) : error;
    });
    return keepMaster(db, store, actor, master, description);
  });
}

/**
 * Puts a prepared master into its place and its row into the database, or neither.
 * @param master a file inside the store's own folder; it is moved
 */
export async function keepMaster(
  db: Kysely<Database>,
  store: MediaStore,
  actor: Actor,
  master: string,
  { id, width, height, thumbhash, color, bytes }: PhotographDescription,
  { alt = '', focal = { x: 50, y: 50 } }: PhotographWords = {},
): Promise<Media> {
  let isNew = false;
  try {
    // Another upload of the same bytes waits at the row's key until this one has ended either way.
    const row = await db.transaction().execute(async (transaction) => {
      await requireActor(transaction, actor);
      const values = { id, width, height, thumbhash, color, bytes, alt, focal_x: focal.x, focal_y: focal.y };
      const inserted = await insertMedia(transaction, values);
      if (inserted.isNew) {
        await addEntry(transaction, actor, 'media.create', {
          entityId: id,
          before: null,
          after: { width, height, bytes },
        });
      }
      isNew = await store.place(id, master);
      return inserted.row;
    });
    return toMedia(row);
  } catch (error) {
    if (isNew) await store.remove(id);
    throw error;
  }
}

function refusal(error: PhotographRefused, field: string) {
  if (error.fault === 'too-many-pixels') {
    return new TooLarge('This photo is larger than 120 megapixels. Please choose a smaller one.');
  }
  const message = {
    damaged: 'This photo is damaged or incomplete. Please export it again from a photo editor.',
    crashed: 'We could not open this photo. Please export it again from a photo editor, or make it smaller.',
  }[error.fault];
  return new BadInput([{ field, message }], message);
}
