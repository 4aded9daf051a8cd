import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../db/database.js';
import { leaveMedia, type MediaStore, removeLeftMedia } from '../media/index.js';
import type { ClientFileStore } from './file-store.js';

/** Files per run; the next one continues. */
const MAX_FILES = 500;

export interface FileStores {
  media: Pick<MediaStore, 'remove'>;
  files: Pick<ClientFileStore, 'remove'>;
}

/** Notes photos and files of entries whose bytes are to be removed once the transaction is committed. */
export async function leaveFiles(
  transaction: Transaction<Database>,
  entries: readonly { media_id: string | null; file_id: string | null }[],
): Promise<void> {
  const photos = entries.flatMap(({ media_id }) => media_id ?? []);
  const files = entries.flatMap(({ file_id }) => file_id ?? []);
  await leaveMedia(transaction, photos);
  if (files.length > 0)
    await transaction
      .insertInto('client_blobs_to_remove')
      .values(files.map((file_id) => ({ file_id })))
      .execute();
}

/**
 * Removes the files of deleted entries and erased clients, and their photos unless something else uses them. A run that was
 * interrupted is continued by the next one.
 * @returns how many
 */
export async function removeLeftFiles(
  db: Kysely<Database>,
  { media, files }: FileStores,
  which: 'recent' | 'all' = 'recent',
): Promise<number> {
  const blobs = await db.selectFrom('client_blobs_to_remove').select('file_id').limit(MAX_FILES).execute();
  for (const { file_id } of blobs) {
    await files.remove(file_id);
    await db.deleteFrom('client_blobs_to_remove').where('file_id', '=', file_id).execute();
  }
  return blobs.length + (await removeLeftMedia(db, media, which));
}

/** Removes left files, and what killed processes left. @returns how many of deleted entries and erased clients */
export async function cleanUpClientFiles(
  db: Kysely<Database>,
  stores: FileStores & { files: ClientFileStore },
): Promise<number> {
  const removed = await removeLeftFiles(db, stores, 'all');
  await stores.files.sweep(async (ids) => {
    const { rows } = await sql<{ id: string }>`
      select file_id as id from client_entries where file_id = any(${ids}::text[])`.execute(db);
    return new Set(rows.map(({ id }) => id));
  });
  return removed;
}
