import type {
  PortfolioPlace,
  portfolioInputSchema,
  portfolioOrderResultSchema,
  portfolioOrderSchema,
  portfolioUpdateSchema,
  StaffPortfolioItem,
} from '@godhuli/contracts/portfolio';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import { lockUntilCommit } from '../../db/advisory-lock.js';
import { incrementAlbumVersions, lockAlbums } from '../../db/album-versions.js';
import type { Database } from '../../db/database.js';
import { editedTranslations } from '../../db/item-translations.js';
import { BadInput, Conflict, NotFound, StaleVersion } from '../../http/errors.js';
import { type ReadOnlyFields, requireUnchanged } from '../../http/read-only.js';
import { type Actor, addAuditEntry, audited, requireActor } from '../audit/index.js';
import { chosenImage, type ImageColumns, requireStoredMedia } from '../media/index.js';
import { firstOther, lastOther, moveBefore, type Place, placeOf, sortByCaptureTime } from './order.queries.js';
import {
  findByKey,
  insertPortfolioItem,
  lockPortfolioItem,
  nextTranslations,
  updatePortfolioItem,
} from './portfolio.queries.js';
import { PHOTO_TEXTS } from './portfolio-items.js';

type Input = z.output<typeof portfolioInputSchema>;
type Update = z.output<typeof portfolioUpdateSchema>;

/** Positions are read and then written, so only one writer at a time may do that. */
export const lockOrder = (transaction: Transaction<Database>) => lockUntilCommit(transaction, 'portfolio order');

/**
 * Adds an item at the end.
 * @param check runs before the item is added, while no other can be
 * @param key a retry with the same key returns the item that the first attempt stored, and adds nothing
 */
export function createPortfolioItem(
  db: Kysely<Database>,
  actor: Actor,
  input: Input,
  key: string | null = null,
  check: (transaction: Transaction<Database>) => Promise<void> = async () => {},
): Promise<StaffPortfolioItem> {
  return db.transaction().execute(async (transaction) => {
    await requireActor(transaction, actor);
    // Creations run one at a time, so the first attempt has committed or never will.
    await lockOrder(transaction);
    const stored = key === null ? undefined : await findByKey(transaction, key);
    if (stored) return stored;
    await check(transaction);
    const { mediaId: _, portraitMediaId: portrait_media_id, focal, translations: _texts, ...columns } = input;
    await requireStoredMedia(transaction, portrait_media_id, 'portraitMediaId');
    const photo = { portrait_media_id, media_id: null, ...(await chosenImage(transaction, input)) };
    const place = { focal_x: focal.x, focal_y: focal.y };
    const translations = editedTranslations(PHOTO_TEXTS, input);
    const values = { ...columns, ...photo, ...place, translations, created_with_key: key };
    const item = await insertPortfolioItem(transaction, values);
    await addAuditEntry(transaction, actor, 'portfolio.create', { entityId: item._id, before: null, after: item });
    return item;
  });
}

/** @throws Conflict with the stored item when it is not the version that the editor saw */
function requireVersion(item: StaffPortfolioItem, seen: number | undefined): void {
  if (seen === undefined || seen === item.version) return;
  throw new StaleVersion('Someone else changed this item. Compare your changes with theirs.', item, {
    stored: { mediaId: item.media?.id ?? null, focal: item.media?.focal },
  });
}

/** @throws NotFound, Conflict when it was changed since `version` was read, BadInput when a read-only field differs */
export function changePortfolioItem(
  db: Kysely<Database>,
  actor: Actor,
  id: string,
  input: Update,
  readOnly: ReadOnlyFields,
): Promise<StaffPortfolioItem> {
  return audited(db, actor, 'portfolio.update', async (transaction) => {
    const before = await lockPortfolioItem(transaction, id);
    if (!before) throw new NotFound('Someone else deleted this item.');
    const { mediaId: _, portraitMediaId, focal, version, translations: given, ...columns } = input;
    requireVersion(before, version);
    requireUnchanged(before, readOnly);
    const photo = await chosenImage(transaction, input);
    await requireStoredMedia(transaction, portraitMediaId, 'portraitMediaId');
    const portrait = portraitMediaId ?? (showsOther(before, photo) || portraitMediaId === null ? null : undefined);
    const translations = given && (await nextTranslations(transaction, id, input));
    const after = await updatePortfolioItem(transaction, id, {
      ...columns,
      ...(translations === undefined ? {} : { translations }),
      ...photo,
      ...(portrait === undefined ? {} : { portrait_media_id: portrait }),
      ...(focal ? { focal_x: focal.x, focal_y: focal.y } : {}),
    });
    return { entityId: id, before, after, result: after };
  });
}

/** Whether a change replaces the photo: phones must not show the portrait of the old one. */
function showsOther(before: StaffPortfolioItem, { image, media_id }: Partial<ImageColumns>): boolean {
  if (media_id === undefined) return false;
  return media_id === null ? before.media !== null || before.image !== image : before.media?.id !== media_id;
}

/**
 * Marks an item as deleted; `restorePortfolioItem` restores it.
 * @throws NotFound, Conflict when it was changed since `version` was read
 */
export function deletePortfolioItem(db: Kysely<Database>, actor: Actor, id: string, version?: number): Promise<void> {
  return audited(db, actor, 'portfolio.delete', async (transaction) => {
    const before = await lockPortfolioItem(transaction, id);
    if (!before) throw new NotFound();
    requireVersion(before, version);
    await updatePortfolioItem(transaction, id, { deleted_at: sql<Date>`now()` });
    return { entityId: id, before, after: null, result: undefined };
  });
}

/** Restores a deleted item at its old position. @throws NotFound when it is not deleted */
export function restorePortfolioItem(db: Kysely<Database>, actor: Actor, id: string): Promise<StaffPortfolioItem> {
  return audited(db, actor, 'portfolio.restore', async (transaction) => {
    // As in an erasure of many, which changes the same rows.
    await lockOrder(transaction);
    await lockAlbums(transaction);
    if (!(await lockPortfolioItem(transaction, id, 'deleted'))) throw new NotFound();
    await incrementAlbumVersions(transaction, 'portfolio_id', [id]);
    const after = await updatePortfolioItem(transaction, id, { deleted_at: null });
    return { entityId: id, before: null, after, result: after };
  });
}

/**
 * Moves an item to another place.
 * @throws NotFound, BadInput when a neighbour does not exist, Conflict when the item before the new position has changed
 */
export function movePortfolioItem(
  db: Kysely<Database>,
  actor: Actor,
  id: string,
  place: PortfolioPlace,
): Promise<StaffPortfolioItem> {
  return audited(db, actor, 'portfolio.move', async (transaction) => {
    await lockOrder(transaction);
    const before = await lockPortfolioItem(transaction, id);
    if (!before) throw new NotFound();
    const item = { id, position: before.position };
    const follower = await followerOf(transaction, item, place);
    const position = follower === item ? before.position : await moveBefore(transaction, item, follower);
    const result = { ...before, position };
    return { entityId: id, before: { position: before.position }, after: { position }, result };
  });
}

/** Sorts items by the time at which they were taken. @returns how many, and how many of them have no time */
export function orderByCaptureTime(
  db: Kysely<Database>,
  actor: Actor,
  choice: z.output<typeof portfolioOrderSchema>,
): Promise<z.output<typeof portfolioOrderResultSchema>> {
  return audited(db, actor, 'portfolio.order', async (transaction) => {
    await lockOrder(transaction);
    const result = await sortByCaptureTime(transaction, choice);
    const entityId = choice.category ?? `${result.sorted} photos`;
    return { entityId, before: null, after: { ...choice, ...result }, result };
  });
}

/** Returns the item that will follow a moved one, null at the end, or the moved one itself when it stays where it is. */
async function followerOf(
  transaction: Transaction<Database>,
  item: Place,
  place: PortfolioPlace,
): Promise<Place | null> {
  const { id } = item;
  const findPlace = (other: string) => placeOf(transaction, id, other);
  const firstAfter = async (after?: Place) => (await firstOther(transaction, id, { after })) ?? null;
  const { edge, category, beforeId, afterId = null } = place;
  if (edge === 'start') return (await firstOther(transaction, id, { category })) ?? item;
  if (edge === 'end') {
    const last = await lastOther(transaction, id, { category });
    return last ? firstAfter(last) : item;
  }
  if (beforeId === undefined) {
    const after = afterId === null ? undefined : await findPlace(afterId);
    if (afterId !== null && !after) throw notFound('afterId');
    return firstAfter(after);
  }
  if (beforeId === id) return item;
  const before = beforeId === null ? undefined : await findPlace(beforeId);
  const isGone = beforeId !== null && !before;
  if (place.afterId === undefined) {
    if (isGone) throw notFound('beforeId');
    return before ?? null;
  }
  const inFront = isGone ? undefined : await lastOther(transaction, id, { before });
  if (isGone || (inFront?.id ?? null) !== afterId)
    throw new Conflict('Someone else changed the order. Check the new order, then move the item again.');
  return before ?? null;
}

const notFound = (field: string) => new BadInput([{ field, message: 'Photo not found. It may have been deleted.' }]);
