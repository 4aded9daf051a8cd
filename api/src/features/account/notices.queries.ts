import type { AccountNotice, NoticeKind } from '@godhuli/contracts/account';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../db/database.js';
import { hashDevice } from '../auth/known-devices.js';

/** Notices of the last so many are listed. */
const LISTED = 50;
const KEPT_DAYS = 180;
/** An older notice is listed, but no longer shown as news. */
const NEWS_DAYS = 30;

/** What happened, and from where. */
export interface Happening {
  kind: NoticeKind;
  device?: string;
  network: string | null;
  details?: AccountNotice['details'];
  /** the known device that it is about */
  deviceId?: string;
}

/**
 * Tells the owner of an account what happened to it, in the transaction in which it does. A program that signs in
 * every night without a cookie is a new device every night: the same again within 30 days takes the place of the
 * notice before.
 */
export async function addNotice(
  transaction: Transaction<Database>,
  userId: string,
  { kind, device = 'Unknown device', network, details = {}, deviceId }: Happening,
): Promise<void> {
  await sql`
    delete from account_notices where id in (
      select id from account_notices where at < now() - make_interval(days => ${sql.lit(KEPT_DAYS)})
      for update skip locked)`.execute(transaction);
  const same = await transaction
    .deleteFrom('account_notices')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('kind', '=', 'new-device')
    .where('device', '=', device)
    .where(sql<boolean>`network is not distinct from ${network}`)
    .where(sql<boolean>`at > now() - make_interval(days => ${sql.lit(NEWS_DAYS)})`)
    .returning('times')
    .execute();
  await transaction
    .insertInto('account_notices')
    .values({
      ...{ user_id: userId, kind, device, network, details: JSON.stringify(details) },
      device_id: deviceId ?? null,
      times: same.reduce((sum, { times }) => sum + times, 1),
    })
    .execute();
}

/**
 * Lists the notices of a user, newest first. New is what was not dismissed in this session or earlier on its device; that
 * a device signed in for the first time is no news on that very device.
 */
export async function listNotices(db: Kysely<Database>, userId: string, sessionId: string): Promise<AccountNotice[]> {
  const rows = await db
    .selectFrom('account_notices')
    .innerJoin('sessions', (join) => join.on('sessions.id', '=', sessionId))
    .selectAll('account_notices')
    .select(
      sql<boolean>`account_notices.id > sessions.seen_notice_id
        and account_notices.at > now() - make_interval(days => ${sql.lit(NEWS_DAYS)})
        and (account_notices.device_id is null or account_notices.device_id is distinct from sessions.device_id)`.as(
        'isNew',
      ),
    )
    .where('account_notices.user_id', '=', userId)
    .orderBy('account_notices.id', 'desc')
    .limit(LISTED)
    .execute();
  return rows.map(({ id, kind, device, network, details, times, at, isNew }) => ({
    ...{ _id: id, kind, device, network, details, times, at: at.toISOString(), isNew },
  }));
}

/**
 * Dismisses the notices of a user up to one, in this session and on its device; every other device still shows them.
 * @param deviceToken of the request: without its device, a stolen session hides nothing from the next sign-in there
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
  // Never beyond the newest one: what happens later has to be shown.
  const seen = sql<string>`greatest(seen_notice_id, least(${upTo}::bigint, coalesce(
    (select max(id) from account_notices where user_id = ${userId}), 0)))`;
  await transaction.updateTable('sessions').set({ seen_notice_id: seen }).where('id', '=', sessionId).execute();
  if (deviceToken === undefined) return;
  await transaction
    .updateTable('known_devices')
    .set({ seen_notice_id: seen })
    .where('id', '=', (query) => query.selectFrom('sessions').select('device_id').where('id', '=', sessionId))
    .where('token_hash', '=', hashDevice(deviceToken))
    .execute();
}
