import type { AccountNotice, NoticeKind } from '@godhuli/contracts/account';
import { sha256 } from '@godhuli/server/digest';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../db/database.js';
import { replaceMailedNotices } from '../outbox/index.js';

const MAX_LISTED = 50;
const RETENTION_DAYS = 180;
/** An older notice is listed, but no longer shown as new. */
const NEW_DAYS = 30;

/** A security event of an account. */
export interface SecurityEvent {
  kind: NoticeKind;
  device?: string;
  network: string | null;
  details?: AccountNotice['details'];
  /** id of the known device concerned */
  deviceId?: string;
}

/**
 * Adds a notice for the owner of an account, in the transaction of the event. The same new device again within 30 days
 * replaces the notice before it: a program that signs in every night without a cookie is a new device every night. Such a
 * device is mailed once.
 */
export async function addNotice(
  transaction: Transaction<Database>,
  userId: string,
  { kind, device = 'Unknown device', network, details = {}, deviceId }: SecurityEvent,
): Promise<void> {
  await sql`
    delete from account_notices where id in (
      select id from account_notices where at < now() - make_interval(days => ${sql.lit(RETENTION_DAYS)})
      for update skip locked)`.execute(transaction);
  const same = await transaction
    .deleteFrom('account_notices')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('kind', '=', 'new-device')
    .where('device', '=', device)
    .where(sql<boolean>`network is not distinct from ${network}`)
    .where(sql<boolean>`at > now() - make_interval(days => ${sql.lit(NEW_DAYS)})`)
    .returning(['id', 'times', 'notified_at'])
    .execute();
  const { id } = await transaction
    .insertInto('account_notices')
    .values({
      ...{ user_id: userId, kind, device, network, details: JSON.stringify(details) },
      device_id: deviceId ?? null,
      times: same.reduce((sum, { times }) => sum + times, 1),
      notified_at: same.find((each) => each.notified_at !== null)?.notified_at ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const replaced = same.map((each) => each.id);
  if (replaced.length > 0) await replaceMailedNotices(transaction, replaced, id);
}

/**
 * Returns the notices of a user, newest first. A notice is new until it is dismissed in this session or on its device.
 * The first sign-in of a device is not new on that device.
 */
export async function listNotices(db: Kysely<Database>, userId: string, sessionId: string): Promise<AccountNotice[]> {
  const rows = await db
    .selectFrom('account_notices')
    .innerJoin('sessions', (join) => join.on('sessions.id', '=', sessionId))
    .selectAll('account_notices')
    .select(
      sql<boolean>`account_notices.id > sessions.seen_notice_id
        and account_notices.at > now() - make_interval(days => ${sql.lit(NEW_DAYS)})
        and (account_notices.device_id is null or account_notices.device_id is distinct from sessions.device_id)`.as(
        'isNew',
      ),
    )
    .where('account_notices.user_id', '=', userId)
    .orderBy('account_notices.id', 'desc')
    .limit(MAX_LISTED)
    .execute();
  return rows.map(({ id, kind, device, network, details, times, at, isNew }) => ({
    ...{ _id: id, kind, device, network, details, times, at: at.toISOString(), isNew },
  }));
}

/**
 * Dismisses the notices of a user up to `upTo`, in this session and on its device. Other devices still show them.
 * @param deviceToken of the request: a stolen session without it cannot hide notices from the owner's device
 */
export async function dismissNotices(
  transaction: Transaction<Database>,
  {
    sessionId,
    userId,
    upTo,
    deviceToken,
  }: { sessionId: string; userId: string; upTo: string; deviceToken: string | undefined },
): Promise<void> {
  // Never beyond the newest one: later notices have to be shown.
  const seen = sql<string>`greatest(seen_notice_id, least(${upTo}::bigint, coalesce(
    (select max(id) from account_notices where user_id = ${userId}), 0)))`;
  await transaction.updateTable('sessions').set({ seen_notice_id: seen }).where('id', '=', sessionId).execute();
  if (deviceToken === undefined) return;
  await transaction
    .updateTable('known_devices')
    .set({ seen_notice_id: seen })
    .where('id', '=', (query) => query.selectFrom('sessions').select('device_id').where('id', '=', sessionId))
    .where('token_hash', '=', sha256(deviceToken))
    .execute();
}
