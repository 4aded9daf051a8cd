import type { ReadableStream } from 'node:stream/web';
import type { StaffPortfolioItem } from '@godhuli/contracts/portfolio';
import {
  type Duplicate,
  type duplicatesQuerySchema,
  MAX_CHUNK_BYTES,
  type Upload,
  type uploadsInputSchema,
} from '@godhuli/contracts/uploads';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import { lockUntilCommit } from '../../db/advisory-lock.js';
import type { Database } from '../../db/database.js';
import { BadInput, Conflict, NotFound, TooLarge, UnsupportedType } from '../../http/errors.js';
import { type Actor, requireActor } from '../audit/index.js';
import { CrashedOnPhoto, type MediaStore, mediaIdsOfOriginal, storeImage, WorkerLost } from '../media/index.js';
import { createPortfolioItem, findByKey, itemsWithMedia } from '../portfolio/index.js';
import type { UploadFiles } from './upload-files.js';
import {
  addFailedAttempt,
  countKnown,
  deleteUpload,
  findUpload,
  insertUploads,
  lockUpload,
  type StoredUpload,
  updateUpload,
  usageOf,
} from './uploads.queries.js';

/** A user whose uploads go on later. */
export type Uploader = Actor & { id: string };

/** What the unfinished uploads of one user may occupy on the disk. */
const MAX_STORED_BYTES = 2 * 1024 ** 3;
const MAX_UNFINISHED = 2000;
/** After so many attempts that ended the image worker, the photo counts as the reason. */
const MAX_FAILED_ATTEMPTS = 3;

const gone = () => new NotFound('This upload was cancelled or has expired.');

/** Registers files before their bytes are sent. A retry with the same keys returns the same uploads. */
export function registerUploads(
  db: Kysely<Database>,
  actor: Uploader,
  { files, category, place, published }: z.output<typeof uploadsInputSchema>,
): Promise<Upload[]> {
  return db.transaction().execute(async (transaction) => {
    await requireActor(transaction, actor);
    await lockUntilCommit(transaction, `uploads of ${actor.id}`);
    const { count } = await usageOf(transaction, actor.id);
    const keys = files.map(({ key }) => key);
    const added = files.length - (await countKnown(transaction, actor.id, keys));
    if (added > 0 && count + added > MAX_UNFINISHED) {
      const message = `You have ${count} unfinished uploads. Finish or cancel them first.`;
      throw new BadInput([{ field: 'files', message }], message);
    }
    const rows = files.map(({ key, name, bytes, modifiedMs, title }) => ({
      ...{ key, name, bytes, title, category, place, published },
      modified_ms: String(modifiedMs),
    }));
    return insertUploads(transaction, actor.id, rows);
  });
}

/**
 * Appends a part to an upload.
 * @throws Conflict with the upload when the part does not begin where the stored bytes end
 * @throws NotFound, TooLarge (a part, or all unfinished uploads of the user)
 */
export async function appendPart(
  db: Kysely<Database>,
  files: UploadFiles,
  actor: Uploader,
  id: string,
  offset: number,
  body: ReadableStream | null,
): Promise<Upload> {
  requireNext(await findUpload(db, actor.id, id), offset);
  const tooLarge = () => new TooLarge('Send at most 8 MB at once.');
  return files.receive(body, { maxBytes: MAX_CHUNK_BYTES, tooLarge }, ({ bytes, keep }) =>
    db.transaction().execute(async (transaction) => {
      await requireActor(transaction, actor);
      const upload = requireNext(await lockUpload(transaction, actor.id, id), offset);
      if (bytes === 0 || offset + bytes > upload.bytes) {
        const message = bytes === 0 ? 'Send at least one byte.' : 'This is more than the registered size of the file.';
        throw new BadInput([{ field: 'file', message }], message);
      }
      const { bytes: stored } = await usageOf(transaction, actor.id);
      if (stored + bytes > MAX_STORED_BYTES)
        throw new TooLarge('Your unfinished uploads need too much space. Finish or cancel some of them first.');
      await keep(id, offset);
      return (await updateUpload(transaction, id, { received: offset + bytes })) ?? upload;
    }),
  );
}

function requireNext(upload: Upload | undefined, offset: number): Upload {
  if (!upload) throw gone();
  if (upload.state === 'waiting' && upload.received === offset) return upload;
  throw new Conflict('The upload continues at another place.', { upload });
}

interface FinishOptions {
  db: Kysely<Database>;
  files: UploadFiles;
  store: MediaStore;
  actor: Uploader;
  id: string;
  keepDuplicate: boolean;
}

/**
 * Makes an item of a complete upload. A retry returns the same item. A refused file stays listed with the reason; one whose image
 * worker was lost keeps its bytes for the next attempt.
 * @throws Conflict with `duplicates` when the gallery has this photo, or with `upload` when bytes are missing
 * @throws NotFound, and the errors of `storeImage`
 */
export async function finishUpload(options: FinishOptions): Promise<StaffPortfolioItem> {
  const { db, files, store, actor, id } = options;
  const upload = await findUpload(db, actor.id, id);
  if (!upload) throw gone();
  if (upload.state === 'done') return madeItem(db, upload);
  if (upload.state === 'failed') throw new BadInput([{ field: 'file', message: upload.problem }], upload.problem);
  if (upload.received < upload.bytes) throw new Conflict('Some parts of the file are missing.', { upload });
  const mediaId = await store.withTemporaryFile(async (path) => {
    if (!(await files.assemble(id, upload.bytes, path))) {
      // The data directory was restored or replaced.
      await files.remove(id);
      const begun = await updateUpload(db, id, { received: 0 });
      throw new Conflict('The stored parts were lost. The upload begins again.', { upload: begun });
    }
    return (await storeImage(db, store, actor, path, 'file').catch((error) => refuse(options, error))).id;
  });
  // When this fails, the photo stays: a retry uses it, and someone else may have stored the same one before.
  const item = await makeItem(options, upload, mediaId);
  await files.remove(id);
  return item;
}

/** A file that is no photo, or that ends the worker each time, stays listed with the reason; its bytes are removed. */
async function refuse({ db, files, id }: FinishOptions, failure: unknown): Promise<never> {
  const error = await countFailure(db, id, failure);
  if (error instanceof BadInput || error instanceof UnsupportedType || error instanceof TooLarge) {
    await updateUpload(db, id, { state: 'failed', problem: error.detail });
    await files.remove(id);
  }
  throw error;
}

/** Returns the error to respond with: when an attempt ended the image worker, another one may succeed, but not without end. */
async function countFailure(db: Kysely<Database>, id: string, error: unknown): Promise<unknown> {
  const mayBeTheFile = error instanceof CrashedOnPhoto || (error instanceof WorkerLost && error.mayBeTheFile);
  if (!mayBeTheFile) return error;
  const isLast = (await addFailedAttempt(db, id)) >= MAX_FAILED_ATTEMPTS;
  return isLast ? new CrashedOnPhoto('file') : new WorkerLost(true, error);
}

/** A backup has the items but not the uploads, whose ids begin again after a restore. */
const itemKey = ({ _id, createdAt }: StoredUpload) => `upload:${_id}:${createdAt}`;

/** @throws NotFound when the item was deleted for good */
async function madeItem(db: Kysely<Database>, upload: StoredUpload): Promise<StaffPortfolioItem> {
  // Versions before 30 November 2026 used the id alone, and still run during the update.
  const item = (await findByKey(db, itemKey(upload))) ?? (await findByKey(db, `upload:${upload._id}`));
  if (!item) throw gone();
  return item;
}

/** Creates the item and marks the upload as done in one transaction. */
function makeItem(
  { db, actor, id, keepDuplicate }: FinishOptions,
  upload: StoredUpload,
  mediaId: string,
): Promise<StaffPortfolioItem> {
  const { title, category, place, published } = upload;
  const texts = { title, category, place, published, description: '', alt: '', image: '' };
  const input = { ...texts, mediaId, portraitMediaId: null, hero: false, focal: { x: 50, y: 50 }, translations: {} };
  return createPortfolioItem(db, actor, input, itemKey(upload), async (transaction) => {
    if (!(await lockUpload(transaction, actor.id, id))) throw gone();
    const duplicates = keepDuplicate ? [] : await itemsWithMedia(transaction, [mediaId]);
    if (duplicates.length > 0) throw new Conflict('You already have this photo.', { duplicates });
    await updateUpload(transaction, id, { state: 'done' });
  });
}

/** Returns the items with a photo, or with one that was made from a file with this sha256. */
export async function duplicatesOf(
  db: Kysely<Database>,
  { hash, mediaId }: z.output<typeof duplicatesQuerySchema>,
): Promise<Duplicate[]> {
  return itemsWithMedia(db, hash === undefined ? [mediaId ?? ''] : await mediaIdsOfOriginal(db, hash));
}

/** Forgets an upload and its bytes. @throws NotFound */
export async function cancelUpload(db: Kysely<Database>, files: UploadFiles, actor: Uploader, id: string) {
  if (!(await deleteUpload(db, actor.id, id))) throw gone();
  await files.remove(id);
}
