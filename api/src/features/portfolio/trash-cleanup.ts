import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.js';
import { THIS_INSTALLATION } from '../audit/index.js';
import type { MediaStore } from '../media/index.js';
import { changePortfolioItems } from './bulk.service.js';
import { expiredPortfolioItems } from './portfolio.queries.js';

const BATCH_SIZE = 100;

/** Erases what has been in the trash for too long, with the photos that nothing else uses. @returns how many items */
export async function emptyOldTrash(db: Kysely<Database>, store: MediaStore): Promise<number> {
  let erased = 0;
  while (true) {
    const items = await expiredPortfolioItems(db, BATCH_SIZE);
    if (items.length === 0) return erased;
    const { changed } = await changePortfolioItems({ db, store }, THIS_INSTALLATION, { items, action: 'erase' });
    erased += changed.length;
    // Someone restored them in between, or another process erases them.
    if (changed.length === 0) return erased;
  }
}
