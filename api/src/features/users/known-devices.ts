import { sha256 } from '@godhuli/server/digest';
import { type Kysely, sql, type Transaction } from 'kysely';
import { createToken } from '../../create-token.js';
import type { Database } from '../../db/database.js';

/** A device that has not signed in for this many days is forgotten. */
export const DEVICE_DAYS = 180;
/** At most this many devices per user; a new one replaces the least recently used one. */
const DEVICES_PER_USER = 50;

const isAlive = sql<boolean>`known_devices.last_used_at > now() - make_interval(days => ${sql.lit(DEVICE_DAYS)})`;

/** Returns whether the user with this email has signed in on a device before. */
export async function isKnownDevice(db: Kysely<Database>, email: string, token: string): Promise<boolean> {
  const row = await db
    .selectFrom('known_devices')
    .innerJoin('users', 'users.id', 'known_devices.user_id')
    .select('known_devices.id')
    .where('users.email', '=', email)
    .where('known_devices.token_hash', '=', sha256(token))
    .where(isAlive)
    .executeTakeFirst();
  return row !== undefined;
}

/** A device of one user, found or created at a sign-in. */
export interface Device {
  id: string;
  token: string;
  isNew: boolean;
  /** the last notice dismissed on it */
  seen_notice_id: string;
}

/**
 * Remembers the device on which a user signed in, and deletes expired devices. A token with which this user has not signed
 * in is replaced by a new one, so a token that an attacker planted never becomes a known device. Other users of the same
 * browser stay known there.
 * @param isRenewed gives a known device a new token too, so that a copied token no longer works
 */
export async function rememberDevice(
  transaction: Transaction<Database>,
  userId: string,
  offered: string | undefined,
  { isRenewed = false }: { isRenewed?: boolean } = {},
): Promise<Device> {
  await sql`
    delete from known_devices where id in (
      select id from known_devices where not (${isAlive}) for update skip locked)`.execute(transaction);
  const known =
    offered === undefined
      ? undefined
      : await transaction
          .updateTable('known_devices')
          .set({ last_used_at: sql`now()` })
          .where('user_id', '=', userId)
          .where('token_hash', '=', sha256(offered))
          .returning(['id', 'seen_notice_id'])
          .executeTakeFirst();
  if (known && offered !== undefined && !isRenewed) return { ...known, token: offered, isNew: false };
  const token = createToken();
  if (offered !== undefined) {
    await transaction
      .updateTable('known_devices')
      .set({ token_hash: sha256(token) })
      .where('token_hash', '=', sha256(offered))
      .execute();
  }
  if (known) return { ...known, token, isNew: false };
  const created = await transaction
    .insertInto('known_devices')
    .values({ user_id: userId, token_hash: sha256(token) })
    .returning(['id', 'seen_notice_id'])
    .executeTakeFirstOrThrow();
  // Keep devices that came back: a program without cookies is a new device each time.
  await sql`
    delete from known_devices where id in (
      select id from known_devices where id in (
        select id from known_devices where user_id = ${userId} and id <> ${created.id}
        order by last_used_at > created_at desc, last_used_at desc offset ${sql.lit(DEVICES_PER_USER - 1)})
      for update skip locked)`.execute(transaction);
  return { ...created, token, isNew: true };
}

/** Deletes the known devices of a user, except the one with the token `except`. */
export async function forgetDevices(
  transaction: Transaction<Database>,
  userId: string,
  { except }: { except?: string } = {},
): Promise<void> {
  let query = transaction.deleteFrom('known_devices').where('user_id', '=', userId);
  if (except !== undefined) query = query.where('token_hash', '<>', sha256(except));
  await query.execute();
}
