import type { PortfolioItem, portfolioInputSchema, portfolioUpdateSchema } from '@godhuli/contracts/portfolio';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import { lockUntilCommit } from '../../db/advisory-lock.js';
import type { Database } from '../../db/database.js';
import { BadInput, Conflict, NotFound } from '../../http/errors.js';
import { type ReadOnlyFields, requireUnchanged } from '../../http/read-only.js';
import { chosenPhotograph, type PhotographReference, requireStored } from '../../photographs.js';
import { type Actor, audited } from '../audit/audited.js';
import {
  findByKey,
  findPortfolioItem,
  insertPortfolioItem,
  listIds,
  listPortfolio,
  nextPosition,
  setPosition,
  shiftFrom,
  updatePortfolioItem,
} from './portfolio.queries.js';

type Input = z.output<typeof portfolioInputSchema>;
type Update = z.output<typeof portfolioUpdateSchema>;

/** Positions are read and then written, so only one writer at a time may do that. */
const lockOrder = (transaction: Transaction<Database>) => lockUntilCommit(transaction, 'portfolio order');

/** Ends a transaction that finds its item stored by an earlier try. */
class StoredBefore extends Error {
  constructor(readonly item: PortfolioItem) {
    super('stored before');
  }
}

/**
 * Adds an item at the end.
 * @param key a retry with the same key gets the item that the first try stored, and adds nothing
 */
export async function createPortfolioItem(
  db: Kysely<Database>,
  actor: Actor,
  input: Input,
  key: string | null = null,
): Promise<PortfolioItem> {
  try {
    return await insertAtEnd(db, actor, input, key);
  } catch (error) {
    if (error instanceof StoredBefore) return error.item;
    throw error;
  }
}

function insertAtEnd(db: Kysely<Database>, actor: Actor, input: Input, key: string | null): Promise<PortfolioItem> {
  return audited(db, actor, 'portfolio.create', async (transaction) => {
    // Creations run one at a time, so the first try has committed or never will.
    await lockOrder(transaction);
    const before = key === null ? undefined : await findByKey(transaction, key);
    if (before) throw new StoredBefore(before);
    const { mediaId: _, portraitMediaId: portrait_media_id, focal, ...columns } = input;
    await requireStored(transaction, portrait_media_id, 'portraitMediaId');
    const photograph = { portrait_media_id, media_id: null, ...(await chosenPhotograph(transaction, input)) };
    const place = { focal_x: focal.x, focal_y: focal.y };
    const values = { ...columns, ...photograph, ...place, created_with_key: key };
    const item = await insertPortfolioItem(transaction, values);
    return { entityId: item._id, before: null, after: item, answer: item };
  });
}

/** @throws Conflict with the stored item when it is not the version that the editor saw */
function requireVersion(item: PortfolioItem, seen: number | undefined): void {
  if (seen === undefined || seen === item.version) return;
  throw new Conflict('Someone else changed this item. Compare your changes with theirs.', { current: item });
}

/** @throws NotFound, Conflict when it was changed since `version` was read, BadInput when a read-only field differs */
export function changePortfolioItem(
  db: Kysely<Database>,
  actor: Actor,
  id: string,
  input: Update,
  readOnly: ReadOnlyFields,
): Promise<PortfolioItem> {
  return audited(db, actor, 'portfolio.update', async (transaction) => {
    const before = await findPortfolioItem(transaction, id);
    if (!before) throw new NotFound('Someone else deleted this item.');
    const { mediaId: _, portraitMediaId, focal, version, ...columns } = input;
    requireVersion(before, version);
    requireUnchanged(before, readOnly);
    const photograph = await chosenPhotograph(transaction, input);
    await requireStored(transaction, portraitMediaId, 'portraitMediaId');
    const portrait = portraitMediaId ?? (showsOther(before, photograph) || portraitMediaId === null ? null : undefined);
    const after = await updatePortfolioItem(transaction, id, {
      ...columns,
      ...photograph,
      ...(portrait === undefined ? {} : { portrait_media_id: portrait }),
      ...(focal ? { focal_x: focal.x, focal_y: focal.y } : {}),
    });
    return { entityId: id, before, after, answer: after };
  });
}

/** Whether a change shows another photo: the portrait of the old one must not stay on phones. */
function showsOther(before: PortfolioItem, { image, media_id }: Partial<PhotographReference>): boolean {
  if (media_id === undefined) return false;
  return media_id === null ? before.media !== null || before.image !== image : before.media?.id !== media_id;
}

/**
 * Deletes an item; its row stays, and `restorePortfolioItem` brings it back.
 * @throws NotFound, Conflict when it was changed since `version` was read
 */
export function deletePortfolioItem(db: Kysely<Database>, actor: Actor, id: string, version?: number): Promise<void> {
  return audited(db, actor, 'portfolio.delete', async (transaction) => {
    const before = await findPortfolioItem(transaction, id);
    if (!before) throw new NotFound();
    requireVersion(before, version);
    await updatePortfolioItem(transaction, id, { deleted_at: sql`now()` as never });
    return { entityId: id, before, after: null, answer: undefined };
  });
}

/** Restores a deleted item to where it was. @throws NotFound when it is not deleted */
export function restorePortfolioItem(db: Kysely<Database>, actor: Actor, id: string): Promise<PortfolioItem> {
  return audited(db, actor, 'portfolio.restore', async (transaction) => {
    if (!(await findPortfolioItem(transaction, id, 'deleted'))) throw new NotFound();
    const after = await updatePortfolioItem(transaction, id, { deleted_at: null });
    return { entityId: id, before: null, after, answer: after };
  });
}

/**
 * Puts an item directly before another, or last when `beforeId` is null.
 * @param place `afterId` is what the editor saw in front of that place
 * @returns the whole list
 * @throws NotFound, BadInput when there is no item `beforeId`, Conflict when another item is in front of it now
 */
export function movePortfolioItem(
  db: Kysely<Database>,
  actor: Actor,
  id: string,
  { beforeId, afterId }: { beforeId: string | null; afterId?: string | null },
): Promise<PortfolioItem[]> {
  return audited(db, actor, 'portfolio.move', async (transaction) => {
    await lockOrder(transaction);
    const moved = await findPortfolioItem(transaction, id);
    if (!moved) throw new NotFound();
    if (beforeId !== id) {
      if (afterId !== undefined) await requireNeighbour(transaction, id, beforeId, afterId);
      const position = await positionBefore(transaction, beforeId);
      await setPosition(transaction, id, position);
    }
    const list = await listPortfolio(transaction);
    const after = list.find((item) => item._id === id)?.position;
    return { entityId: id, before: { position: moved.position }, after: { position: after }, answer: list };
  });
}

async function requireNeighbour(
  transaction: Transaction<Database>,
  id: string,
  beforeId: string | null,
  afterId: string | null,
): Promise<void> {
  const others = (await listIds(transaction)).filter((each) => each !== id);
  const index = beforeId === null ? others.length : others.indexOf(beforeId);
  if (index >= 0 && (others[index - 1] ?? null) === afterId) return;
  throw new Conflict('Someone else changed the order. Check the new order, then move the item again.');
}

async function positionBefore(transaction: Transaction<Database>, beforeId: string | null): Promise<number> {
  if (beforeId === null) return nextPosition(transaction);
  const before = await findPortfolioItem(transaction, beforeId);
  if (!before) throw new BadInput([{ field: 'beforeId', message: 'Photo not found. It may have been deleted.' }]);
  await shiftFrom(transaction, before.position);
  return before.position;
}
