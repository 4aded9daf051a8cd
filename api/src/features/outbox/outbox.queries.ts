import type { MessageChannel } from '@godhuli/contracts/messages';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../../db/database.js';
import type { Failure } from './failure.js';

export type OutboxRow = Selectable<Database['outbox']>;

/** An attempt that has recorded nothing after this time is over: its process was killed. */
const LEASE_SECONDS = 180;
/** A message that may have arrived is sent once more after this time. */
const UNKNOWN_MINUTES = 30;
/** A message is not sent later than this after its first attempt, even if nothing could try it again before. */
const RETRY_HOURS = 48;
const FIRST_RETRY_SECONDS = 60;
const LONGEST_RETRY_SECONDS = 4 * 3600;
/** Sent and given-up messages are kept for this time. */
export const RETENTION_DAYS = 30;

/** Times of the outbox; tests shorten them. */
export interface OutboxTimes {
  leaseSeconds: number;
  unknownSeconds: number;
  retrySeconds: number;
}

export const TIMES: OutboxTimes = {
  leaseSeconds: LEASE_SECONDS,
  unknownSeconds: UNKNOWN_MINUTES * 60,
  retrySeconds: FIRST_RETRY_SECONDS,
};

const isInTime = sql<boolean>`
  coalesce(first_attempt_at + make_interval(hours => ${sql.lit(RETRY_HOURS)}), expires_at) > now()`;

/** Claims due messages for one attempt. Other workers skip them until the lease ends. */
export async function claimMessages(
  db: Kysely<Database>,
  channels: readonly MessageChannel[],
  limit: number,
  { leaseSeconds }: OutboxTimes,
): Promise<OutboxRow[]> {
  const { rows } = await sql<OutboxRow>`
    update outbox set
      lease = gen_random_uuid(), leased_until = now() + make_interval(secs => ${leaseSeconds}),
      attempts = attempts + 1, first_attempt_at = coalesce(first_attempt_at, now()), body_started_at = null
    where id in (
      select id from outbox
      where state in ('waiting', 'unknown') and next_at <= now() and leased_until is null
        and channel = any(${[...channels]}::text[])
        and ${isInTime}
      order by next_at limit ${limit} for update skip locked)
    returning *`.execute(db);
  return rows;
}

/** Completes the attempts of killed processes: those that sent no body are repeated at once. */
export async function recoverMessages(db: Kysely<Database>, { unknownSeconds }: OutboxTimes): Promise<void> {
  await sql`
    update outbox set
      lease = null, leased_until = null,
      state = case when body_started_at is null or state = 'cancelled' then state when state = 'unknown' then 'failed' else 'unknown' end,
      next_at = case when body_started_at is null then now() else now() + make_interval(secs => ${unknownSeconds}) end,
      error = case when body_started_at is null then error
        else 'The program ended after the message was sent, so it may have arrived.' end
    where id in (select id from outbox where leased_until < now() for update skip locked)`.execute(db);
}

/** Gives up messages that nothing could send in time. Those that were tried have failed, so that staff see them. */
export async function expireMessages(db: Kysely<Database>): Promise<void> {
  await sql`
    update outbox set state = case when first_attempt_at is null then 'expired' else 'failed' end where id in (
      select id from outbox
      where state in ('waiting', 'unknown') and next_at <= now() and leased_until is null and not ${isInTime}
      for update skip locked)`.execute(db);
}

/** Gives up the messages of a restored backup that were not sent yet: the site may have sent them after the backup. */
export async function giveUpRestoredMessages(db: Kysely<Database>): Promise<void> {
  await sql`
    update outbox set state = 'failed', lease = null, leased_until = null,
      error = 'It was waiting in a backup that was restored, and may have been sent after the backup was made.'
    where state in ('waiting', 'unknown')`.execute(db);
}

const ofAttempt = ({ id, lease }: OutboxRow) => sql<boolean>`id = ${id} and lease = ${lease} and leased_until > now()`;

/** Records that the body follows. @throws Error when the attempt took too long and is no longer ours */
export async function recordBodyStart(db: Kysely<Database>, row: OutboxRow): Promise<void> {
  const updated = await db
    .updateTable('outbox')
    .set({ body_started_at: sql`now()` })
    .where(ofAttempt(row))
    .returning('id')
    .executeTakeFirst();
  if (!updated) throw new Error('The attempt took too long.');
}

/** Records that the message was accepted. */
export async function recordSent(db: Kysely<Database>, row: OutboxRow): Promise<void> {
  await sql`
    update outbox set state = 'sent', sent_at = now(), lease = null, leased_until = null, error = null, payload = '{}'
    where id = ${row.id} and lease = ${row.lease}`.execute(db);
}

/** Why a message about an inquiry outside of the inbox is cancelled. */
export const INQUIRY_GONE = 'The inquiry was deleted or marked as spam.';

/** Makes the messages due that were cancelled because these inquiries had left the inbox, unless it is too late. */
export async function resumeInquiryMessages(transaction: Transaction<Database>, inquiryIds: string[]): Promise<void> {
  await sql`
    update outbox set state = 'waiting', next_at = now(), error = null
    where inquiry_id = any(${inquiryIds}::bigint[]) and state = 'cancelled' and error = ${INQUIRY_GONE}
      and ${isInTime}`.execute(transaction);
}

/** Records that a message is no longer needed. */
export async function recordCancelled(db: Kysely<Database>, row: OutboxRow, reason: string): Promise<void> {
  await sql`
    update outbox set state = 'cancelled', lease = null, leased_until = null, error = ${reason}, payload = '{}'
    where id = ${row.id} and lease = ${row.lease}`.execute(db);
}

/**
 * Cancels the emails of a user that would create a password link, also one that is being sent: that link would replace the
 * user's newer link, or outlive the password that it was asked for.
 */
export async function cancelPasswordEmails(transaction: Transaction<Database>, userId: string): Promise<void> {
  await sql`
    update outbox set state = 'cancelled', lease = null, leased_until = null, payload = '{}',
      error = 'The user got a newer link or a new password, or was disabled.'
    where user_id = ${userId} and kind in ('password-reset', 'invitation') and state in ('waiting', 'unknown')`.execute(
    transaction,
  );
}

/** Records a failed attempt, and when the next one is due. A message that was cancelled during the attempt stays so. */
export async function recordFailure(
  db: Kysely<Database>,
  row: OutboxRow,
  { outcome, reason }: Failure,
  { unknownSeconds, retrySeconds }: OutboxTimes,
): Promise<void> {
  const isOver = outcome === 'permanent' || (outcome === 'unknown' && row.state === 'unknown');
  const longest = Math.min(LONGEST_RETRY_SECONDS, retrySeconds * 2 ** Math.min(row.attempts - 1, 20));
  // At a random time, so that messages do not all return at once.
  const wait = outcome === 'unknown' ? unknownSeconds : longest * (0.5 + Math.random() / 2);
  const state = isOver ? 'failed' : outcome === 'unknown' ? 'unknown' : row.state;
  await sql`
    update outbox set
      state = case state when 'cancelled' then state else ${state} end, next_at = now() + make_interval(secs => ${wait}), lease = null, leased_until = null, error = ${reason}
    where id = ${row.id} and lease = ${row.lease}`.execute(db);
}

/**
 * Deletes old messages that will not be sent again. An acknowledgement stays as long as its inquiry, for the timeline and the export of
 * the client; it has no text and no address.
 * @returns how many
 */
export async function deleteOldMessages(db: Kysely<Database>): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from outbox where id in (
      select id from outbox
      where created_at < now() - make_interval(days => ${sql.lit(RETENTION_DAYS)}) and state not in ('waiting', 'unknown')
        and (kind <> 'acknowledgement' or inquiry_id is null)
      limit 5000 for update skip locked)`.execute(db);
  return Number(numAffectedRows ?? 0);
}
