import type { Transaction } from 'kysely';
import type { Database } from '../../db/database.js';
import type { EnabledChannels } from '../../message-settings.js';
import { enqueueForStaff, enqueueMessage } from '../outbox/index.js';

/**
 * Enqueues what is sent about a new inquiry: alerts to staff, the acknowledgement to a visitor with an email, and the
 * webhook. An inquiry that leaves quarantine is announced then, unless staff had marked it as spam: it was announced when it
 * arrived, and the outbox no longer knows that after 30 days. `resumeInquiryMessages` makes its cancelled messages due.
 */
export async function announceInquiry(
  transaction: Transaction<Database>,
  inquiryId: string,
  hasEmail: boolean,
  channels: EnabledChannels,
): Promise<void> {
  const key = (kind: string) => `${kind}:${inquiryId}`;
  if (channels.email) {
    await enqueueForStaff(transaction, 'alerts', { kind: 'inquiry-alert', inquiryId, key: key('inquiry-alert') });
    if (hasEmail)
      await enqueueMessage(transaction, { kind: 'acknowledgement', inquiryId, key: key('acknowledgement') });
  }
  if (channels.webhook)
    await enqueueMessage(transaction, { kind: 'inquiry-alert', channel: 'webhook', inquiryId, key: key('webhook') });
}
