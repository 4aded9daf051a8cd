import type { Kysely } from 'kysely';
import { lockAlbums } from '../../db/album-versions.js';
import type { Database } from '../../db/database.js';
import { isExpiredTrash } from '../../db/expired-trash.js';
import { addAuditEntries, THIS_INSTALLATION } from '../audit/index.js';

/** Erases stories that were deleted too long ago, which makes their slugs free. @returns how many */
export function eraseOldAlbums(db: Kysely<Database>): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    await lockAlbums(transaction);
    const expired = transaction.selectFrom('albums').select(['id', 'title']).where(isExpiredTrash);
    const albums = await expired.forUpdate().execute();
    // A statement that deletes nothing would still evict the cached pages of stories.
    if (albums.length === 0) return 0;
    const ids = albums.map(({ id }) => id);
    await transaction.deleteFrom('albums').where('id', 'in', ids).execute();
    const entries = albums.map(({ id, title }) => ({ entityId: id, before: { title }, after: null }));
    await addAuditEntries(transaction, THIS_INSTALLATION, 'albums.erase', entries);
    return albums.length;
  });
}
