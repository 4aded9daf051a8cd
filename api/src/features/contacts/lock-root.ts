import type { Transaction } from 'kysely';
import type { Database } from '../../db/database.js';

/**
 * Locks the client that stands for another one until the transaction ends.
 * @param lock locks a client and returns its row
 * @returns its row, or undefined if it was erased or removed, also while we waited
 */
export async function lockRootOf<Root extends { erased_at: Date | null }>(
  transaction: Transaction<Database>,
  id: string,
  lock: (rootId: string) => Promise<Root | undefined>,
): Promise<Root | undefined> {
  const rootOf = async () =>
    (await transaction.selectFrom('clients').select('root_id').where('id', '=', id).executeTakeFirst())?.root_id;
  for (let rootId = await rootOf(); rootId !== undefined; ) {
    const root = await lock(rootId);
    if (!root || root.erased_at !== null) return undefined;
    // It may have been merged, or taken out, while we waited.
    const now = await rootOf();
    if (now === rootId) return root;
    rootId = now;
  }
  return undefined;
}
