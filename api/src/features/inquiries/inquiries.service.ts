import type { Inquiry, InquiryStatus } from '@godhuli/contracts/inquiries';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../db/database.js';
import { Conflict, NotFound } from '../../http/errors.js';
import { type Actor, audited } from '../audit/audited.js';
import { addHistory, findInquiry, updateInquiry } from './inquiries.queries.js';

interface Update {
  version: number;
  status?: InquiryStatus;
  notes?: string;
  quarantined?: boolean;
}

/** @throws NotFound */
export async function readInquiry(db: Kysely<Database>, id: string): Promise<Inquiry> {
  const inquiry = await findInquiry(db, id);
  if (!inquiry) throw new NotFound('This inquiry is not there any more.');
  return inquiry;
}

/**
 * Sets status or notes, or says that it is (no) spam; a new status goes into the history.
 * @throws NotFound, Conflict when somebody changed it since `version` was read
 */
export function changeInquiry(db: Kysely<Database>, actor: Actor, id: string, update: Update): Promise<Inquiry> {
  return audited(db, actor, 'inquiries.update', async (transaction) => {
    const { version, ...values } = update;
    const before = await readInquiry(transaction, id);
    if (before.version !== version) {
      throw new Conflict('Someone else changed this inquiry meanwhile. Load it again to see what they did.');
    }
    await updateInquiry(transaction, id, values);
    if (values.status && values.status !== before.status) await addHistory(transaction, id, values.status, actor.name);
    const after = await readInquiry(transaction, id);
    return { entityId: id, before: changeable(before), after: changeable(after), answer: after };
  });
}

/** Takes an inquiry off the list; its row stays, and `restoreInquiry` brings it back. @throws NotFound */
export function deleteInquiry(db: Kysely<Database>, actor: Actor, id: string): Promise<void> {
  return audited(db, actor, 'inquiries.delete', async (transaction) => {
    const before = await readInquiry(transaction, id);
    await updateInquiry(transaction, id, { deleted: true });
    return { entityId: id, before: changeable(before), after: null, answer: undefined };
  });
}

/** @throws NotFound when it is not deleted */
export function restoreInquiry(db: Kysely<Database>, actor: Actor, id: string): Promise<Inquiry> {
  return audited(db, actor, 'inquiries.restore', async (transaction) => {
    await requireDeleted(transaction, id);
    await updateInquiry(transaction, id, { deleted: false });
    const after = await readInquiry(transaction, id);
    return { entityId: id, before: null, after: changeable(after), answer: after };
  });
}

async function requireDeleted(transaction: Transaction<Database>, id: string) {
  if (!(await findInquiry(transaction, id, 'deleted'))) throw new NotFound('This inquiry is not deleted.');
}

/** What staff can change; the visitor's own words and numbers stay out of the audit. */
const changeable = ({ status, notes, quarantined, version }: Inquiry) => ({ status, notes, quarantined, version });
