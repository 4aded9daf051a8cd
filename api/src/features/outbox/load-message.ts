import type { AccountNotice } from '@godhuli/contracts/account';
import { replyDueAt } from '@godhuli/contracts/inquiries';
import { chatDigits } from '@godhuli/contracts/international-phone';
import { STAFF_PATH } from '@godhuli/contracts/mounts';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.js';
import { readText } from '../content/index.js';
import { loadDigest } from './digest.queries.js';
import type { MessageContent } from './message-content.js';
import { INQUIRY_GONE, type OutboxRow } from './outbox.queries.js';
import { isNextReminderDue, isOfThisMorning } from './planned-messages.js';
import { acknowledgement } from './templates/acknowledgement.js';
import type { InquiryFacts } from './templates/inquiry-facts.js';
import * as staff from './templates/staff-messages.js';

/** A message ready to be rendered, or why it is no longer needed. */
export type LoadedMessage =
  | { to: string; replyTo?: string; content: MessageContent; brand: string }
  | { cancel: string };

interface Loading {
  db: Kysely<Database>;
  /** the origin of the site */
  origin: string;
  /**
   * replaces the user's password link and returns the path of the new one; null for a user who cannot sign in, or an email of
   * the outbox that has been cancelled
   */
  createPasswordLink: (userId: string, emailId: string) => Promise<string | null>;
}

/** One address gets at most this many acknowledgements in 24 hours: the form must not become a way to mail others. */
const ACKNOWLEDGEMENTS_PER_DAY = 3;

/** Reads what a message says at the time of sending, so that the outbox keeps no copy of personal data. */
export async function loadMessage(row: OutboxRow, { db, origin, createPasswordLink }: Loading): Promise<LoadedMessage> {
  const brand = (await readText(db, 'hero', 'brand_name')) || 'Godhuli';
  const inquiry = row.inquiry_id === null ? null : await findInquiryFacts(db, row.inquiry_id);
  const user = row.user_id === null ? null : await findUser(db, row.user_id);
  if (row.user_id !== null && !user) return { cancel: 'The user is disabled.' };
  const page = (path: string) => `${origin}${STAFF_PATH}${path}`;
  const inquiryUrl = page(`/dashboard/inquiries#${row.inquiry_id ?? ''}`);
  const toStaff = (content: MessageContent, replyTo?: string): LoadedMessage =>
    user
      ? { to: user.email, content, brand, ...(replyTo !== undefined && { replyTo }) }
      : { cancel: 'It has no recipient.' };

  switch (row.kind) {
    case 'inquiry-alert':
      if (!inquiry) return { cancel: INQUIRY_GONE };
      return toStaff(staff.inquiryAlert(inquiry, inquiryUrl), inquiry.email ?? undefined);
    case 'reply-reminder': {
      if (inquiry?.status !== 'New') return { cancel: 'The inquiry was answered.' };
      const msLeft = inquiry.replyDueAt.getTime() - Date.now();
      if (msLeft < 0) return { cancel: 'The reply was already late.' };
      if (isNextReminderDue(Number(row.payload.hours), msLeft)) return { cancel: 'It was time for the next reminder.' };
      return toStaff(staff.replyReminder(inquiry, msLeft, inquiryUrl));
    }
    case 'acknowledgement':
      if (!inquiry?.email) return { cancel: INQUIRY_GONE };
      if ((await earlierInquiries(db, inquiry.email, inquiry.id)) >= ACKNOWLEDGEMENTS_PER_DAY)
        return { cancel: 'This address got enough acknowledgements today.' };
      return {
        to: inquiry.email,
        content: acknowledgement(inquiry, brand, await whatsAppUrl(db, inquiry.reference)),
        brand,
      };
    case 'digest': {
      if (!isOfThisMorning(row.created_at, new Date())) return { cancel: 'The morning was over.' };
      const numbers = await loadDigest(db);
      if (numbers.received + numbers.unanswered === 0) return { cancel: 'There was nothing to report.' };
      return toStaff(staff.digest(numbers, page('/dashboard/inquiries')));
    }
    case 'password-reset':
    case 'invitation': {
      const path = await createPasswordLink(row.user_id ?? '', row.id);
      if (path === null || !user) return { cancel: 'The user is disabled.' };
      const write = row.kind === 'invitation' ? staff.invitation : staff.passwordReset;
      return toStaff(write(user.name, origin + path));
    }
    case 'security-notice': {
      // By the stored row: the notice may have been replaced since this message was claimed.
      const notice = await db
        .selectFrom('outbox')
        .innerJoin('account_notices', (join) =>
          join.on(sql<boolean>`account_notices.id = (outbox.payload ->> 'noticeId')::bigint`),
        )
        .select(['account_notices.kind', 'details', 'device', 'network', 'at'])
        .where('outbox.id', '=', row.id)
        .executeTakeFirst();
      return notice
        ? toStaff(
            staff.securityNotice(
              { ...notice, details: notice.details as AccountNotice['details'] },
              page('/dashboard/account'),
            ),
          )
        : { cancel: 'The notice was deleted.' };
    }
    case 'notice': {
      const { subject = '', lines = [], label = null, path } = row.payload as Partial<NoticePayload>;
      return toStaff(staff.plainNotice({ subject, lines, label }, path === undefined ? null : origin + path));
    }
    case 'test':
      return toStaff(staff.testMessage(user?.name ?? ''));
  }
}

interface NoticePayload {
  subject: string;
  lines: string[];
  label: string | null;
  path: string;
}

/** Returns an inquiry that is neither deleted nor quarantined. */
export async function findInquiryFacts(
  db: Kysely<Database>,
  id: string,
): Promise<(InquiryFacts & { status: string }) | null> {
  const row = await db
    .selectFrom('inquiries')
    .select(['id', 'reference', 'name', 'phone', 'email', 'message', 'language', 'status'])
    .select(['event_type as eventType', 'event_date as eventDate', 'created_at as createdAt'])
    .select(['event_end_date as eventEndDate', 'date_undecided as dateUndecided'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('quarantined', '=', false)
    .executeTakeFirst();
  if (!row) return null;
  return { ...row, replyDueAt: replyDueAt(row.createdAt) };
}

const findUser = (db: Kysely<Database>, id: string) =>
  db
    .selectFrom('users')
    .select(['name', 'email'])
    .where('id', '=', id)
    .where('disabled', '=', false)
    .executeTakeFirst();

/** Counts the inquiries with this email in the 24 hours before one. */
async function earlierInquiries(db: Kysely<Database>, email: string, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from inquiries earlier join inquiries this on this.id = ${id}
    where lower(earlier.email) = lower(${email}) and earlier.id < this.id
      and earlier.created_at > this.created_at - interval '1 day'`.execute(db);
  return rows[0]?.count ?? 0;
}

async function whatsAppUrl(db: Kysely<Database>, reference: string): Promise<string | null> {
  const digits = chatDigits({
    whatsapp: await readText(db, 'contact', 'whatsapp'),
    phone: await readText(db, 'contact', 'phone'),
  });
  return digits && `https://wa.me/${digits}?text=${encodeURIComponent(reference)}`;
}
