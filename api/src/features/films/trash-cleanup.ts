import type { Kysely } from 'kysely';
import { lockAlbums } from '../../db/album-versions.js';
import type { Database } from '../../db/database.js';
import { isExpiredTrash } from '../../db/expired-trash.js';
import { addAuditEntries, THIS_INSTALLATION } from '../audit/index.js';
import { leaveMedia, type MediaStore, removeLeftMedia } from '../media/index.js';

const BATCH_SIZE = 100;

/**
 * Erases films that were deleted too long ago, with the posters that nothing else uses. `removeUnusedFiles` removes their files.
 * @returns how many
 */
export async function eraseOldFilms(db: Kysely<Database>, store: Pick<MediaStore, 'remove'>): Promise<number> {
  let erased = 0;
  while (true) {
    const { count, posters } = await eraseBatch(db);
    await removeLeftMedia(db, store, posters);
    erased += count;
    if (count < BATCH_SIZE) return erased;
  }
}

const eraseBatch = (db: Kysely<Database>) =>
  db.transaction().execute(async (transaction) => {
    // Before the rows: a restored film locks in the same sequence.
    await lockAlbums(transaction);
    const films = await transaction
      .selectFrom('videos')
      .select(['id', 'title', 'poster_media_id'])
      .where(isExpiredTrash)
      .orderBy('id')
      .limit(BATCH_SIZE)
      .forUpdate()
      .execute();
    const posters = films.flatMap(({ poster_media_id }) => poster_media_id ?? []);
    if (films.length === 0) return { count: 0, posters };
    const ids = films.map(({ id }) => id);
    await leaveMedia(transaction, posters);
    await transaction.deleteFrom('album_entries').where('video_id', 'in', ids).execute();
    await transaction.deleteFrom('videos').where('id', 'in', ids).execute();
    const entries = films.map(({ id, title }) => ({ entityId: id, before: { title }, after: null }));
    await addAuditEntries(transaction, THIS_INSTALLATION, 'videos.erase', entries);
    return { count: films.length, posters };
  });
