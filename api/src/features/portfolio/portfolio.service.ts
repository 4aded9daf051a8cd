import type { PortfolioItem, portfolioInputSchema, portfolioUpdateSchema } from '@godhuli/contracts/portfolio';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import { lockUntilCommit } from '../../db/advisory-lock.js';
import type { Database } from '../../db/database.js';
import { BadInput, NotFound } from '../../http/errors.js';
import { chosenPhotograph, type PhotographReference, requireStored } from '../../photographs.js';
import { type Actor, audited } from '../audit/audited.js';
import {
  findPortfolioItem,
  insertPortfolioItem,
  listPortfolio,
  nextPosition,
  shiftFrom,
  updatePortfolioItem,
} from './portfolio.queries.js';

type Input = z.output<typeof portfolioInputSchema>;
type Update = z.output<typeof portfolioUpdateSchema>;

/** Positions are read and then written, so only one writer at a time may do that. */
const lockOrder = (transaction: Transaction<Database>) => lockUntilCommit(transaction, 'portfolio order');

export function createPortfolioItem(db: Kysely<Database>, actor: Actor, input: Input): Promise<PortfolioItem> {
  return audited(db, actor, 'portfolio.create', async (transaction) => {
    await lockOrder(transaction);
    const { mediaId: _, portraitMediaId: portrait_media_id, focal, ...columns } = input;
    await requireStored(transaction, portrait_media_id, 'portraitMediaId');
    const photograph = { portrait_media_id, media_id: null, ...(await chosenPhotograph(transaction, input)) };
    const place = { focal_x: focal.x, focal_y: focal.y };
    const item = await insertPortfolioItem(transaction, { ...columns, ...photograph, ...place });
    return { entityId: item._id, before: null, after: item, answer: item };
  });
}

/** @throws NotFound */
export function changePortfolioItem(
  db: Kysely<Database>,
  actor: Actor,
  id: string,
  input: Update,
): Promise<PortfolioItem> {
  return audited(db, actor, 'portfolio.update', async (transaction) => {
    const before = await findPortfolioItem(transaction, id);
    if (!before) throw new NotFound();
    const { mediaId: _, portraitMediaId, focal, ...columns } = input;
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

/** Takes an item off the page; its row stays, and `restorePortfolioItem` brings it back. @throws NotFound */
export function deletePortfolioItem(db: Kysely<Database>, actor: Actor, id: string): Promise<void> {
  return audited(db, actor, 'portfolio.delete', async (transaction) => {
    const before = await findPortfolioItem(transaction, id);
    if (!before) throw new NotFound();
    await updatePortfolioItem(transaction, id, { deleted_at: sql`now()` as never });
    return { entityId: id, before, after: null, answer: undefined };
  });
}

/** Brings a deleted item back to where it was. @throws NotFound when it is not deleted */
export function restorePortfolioItem(db: Kysely<Database>, actor: Actor, id: string): Promise<PortfolioItem> {
  return audited(db, actor, 'portfolio.restore', async (transaction) => {
    if (!(await findPortfolioItem(transaction, id, 'deleted'))) throw new NotFound();
    const after = await updatePortfolioItem(transaction, id, { deleted_at: null });
    return { entityId: id, before: null, after, answer: after };
  });
}

/**
 * Puts an item directly before another, or last when `beforeId` is null.
 * @returns the whole list
 * @throws NotFound, BadInput when there is no item `beforeId`
 */
export function movePortfolioItem(
  db: Kysely<Database>,
  actor: Actor,
  id: string,
  beforeId: string | null,
): Promise<PortfolioItem[]> {
  return audited(db, actor, 'portfolio.move', async (transaction) => {
    await lockOrder(transaction);
    const moved = await findPortfolioItem(transaction, id);
    if (!moved) throw new NotFound();
    if (beforeId !== id) {
      const position = await positionBefore(transaction, beforeId);
      await updatePortfolioItem(transaction, id, { position });
    }
    const list = await listPortfolio(transaction);
    const after = list.find((item) => item._id === id)?.position;
    return { entityId: id, before: { position: moved.position }, after: { position: after }, answer: list };
  });
}

async function positionBefore(transaction: Transaction<Database>, beforeId: string | null): Promise<number> {
  if (beforeId === null) return nextPosition(transaction);
  const before = await findPortfolioItem(transaction, beforeId);
  if (!before) throw new BadInput([{ field: 'beforeId', message: 'There is no such photograph any more.' }]);
  await shiftFrom(transaction, before.position);
  return before.position;
}
