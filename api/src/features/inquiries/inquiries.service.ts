import type { Inquiry, InquiryStatus } from '@godhuli/contracts/inquiries';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../db/database.js';
import { Conflict, NotFound } from '../../http/errors.js';
import { type ReadOnlyFields, requireUnchanged } from '../../http/read-only.js';
import { type Actor, audited } from '../audit/index.js';
import {
  addHistory,
  findInquiry,
  type LockedInquiry,
  lockInquiries,
  markDeleted,
  quarantinedUpTo,
  removeInquiries,
  updateInquiry,
} from './inquiries.queries.js';

interface Update {
  version: number;
  status?: InquiryStatus;
  notes?: string;
  quarantined?: boolean;
}

/** @throws NotFound */
export async function readInquiry(db: Kysely<Database>, id: string): Promise<Inquiry> {
  const inquiry = await findInquiry(db, id);
  if (!inquiry) throw new NotFound('Inquiry not found. It may have been deleted.');
  return inquiry;
}

/**
 * Sets status, notes or the spam mark. A new status is added to the history.
 * @throws NotFound; Conflict if the inquiry has changed since `version` was read
 */
export function changeInquiry(
  db: Kysely<Database>,
  actor: Actor,
  id: string,
  update: Update,
  readOnly: ReadOnlyFields,
): Promise<Inquiry> {
  return audited(db, actor, 'inquiries.update', async (transaction) => {
    const { version, ...values } = update;
    const before = await readVersion(transaction, id, version);
    requireUnchanged(before, readOnly);
    await updateInquiry(transaction, id, values);
    if (values.status && values.status !== before.status) await addHistory(transaction, id, values.status, actor.name);
    const after = await readInquiry(transaction, id);
    return { entityId: id, before: changeable(before), after: changeable(after), result: after };
  });
}

/**
 * Restores the status before the last change. The history keeps both changes and marks this one as an undo.
 * @throws NotFound; Conflict if the inquiry has changed since `version` was read, or there is no change to undo
 */
export function undoStatus(db: Kysely<Database>, actor: Actor, id: string, version: number): Promise<Inquiry> {
  return audited(db, actor, 'inquiries.undo', async (transaction) => {
    const before = await readVersion(transaction, id, version);
    const [previous, last] = before.history.slice(-2);
    if (!previous || !last || last.isUndo) throw new Conflict('There is no status change to undo.');
    await updateInquiry(transaction, id, { status: previous.status });
    await addHistory(transaction, id, previous.status, actor.name, true);
    const after = await readInquiry(transaction, id);
    return { entityId: id, before: changeable(before), after: changeable(after), result: after };
  });
}

async function readVersion(transaction: Transaction<Database>, id: string, version: number): Promise<Inquiry> {
  const inquiry = await readInquiry(transaction, id);
  if (inquiry.version === version) return inquiry;
  throw new Conflict('Someone else changed this inquiry. Reload to see their version.');
}

/** Marks an inquiry as deleted; `restoreInquiry` restores it. @throws NotFound */
export function deleteInquiry(db: Kysely<Database>, actor: Actor, id: string): Promise<void> {
  return audited(db, actor, 'inquiries.delete', async (transaction) => {
    const before = await readInquiry(transaction, id);
    await updateInquiry(transaction, id, { deleted: true });
    return { entityId: id, before: changeable(before), after: null, result: undefined };
  });
}

/** Restores a deleted inquiry. @throws NotFound when it is not deleted */
export function restoreInquiry(db: Kysely<Database>, actor: Actor, id: string): Promise<Inquiry> {
  return audited(db, actor, 'inquiries.restore', async (transaction) => {
    await requireDeleted(transaction, id);
    await updateInquiry(transaction, id, { deleted: false });
    const after = await readInquiry(transaction, id);
    return { entityId: id, before: null, after: changeable(after), result: after };
  });
}

/** Marks several inquiries as deleted. @returns how many */
export function deleteInquiries(db: Kysely<Database>, actor: Actor, ids: string[]): Promise<number> {
  return audited(db, actor, 'inquiries.delete', async (transaction) => {
    const changed = await markDeleted(transaction, ids, true);
    return { ...severalChanged(changed), result: changed.length };
  });
}

/**
 * Permanently removes several inquiries. Those that are neither quarantined nor deleted must still have the version that the
 * actor saw.
 * @returns how many
 * @throws Conflict if one of them has changed since; none is removed then
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
    return { ...severalChanged(removed), result: removed.length };
  });
}

/** Restores several deleted inquiries. @returns how many */
export function restoreInquiries(db: Kysely<Database>, actor: Actor, ids: string[]): Promise<number> {
  return audited(db, actor, 'inquiries.restore', async (transaction) => {
    const changed = await markDeleted(transaction, ids, false);
    const { entityId, before } = severalChanged(changed);
    return { entityId, before: null, after: before, result: changed.length };
  });
}

/** Inquiries per transaction, so that each holds its locks only briefly. */
const BATCH_SIZE = 1000;

/** Permanently removes quarantined inquiries up to the inquiry `upTo`. @returns how many */
export async function emptyQuarantine(db: Kysely<Database>, actor: Actor, upTo: string): Promise<number> {
  for (let total = 0; ; ) {
    const count = await audited(db, actor, 'inquiries.erase', async (transaction) => {
      const ids = await removeInquiries(transaction, await quarantinedUpTo(transaction, upTo, BATCH_SIZE));
      return { ...severalChanged(ids), result: ids.length };
    });
    total += count;
    if (count < BATCH_SIZE) return total;
  }
}

/** The audit entry of a change of several inquiries. It names at most 200 ids, else the first and the last. */
const severalChanged = (ids: string[]) => ({
  entityId: ids.length === 1 ? String(ids[0]) : `${ids.length} inquiries`,
  before: { ids: ids.length > 200 ? [ids[0], '…', ids.at(-1)] : ids },
  after: null,
});

async function requireDeleted(transaction: Transaction<Database>, id: string) {
  if (!(await findInquiry(transaction, id, 'deleted'))) throw new NotFound('This inquiry is not deleted.');
}

/** The fields that staff can change. The visitor's personal data stays out of the audit log. */
const changeable = ({ status, notes, quarantined, version }: Inquiry) => ({ status, notes, quarantined, version });
