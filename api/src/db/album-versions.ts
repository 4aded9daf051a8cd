import { sql, type Transaction } from 'kysely';
import { lockUntilCommit } from './advisory-lock.js';
import type { Database } from './database.js';

/** Slugs, positions and versions of albums are read and then written, so only one writer at a time may do that. */
export const ALBUM_ORDER = 'album order';

/** Locks the albums until the commit. Before any row is locked, and after the order of the gallery. */
export const lockAlbums = (transaction: Transaction<Database>) => lockUntilCommit(transaction, ALBUM_ORDER);

/**
 * Increments the versions of the albums with these photos or films. An editor that was opened while they were in the trash does
 * not have them, so it must not save over them. The caller holds the lock of the albums.
 */
export async function incrementAlbumVersions(
  transaction: Transaction<Database>,
  column: 'portfolio_id' | 'video_id',
  ids: readonly string[],
): Promise<void> {
  const albums = transaction
    .selectFrom('album_entries as entry')
    .innerJoin('album_sections as section', 'section.id', 'entry.section_id')
    .select('section.album_id')
    .where(`entry.${column}`, 'in', ids);
  await transaction
    .updateTable('albums')
    .set({ version: sql<number>`version + 1` })
    .where('id', 'in', albums)
    .execute();
}
