import { STAFF_PATH } from '@godhuli/contracts/mounts';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.js';
import { findInquiryFacts } from './load-message.js';
import type { OutboxRow } from './outbox.queries.js';

/** Returns the JSON that the webhook gets about an inquiry, or null when the inquiry is gone. */
export async function webhookEvent(db: Kysely<Database>, row: OutboxRow, origin: string): Promise<object | null> {
  const inquiry = row.inquiry_id === null ? null : await findInquiryFacts(db, row.inquiry_id);
  if (!inquiry) return null;
  const { id, reference, name, phone, email, eventType, message, createdAt, replyDueAt } = inquiry;
  const { eventDate, eventEndDate, dateUndecided } = inquiry;
  return {
    event: 'inquiry.received',
    inquiry: {
      ...{ id, reference, name, phone, email, eventType, eventDate, eventEndDate, dateUndecided, message },
      createdAt: createdAt.toISOString(),
      replyDueAt: replyDueAt.toISOString(),
      url: `${origin}${STAFF_PATH}/dashboard/inquiries#${id}`,
    },
  };
}
