import type { PortfolioBulk, PortfolioBulkResult, StaffPortfolioItem } from '@godhuli/contracts/portfolio';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../db/database.js';
import { type Actor, addAuditEntries, requireActor } from '../audit/index.js';
import { type MediaStore, removeUnusedMedia } from '../media/index.js';
import {
  deletePortfolioItems,
  findPortfolioItems,
  mediaIdsOfHistory,
  updatePortfolioItems,
} from './portfolio.queries.js';
import { lockOrder } from './portfolio.service.js';

const ACTIONS = {
  change: 'portfolio.update',
  trash: 'portfolio.delete',
  restore: 'portfolio.restore',
  erase: 'portfolio.erase',
} as const;

/**
 * Changes many items in one transaction, with an audit entry for each. Items that someone else changed, or that are not
 * where the action expects them, stay as they are and are reported.
 */
export async function changePortfolioItems(
  db: Kysely<Database>,
  store: MediaStore,
  actor: Actor,
  bulk: PortfolioBulk,
): Promise<PortfolioBulkResult> {
  const { conflicts, changed, unused } = await db.transaction().execute(async (transaction) => {
    await requireActor(transaction, actor);
    // Before the rows: a move locks in the same sequence.
    await lockOrder(transaction);
    const stored = await findPortfolioItems(
      transaction,
      bulk.items.map(({ id }) => id),
    );
    const { ready, conflicts } = checkVersions(bulk, stored);
    const unused = bulk.action === 'erase' ? await mediaIdsOfHistory(transaction, ready) : [];
    const changed = ready.length > 0 ? await apply(transaction, bulk, ready) : new Map<string, StaffPortfolioItem>();
    const entries = ready.map((id) => ({
      entityId: id,
      before: bulk.action === 'restore' ? null : (stored.get(id) ?? null),
      after: ['trash', 'erase'].includes(bulk.action) ? null : (changed.get(id) ?? null),
    }));
    await addAuditEntries(transaction, actor, ACTIONS[bulk.action], entries);
    return { conflicts, unused, changed: ready.flatMap((id) => changed.get(id) ?? stored.get(id) ?? []) };
  });
  await removeUnusedMedia(db, store, unused);
  return { changed, conflicts };
}

/** Splits the items of a request, each named once, into those that it may change and those that differ from what was seen. */
function checkVersions({ items, action }: PortfolioBulk, stored: ReadonlyMap<string, StaffPortfolioItem>) {
  const isInTrash = action === 'restore' || action === 'erase';
  const conflicts: PortfolioBulkResult['conflicts'] = [];
  const ready = new Set<string>();
  for (const { id, version } of items) {
    const current = stored.get(id) ?? null;
    const isMissing = current === null || (current.deletedAt !== null) !== isInTrash;
    if (isMissing) conflicts.push({ id, reason: 'missing', current });
    else if (current.version !== version) conflicts.push({ id, reason: 'changed', current });
    else ready.add(id);
  }
  return { ready: [...ready], conflicts };
}

async function apply(
  transaction: Transaction<Database>,
  { action, items, change = {} }: PortfolioBulk,
  ready: readonly string[],
): Promise<Map<string, StaffPortfolioItem>> {
  if (action === 'erase') {
    await deletePortfolioItems(transaction, ready);
    return new Map();
  }
  if (action !== 'change') return updatePortfolioItems(transaction, ready, { isDeleted: action === 'trash' });
  const { titlePattern, ...columns } = change;
  const places = new Map(items.map(({ id }, index) => [id, index + 1]));
  const titles =
    titlePattern === undefined ? undefined : ready.map((id) => titlePattern.replaceAll('{n}', `${places.get(id)}`));
  return updatePortfolioItems(transaction, ready, { columns, titles });
}
