import type { Media } from '@godhuli/contracts/media';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.js';
import { BadInput, TooLarge } from '../../http/errors.js';
import { type Actor, addAuditEntry, requireActor } from '../audit/index.js';
import type { ImageDescription } from './image-job.js';
import { requireImage } from './image-type.js';
import { ImageRefused } from './image-worker-pool.js';
import { insertMedia, insertOriginal, toMedia } from './media.queries.js';
import type { MediaStore } from './media-store.js';
import { awaitUse, lockMedia, removeFilesWithoutRow } from './unused-media.js';

/** The worker crashed on a photo; another attempt may succeed. */
export class CrashedOnPhoto extends BadInput {
  constructor(field: 'file' | 'url') {
    const message = 'We could not open this photo. Please export it again from a photo editor, or make it smaller.';
    super([{ field, message }], message);
  }
}

/**
 * Stores an uploaded image under its content hash: checked by its content, re-encoded without metadata, upright. Storing the
 * same image again returns the existing one. A failure leaves no file and no row.
 * @param field field of the form, for error messages
 * @throws UnsupportedType, TooLarge, BadInput, CrashedOnPhoto, WorkerLost
 */
export async function storeImage(
  db: Kysely<Database>,
  store: MediaStore,
  actor: Actor,
  source: string,
  field: 'file' | 'url',
): Promise<Media> {
  await requireImage(source);
  return store.withTemporaryFile(async (master) => {
    const description = await store.prepare(source, master).catch((error: unknown) => {
      throw error instanceof ImageRefused ? toDomainError(error, field) : error;
    });
    return storeMaster(db, store, actor, master, description);
  });
}

/**
 * Moves a prepared master into place and inserts its row, or does neither.
 * @param master a file in the store's folder; it is moved
 */
export async function storeMaster(
  db: Kysely<Database>,
  store: MediaStore,
  actor: Actor,
  master: string,
  { id, width, height, thumbhash, color, bytes, original }: ImageDescription,
  { alt = '', focal = { x: 50, y: 50 } }: Partial<Pick<Media, 'alt' | 'focal'>> = {},
): Promise<Media> {
  let isNew = false;
  try {
    // Another upload of the same bytes waits for the row's key until this transaction ends.
    const row = await db.transaction().execute(async (transaction) => {
      await requireActor(transaction, actor);
      // A removal of the same image ends before its files are written again.
      await lockMedia(transaction, [id]);
      const taken = { taken_at: original?.takenAt ?? null, taken_offset: original?.takenOffset ?? null };
      const values = { id, width, height, thumbhash, color, bytes, alt, focal_x: focal.x, focal_y: focal.y, ...taken };
      const inserted = await insertMedia(transaction, values);
      if (inserted.isNew) {
        await addAuditEntry(transaction, actor, 'media.create', {
          entityId: id,
          before: null,
          after: { width, height, bytes },
        });
      }
      await awaitUse(transaction, id);
      if (original) await insertOriginal(transaction, original.hash, id);
      isNew = await store.place(id, master);
      return inserted.row;
    });
    return toMedia(row);
  } catch (error) {
    // The row may be committed although the response was lost. Files that stay here are found by the sweep.
    if (isNew) await removeFilesWithoutRow(db, store, id).catch(() => undefined);
    throw error;
  }
}

function toDomainError(error: ImageRefused, field: 'file' | 'url') {
  if (error.fault === 'too-many-pixels') {
    return new TooLarge('This photo is larger than 120 megapixels. Please choose a smaller one.');
  }
  if (error.fault === 'crashed') return new CrashedOnPhoto(field);
  const message = 'This photo is damaged or incomplete. Please export it again from a photo editor.';
  return new BadInput([{ field, message }], message);
}
