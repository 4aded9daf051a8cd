import {
  type InquiriesBulk,
  type InquiriesBulkUndo,
  type Inquiry,
  type InquiryUpdate,
  statusOfStage,
} from '@godhuli/contracts/inquiries';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../db/database.js';
import { BadInput, Conflict, NotFound, StaleVersion } from '../../http/errors.js';
import { type ReadOnlyFields, requireUnchanged } from '../../http/read-only.js';
import type { EnabledChannels } from '../../message-settings.js';
import { type Actor, audited } from '../audit/index.js';
import { linkInquiries } from '../contacts/index.js';
import { resumeInquiryMessages } from '../outbox/index.js';
import { announceInquiry } from './announce-inquiry.js';
import {
  addHistory,
  findInquiry,
  type LockedInquiry,
  lockInquiries,
  lockInquiry,
  markDeleted,
  quarantinedOf,
  quarantinedUpTo,
  updateInquiries,
} from './inquiries.queries.js';
import { removeInquiries } from './remove-inquiries.js';

/** @throws NotFound */
export async function readInquiry(db: Kysely<Database>, id: string): Promise<Inquiry> {
  const inquiry = await findInquiry(db, id);
  if (!inquiry) throw missing();
  return inquiry;
}

const missing = () => new NotFound('Inquiry not found. It may have been deleted.');

async function requireInquiry(transaction: Transaction<Database>, id: string): Promise<Inquiry> {
  const inquiry = await lockInquiry(transaction, id);
  if (!inquiry) throw missing();
  return inquiry;
}

/**
 * Changes the fields that staff can change. A new stage is added to the history.
 * @throws NotFound; BadInput for an unknown owner, or the stage Lost without a reason; Conflict if the inquiry has changed
 * since `version` was read
 */
export function changeInquiry(
  { db, channels }: { db: Kysely<Database>; channels: EnabledChannels },
  actor: Actor,
  id: string,
  update: InquiryUpdate,
  readOnly: ReadOnlyFields,
): Promise<Inquiry> {
  return audited(db, actor, 'inquiries.update', async (transaction) => {
    const { version, ...values } = update;
    const before = await readVersion(transaction, id, version);
    requireUnchanged(before, readOnly);
    const isLost = values.stage === 'Lost';
    if (isLost && !(values.lostReason === undefined ? before.lostReason : values.lostReason)) throw reasonMissing();
    if (values.ownerId && values.ownerId !== before.ownerId) await requireOwner(transaction, values.ownerId);
    await updateInquiries(transaction, [id], values);
    const changed = await readInquiry(transaction, id);
    if (changed.stage !== before.stage) await addHistory(transaction, [id], changed, actor.name);
    const isReleased = before.quarantined && update.quarantined === false;
    if (isReleased) await linkInquiries(transaction, [id]);
    const after = await readInquiry(transaction, id);
    if (isReleased) {
      if (before.quarantineReason !== 'staff') await announceInquiry(transaction, id, after.email !== null, channels);
      await resumeInquiryMessages(transaction, [id]);
    }
    return { entityId: id, before: changeable(before), after: changeable(after), result: after };
  });
}

const reasonMissing = () =>
  new BadInput([{ field: 'lostReason', message: 'Please choose why this inquiry was lost.' }]);

/** @throws BadInput when the user does not exist or is disabled */
async function requireOwner(transaction: Transaction<Database>, id: string): Promise<void> {
  const user = await transaction
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('disabled', '=', false)
    .executeTakeFirst();
  if (!user) throw new BadInput([{ field: 'ownerId', message: 'Please choose an active user.' }]);
}

/**
 * Changes several inquiries in one transaction. Those that have changed since the actor saw them stay as they are.
 * @throws BadInput for an unknown owner, or the stage Lost without a reason
 */
export function changeInquiries(
  { db, channels }: { db: Kysely<Database>; channels: EnabledChannels },
  actor: Actor,
  { items, change }: InquiriesBulk,
) {
  const seen = new Map(items.map(({ _id, version }) => [_id, version]));
  return audited(db, actor, change.deleted ? 'inquiries.delete' : 'inquiries.update', async (transaction) => {
    if (change.stage === 'Lost' && !change.lostReason) throw reasonMissing();
    if (change.ownerId) await requireOwner(transaction, change.ownerId);
    const locked = new Map((await lockInquiries(transaction, [...seen.keys()])).map((row) => [row.id, row]));
    const changed: string[] = [];
    const conflicts: { _id: string; reason: 'changed' | 'deleted' }[] = [];
    for (const [_id, version] of seen) {
      const row = locked.get(_id);
      if (!row || row.isDeleted) conflicts.push({ _id, reason: 'deleted' });
      else if (row.version !== version) conflicts.push({ _id, reason: 'changed' });
      else changed.push(_id);
    }
    const released = change.quarantined === false ? await quarantinedOf(transaction, changed) : [];
    await updateInquiries(transaction, changed, change, actor.name);
    const releasedIds = released.map(({ id }) => id);
    await linkInquiries(transaction, releasedIds);
    for (const { id, email } of released)
      if (!locked.get(id)?.isMarkedByStaff) await announceInquiry(transaction, id, email !== null, channels);
    await resumeInquiryMessages(transaction, releasedIds);
    const { stage, lostReason = null } = change;
    if (stage) {
      const moved = changed.filter((id) => locked.get(id)?.stage !== stage);
      await addHistory(transaction, moved, { stage, status: statusOfStage(stage), lostReason }, actor.name);
    }
    const { entityId, before } = severalChanged(changed);
    return { entityId, before, after: change.deleted ? null : change, result: { changed, conflicts } };
  });
}

/**
 * Returns several inquiries to the stage and the owner that they had before a bulk change, and from the likely spam to the inbox,
 * in one transaction. Those that have changed since stay as they are, unless they are at that place already. The history marks a
 * change of stage as an undo. Only a mark of staff is taken back: such an inquiry was announced when it arrived, so only
 * its cancelled messages are sent now.
 * @throws BadInput for an unknown owner
 */
export function undoBulkChange(db: Kysely<Database>, actor: Actor, { items }: InquiriesBulkUndo) {
  const wanted = new Map(items.map((item) => [item._id, item]));
  return audited(db, actor, 'inquiries.undo', async (transaction) => {
    const ownerIds = new Set(items.flatMap(({ ownerId }) => ownerId ?? []));
    await requireUsers(transaction, [...ownerIds]);
    const locked = new Map((await lockInquiries(transaction, [...wanted.keys()])).map((row) => [row.id, row]));
    const changed: string[] = [];
    const conflicts: { _id: string; reason: 'changed' | 'deleted' }[] = [];
    for (const [_id, { version, ...place }] of wanted) {
      const row = locked.get(_id);
      if (!row || row.isDeleted) conflicts.push({ _id, reason: 'deleted' });
      // Also after a lost response, when this request is sent again.
      else if (isAt(row, place)) changed.push(_id);
      else if (row.version !== version || (place.quarantined === false && !row.isMarkedByStaff))
        conflicts.push({ _id, reason: 'changed' });
      else {
        changed.push(_id);
        await setBack(transaction, row, place, actor.name);
      }
    }
    const released = changed.filter((id) => wanted.get(id)?.quarantined === false);
    await linkInquiries(transaction, released);
    await resumeInquiryMessages(transaction, released);
    const { entityId, before } = severalChanged(changed);
    const after = { items: items.filter(({ _id }) => changed.includes(_id)) };
    return { entityId, before, after, result: { changed, conflicts } };
  });
}

type PlaceBefore = Omit<InquiriesBulkUndo['items'][number], '_id' | 'version'>;

const isAt = (row: LockedInquiry, place: PlaceBefore) => {
  const { stage = row.stage, lostReason = row.lostReason, ownerId = row.ownerId } = place;
  const isReason = stage !== 'Lost' || row.lostReason === lostReason;
  const isInInbox = place.quarantined === undefined || !row.quarantined;
  return row.stage === stage && row.ownerId === ownerId && isReason && isInInbox;
};

async function setBack(transaction: Transaction<Database>, row: LockedInquiry, place: PlaceBefore, by: string) {
  const { stage = row.stage, lostReason = null } = place;
  await updateInquiries(transaction, [row.id], place);
  if (stage === row.stage) return;
  await addHistory(transaction, [row.id], { stage, status: statusOfStage(stage), lostReason }, by, true);
}

/** @throws BadInput when one of the users does not exist; a disabled one may stay an owner */
async function requireUsers(transaction: Transaction<Database>, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const users = await transaction
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute();
  if (users.length < ids.length) throw new BadInput([{ field: 'ownerId', message: 'This user does not exist.' }]);
}

/** Moves a new inquiry to Replied, with its history. Any other stays as it is. @throws NotFound */
export async function recordReply(transaction: Transaction<Database>, actor: Actor, id: string): Promise<void> {
  const { stage } = await requireInquiry(transaction, id);
  if (stage !== 'New') return;
  await updateInquiries(transaction, [id], { stage: 'Replied' });
  await addHistory(transaction, [id], { stage: 'Replied', status: 'Responded', lostReason: null }, actor.name);
}

/**
 * Restores the stage before the last change. The history keeps both changes and marks this one as an undo.
 * @throws NotFound; Conflict if the inquiry has changed since `version` was read, or there is no change to undo
 */
export function undoStatus(db: Kysely<Database>, actor: Actor, id: string, version: number): Promise<Inquiry> {
  return audited(db, actor, 'inquiries.undo', async (transaction) => {
    const before = await readVersion(transaction, id, version);
    const [previous, last] = before.history.slice(-2);
    if (!previous || !last || last.isUndo) throw new Conflict('There is no status change to undo.');
    const { stage, lostReason } = previous;
    await updateInquiries(transaction, [id], { stage, lostReason });
    await addHistory(transaction, [id], previous, actor.name, true);
    const after = await readInquiry(transaction, id);
    return { entityId: id, before: changeable(before), after: changeable(after), result: after };
  });
}

async function readVersion(transaction: Transaction<Database>, id: string, version: number): Promise<Inquiry> {
  const inquiry = await requireInquiry(transaction, id);
  if (inquiry.version === version) return inquiry;
  throw new StaleVersion('Someone else changed this inquiry. Reload to see their version.', inquiry);
}

/** Marks an inquiry as deleted; `restoreInquiry` restores it. @throws NotFound */
export function deleteInquiry(db: Kysely<Database>, actor: Actor, id: string): Promise<void> {
  return audited(db, actor, 'inquiries.delete', async (transaction) => {
    const before = await requireInquiry(transaction, id);
    await updateInquiries(transaction, [id], { deleted: true }, actor.name);
    return { entityId: id, before: changeable(before), after: null, result: undefined };
  });
}

/** Restores a deleted inquiry. @throws NotFound when it is not deleted */
export function restoreInquiry(db: Kysely<Database>, actor: Actor, id: string): Promise<Inquiry> {
  return audited(db, actor, 'inquiries.restore', async (transaction) => {
    await requireDeleted(transaction, id);
    await updateInquiries(transaction, [id], { deleted: false });
    await resumeInquiryMessages(transaction, [id]);
    const after = await readInquiry(transaction, id);
    return { entityId: id, before: null, after: changeable(after), result: after };
  });
}

/** Marks several inquiries as deleted. @returns how many */
export function deleteInquiries(db: Kysely<Database>, actor: Actor, ids: string[]): Promise<number> {
  return audited(db, actor, 'inquiries.delete', async (transaction) => {
    const changed = await markDeleted(transaction, ids, actor.name);
    return { ...severalChanged(changed), result: changed.length };
  });
}

/**
 * Permanently removes several inquiries. Those that are neither quarantined nor deleted must still have the version that the
 * actor saw.
 * @returns how many
 * @throws Conflict if one of them has changed since, or a colleague is changing its client; none is removed then
 */
export function eraseInquiries(
  db: Kysely<Database>,
  actor: Actor,
  ids: string[],
  versions: Record<string, number> = {},
): Promise<number> {
  return audited(db, actor, 'inquiries.erase', async (transaction) => {
    const locked = await lockInquiries(transaction, ids);
    const isUnchanged = ({ id, unwanted, version }: LockedInquiry) => unwanted || versions[id] === version;
    if (!locked.every(isUnchanged)) {
      throw new Conflict('Someone else changed one of these inquiries. Reload to see their version.');
    }
    const removed = await removeInquiries(
      transaction,
      locked.map(({ id }) => id),
    );
    if (removed.length < locked.length)
      throw new Conflict('Someone else is changing the client of one of these inquiries. Please try again.');
    return { ...severalChanged(removed), result: removed.length };
  });
}

/** Restores several deleted inquiries. @returns how many */
export function restoreInquiries(db: Kysely<Database>, actor: Actor, ids: string[]): Promise<number> {
  return audited(db, actor, 'inquiries.restore', async (transaction) => {
    const changed = await markDeleted(transaction, ids, null);
    await resumeInquiryMessages(transaction, changed);
    const { entityId, before } = severalChanged(changed);
    return { entityId, before: null, after: before, result: changed.length };
  });
}

/** Inquiries per transaction, so that each holds its locks only briefly. */
const BATCH_SIZE = 1000;

/** Permanently removes quarantined inquiries up to the inquiry `upTo`. @returns how many */
export async function emptyQuarantine(db: Kysely<Database>, actor: Actor, upTo: string): Promise<number> {
  for (let total = 0; ; ) {
    const { found, removed } = await audited(db, actor, 'inquiries.erase', async (transaction) => {
      const quarantined = await quarantinedUpTo(transaction, upTo, BATCH_SIZE);
      const ids = await removeInquiries(transaction, quarantined);
      return { ...severalChanged(ids), result: { found: quarantined.length, removed: ids.length } };
    });
    total += removed;
    if (found < BATCH_SIZE || removed === 0) return total;
  }
}

/** The audit entry of a change of several inquiries. It names at most 200 ids, else the first and the last. */
const severalChanged = (ids: string[]) => ({
  entityId: ids.length === 1 ? String(ids[0]) : `${ids.length} inquiries`,
  before: { ids: ids.length > 200 ? [ids[0], '…', ids.at(-1)] : ids },
  after: null,
});

async function requireDeleted(transaction: Transaction<Database>, id: string) {
  if (!(await lockInquiry(transaction, id, 'deleted'))) throw new NotFound('This inquiry is not deleted.');
}

/** The fields that staff can change. The visitor's personal data stays out of the audit log. */
const changeable = ({ status, notes, quarantined, version, ...inquiry }: Inquiry) => {
  const { stage, lostReason, ownerId, value, city, source } = inquiry;
  return { status, stage, lostReason, ownerId, value, city, source, notes, quarantined, version };
};
