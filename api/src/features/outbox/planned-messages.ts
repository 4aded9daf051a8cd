import { REPLY_HOURS } from '@godhuli/contracts/inquiries';
import { dayInIndia } from '@godhuli/contracts/inquiry-form';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../db/database.js';
import { STUDIO_ZONE } from '../../db/today.js';
import { enqueueForStaff, wants } from './enqueue.js';

/** Reminders are sent this long before a reply is due, in hours. */
const REMINDERS = [4, 1];
/** The digest is sent from nine to noon at the studio. After noon it is neither planned nor sent any more. */
const DIGEST = { from: 9, until: 12 };

const HOUR_MS = 3_600_000;

/** Whether a digest that was planned at a time is still that of this morning. */
export function isOfThisMorning(planned: Date, now: Date): boolean {
  const today = dayInIndia(now.getTime());
  const isMorning = dayInIndia(now.getTime() + (24 - DIGEST.until) * HOUR_MS) === today;
  return isMorning && dayInIndia(planned.getTime()) === today;
}

/** Whether it is time for the reminder after the one for `hours`. */
export const isNextReminderDue = (hours: number, msLeft: number): boolean =>
  REMINDERS.some((each) => each < hours && msLeft <= each * HOUR_MS);

/**
 * Adds the messages that time causes: reminders, the digest and security notices. Their keys make each of them exist once,
 * however many processes plan.
 */
export async function planMessages(db: Kysely<Database>): Promise<void> {
  await planReminders(db);
  await planDigest(db);
  await planSecurityNotices(db);
}

async function planReminders(db: Kysely<Database>): Promise<void> {
  for (const [index, hours] of REMINDERS.entries()) {
    const until = REMINDERS[index + 1] ?? 0;
    await sql`
      insert into outbox (kind, user_id, inquiry_id, payload, idempotency_key, expires_at)
      select 'reply-reminder', users.id, inquiries.id, jsonb_build_object('hours', ${sql.lit(hours)}::int),
        'reply-reminder:' || ${sql.lit(hours)} || ':' || inquiries.id || ':' || users.id,
        inquiries.created_at + make_interval(hours => ${sql.lit(REPLY_HOURS)})
      from inquiries cross join users
      where inquiries.status = 'New' and not inquiries.quarantined and inquiries.deleted_at is null
        and inquiries.created_at <= now() - make_interval(hours => ${sql.lit(REPLY_HOURS - hours)})
        and inquiries.created_at > now() - make_interval(hours => ${sql.lit(REPLY_HOURS - until)})
        and ${wants('alerts')}
      on conflict (idempotency_key) do nothing`.execute(db);
  }
}

async function planDigest(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ day: string; hour: number }>`
    select to_char(now() at time zone ${STUDIO_ZONE}, 'YYYY-MM-DD') as day,
      extract(hour from now() at time zone ${STUDIO_ZONE})::int as hour`.execute(db);
  const { day = '', hour = 0 } = rows[0] ?? {};
  if (hour < DIGEST.from || hour >= DIGEST.until) return;
  await enqueueForStaff(db, 'digest', { kind: 'digest', key: `digest:${day}`, lifetimeHours: 3 });
}

/** A program that signs in every night as a new device is mailed once; the notice in the portal counts it. */
async function planSecurityNotices(db: Kysely<Database>): Promise<void> {
  await sql`
    with notified as (
      update account_notices set notified_at = now()
      where id in (
        select id from account_notices where at > now() - interval '1 day' and notified_at is null
        for update skip locked)
      returning id, user_id)
    insert into outbox (kind, user_id, payload, idempotency_key)
    select 'security-notice', user_id, jsonb_build_object('noticeId', id::text), 'security-notice:' || id from notified
    on conflict (idempotency_key) do nothing`.execute(db);
}

/** Lets the emails about notices that another one has replaced be about that one. */
export async function replaceMailedNotices(
  transaction: Transaction<Database>,
  replaced: readonly string[],
  by: string,
): Promise<void> {
  await sql`
    update outbox set payload = jsonb_build_object('noticeId', ${by}::text)
    where kind = 'security-notice' and payload ->> 'noticeId' = any(${[...replaced]}::text[])
      and user_id = (select user_id from account_notices where id = ${by})`.execute(transaction);
}
