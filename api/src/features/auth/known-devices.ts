import { createHash, randomBytes } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../db/database.js';

/** A device that does not sign in for so long is forgotten. */
export const DEVICE_DAYS = 180;
/** Devices of one user; a new one more takes the place of the one that was not used for longest. */
const DEVICES_PER_USER = 50;

const isAlive = sql<boolean>`known_devices.last_used_at > now() - make_interval(days => ${sql.lit(DEVICE_DAYS)})`;

export const hashDevice = (token: string) => createHash('sha256').update(token).digest('hex');

/** Whether the account with this email has signed in on a device before. */
export async function isKnownDevice(db: Kysely<Database>, email: string, token: string): Promise<boolean> {
  const row = await db
    .selectFrom('known_devices')
    .innerJoin('users', 'users.id', 'known_devices.user_id')
    .select('known_devices.id')
    .where('users.email', '=', email)
    .where('known_devices.token_hash', '=', hashDevice(token))
    .where(isAlive)
    .executeTakeFirst();
  return row !== undefined;
}

/** A device of one account, as it was found or made at a sign-in. */
export interface Device {
  id: string;
  token: string;
  isNew: boolean;
  /** notices up to this one were dismissed there */
  seen_notice_id: string;
}

/**
 * Remembers a device after a sign-in of a user. A token that this user has not signed in with gets a new one in its
 * place, so one that somebody else knows never becomes a known device of this user. Other users of the same browser
 * stay known there. Forgotten devices are deleted.
 * @param isRenewed whether a known device gets a new token too, so that a copied one is worth nothing any more
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
          .where('token_hash', '=', hashDevice(offered))
          .returning(['id', 'seen_notice_id'])
          .executeTakeFirst();
  if (known && offered !== undefined && !isRenewed) return { ...known, token: offered, isNew: false };
  const token = randomBytes(32).toString('base64url');
  if (offered !== undefined) {
    await transaction
      .updateTable('known_devices')
      .set({ token_hash: hashDevice(token) })
      .where('token_hash', '=', hashDevice(offered))
      .execute();
  }
  if (known) return { ...known, token, isNew: false };
  const made = await transaction
    .insertInto('known_devices')
    .values({ user_id: userId, token_hash: hashDevice(token) })
    .returning(['id', 'seen_notice_id'])
    .executeTakeFirstOrThrow();
  // Devices that came back are kept first: a program without cookies is a new one each time.
  await sql`
    delete from known_devices where id in (
      select id from known_devices where id in (
        select id from known_devices where user_id = ${userId} and id <> ${made.id}
        order by last_used_at > created_at desc, last_used_at desc offset ${sql.lit(DEVICES_PER_USER - 1)})
      for update skip locked)`.execute(transaction);
  return { ...made, token, isNew: true };
}

/** Forgets the devices of a user, but for the one with this token. */
export async function forgetDevices(
  transaction: Transaction<Database>,
  userId: string,
  { but }: { but?: string } = {},
): Promise<void> {
  let wanted = transaction.deleteFrom('known_devices').where('user_id', '=', userId);
  if (but !== undefined) wanted = wanted.where('token_hash', '<>', hashDevice(but));
  await wanted.execute();
}
