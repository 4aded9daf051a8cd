import type { PortfolioBulk, PortfolioBulkResult, StaffPortfolioItem } from '@godhuli/contracts/portfolio';
import type { Kysely, Transaction } from 'kysely';
import { incrementAlbumVersions, lockAlbums } from '../../db/album-versions.js';
import type { Database } from '../../db/database.js';
import { type Actor, addAuditEntries, requireActor } from '../audit/index.js';
import { leaveMedia, type MediaStore, removeLeftMedia } from '../media/index.js';
import {
  deletePortfolioItems,
  lockPortfolioItems,
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

/** Adds photos to an album in the transaction of a bulk edit; given from outside, because albums are made of photos. */
export interface PhotoAlbums {
  /** adds photos at the end, with an audit entry; the caller has locked the albums; @throws BadInput for field `change.albumId` */
  addPhotos(transaction: Transaction<Database>, actor: Actor, id: string, photoIds: readonly string[]): Promise<void>;
}

/**
 * Changes many items in one transaction, with an audit entry for each. Items that someone else changed, or that are not
 * where the action expects them, stay as they are and are reported.
 */
export async function changePortfolioItems(
  { db, store, albums }: { db: Kysely<Database>; store: MediaStore; albums?: PhotoAlbums },
  actor: Actor,
  bulk: PortfolioBulk,
): Promise<PortfolioBulkResult> {
  const { albumId, ...itemChange } = bulk.change ?? {};
  const changesItems = bulk.action !== 'change' || Object.keys(itemChange).length > 0;
  const { conflicts, changed, unused } = await db.transaction().execute(async (transaction) => {
    await requireActor(transaction, actor);
    // Before the rows: a move locks in the same sequence.
    await lockOrder(transaction);
    if (albumId !== undefined || bulk.action === 'restore' || bulk.action === 'erase') await lockAlbums(transaction);
    const stored = await lockPortfolioItems(
      transaction,
      bulk.items.map(({ id }) => id),
    );
    const { ready, conflicts } = checkVersions(bulk, stored);
    const unused = bulk.action === 'erase' ? await mediaIdsOfHistory(transaction, ready) : [];
    await leaveMedia(transaction, unused);
    if (albumId !== undefined && ready.length > 0) await albums?.addPhotos(transaction, actor, albumId, ready);
    const edited = changesItems ? ready : [];
    const changed = edited.length > 0 ? await apply(transaction, bulk, edited) : new Map<string, StaffPortfolioItem>();
    const entries = edited.map((id) => ({
      entityId: id,
      before: bulk.action === 'restore' ? null : (stored.get(id) ?? null),
      after: ['trash', 'erase'].includes(bulk.action) ? null : (changed.get(id) ?? null),
    }));
    await addAuditEntries(transaction, actor, ACTIONS[bulk.action], entries);
    return { conflicts, unused, changed: ready.flatMap((id) => changed.get(id) ?? stored.get(id) ?? []) };
  });
  await removeLeftMedia(db, store, unused);
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
  if (action === 'restore') await incrementAlbumVersions(transaction, 'portfolio_id', ready);
  if (action !== 'change') return updatePortfolioItems(transaction, ready, { isDeleted: action === 'trash' });
  const { titlePattern, albumId: _, ...columns } = change;
  const places = new Map(items.map(({ id }, index) => [id, index + 1]));
  const titles =
    titlePattern === undefined ? undefined : ready.map((id) => titlePattern.replaceAll('{n}', `${places.get(id)}`));
  return updatePortfolioItems(transaction, ready, { columns, titles });
}
