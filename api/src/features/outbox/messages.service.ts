import { randomUUID } from 'node:crypto';
import type { MessageRecipient, MessageRecipientUpdate } from '@godhuli/contracts/messages';
import { may } from '@godhuli/contracts/roles';
import type { Kysely } from 'kysely';
import { lockUntilCommit } from '../../db/advisory-lock.js';
import type { Database } from '../../db/database.js';
import type { SignedInUser } from '../../http/api-env.js';
import { Conflict, NotAllowed, NotFound } from '../../http/errors.js';
import { type Actor, audited } from '../audit/index.js';
import { enqueueMessage } from './enqueue.js';
import { listRecipients, lockMessage, makeDue, saveRecipient } from './messages.queries.js';

const CAN_BE_SENT_AGAIN = ['failed', 'unknown', 'expired'];

/**
 * Sends a failed message again, with the same `Message-ID`. Messages about inquiries are for all staff, others for admins.
 * @throws NotFound, NotAllowed; Conflict for a message that is waiting, being sent, sent or cancelled
 */
export function sendAgain(db: Kysely<Database>, actor: Actor & SignedInUser, id: string): Promise<void> {
  return audited(db, actor, 'messages.send-again', async (transaction) => {
    const message = await lockMessage(transaction, id);
    if (!message) throw new NotFound('Message not found.');
    if (message.inquiry === null && !may(actor.role, 'settings.manage')) throw new NotAllowed();
    if (message.isLeased || !CAN_BE_SENT_AGAIN.includes(message.state))
      throw new Conflict('This message was sent or is about to be sent.');
    await makeDue(transaction, id);
    const { state, kind } = message;
    return { entityId: id, before: { kind, state }, after: { kind, state: 'waiting' }, result: undefined };
  });
}

/** Changes what a user gets; two admins who change different choices both keep theirs. @throws NotFound */
export function changeRecipient(
  db: Kysely<Database>,
  actor: Actor,
  userId: string,
  change: MessageRecipientUpdate,
): Promise<MessageRecipient> {
  return audited(db, actor, 'messages.update-recipient', async (transaction) => {
    await lockUntilCommit(transaction, `message recipient ${userId}`);
    const [recipient] = await listRecipients(transaction, userId);
    if (!recipient) throw new NotFound('User not found.');
    const { name } = recipient;
    const before = { alerts: recipient.alerts, digest: recipient.digest };
    const choice = { alerts: change.alerts ?? before.alerts, digest: change.digest ?? before.digest };
    await saveRecipient(transaction, userId, choice);
    const result = { ...recipient, ...choice };
    return { entityId: userId, before: { name, ...before }, after: { name, ...choice }, result };
  });
}

/** Sends a test message to the admin's own email. */
export function sendTest(db: Kysely<Database>, actor: Actor & SignedInUser): Promise<void> {
  return audited(db, actor, 'messages.test', async (transaction) => {
    const key = `test:${randomUUID()}`;
    await enqueueMessage(transaction, { kind: 'test', userId: actor.id, key, lifetimeHours: 1 });
    return { entityId: actor.id, before: null, after: null, result: undefined };
  });
}
