import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.js';
import { type MediaStore, removeUnusedMedia } from '../media/index.js';

/** Files per run; the next one continues. */
const MAX_FILES = 500;

/**
 * Removes the files of deleted entries and erased clients, unless something else uses them. A run that was interrupted is
 * continued by the next one.
 * @returns how many
 */
export async function removeLeftFiles(db: Kysely<Database>, store: Pick<MediaStore, 'remove'>): Promise<number> {
  const rows = await db.selectFrom('client_files_to_remove').select('media_id').limit(MAX_FILES).execute();
  let removed = 0;
  for (const { media_id } of rows) {
    removed += await removeUnusedMedia(db, store, [media_id]);
    await db.deleteFrom('client_files_to_remove').where('media_id', '=', media_id).execute();
  }
  return removed;
}
