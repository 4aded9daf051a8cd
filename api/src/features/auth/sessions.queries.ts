import { createHash, randomBytes } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../db/database.js';
import type { SignedInUser } from '../../http/api-env.js';
import { networkOf } from '../../http/network.js';
import { addNotice } from '../account/notices.queries.js';
import { noteSignIn } from '../audit/note-sign-in.js';
import { rememberDevice } from './known-devices.js';

/** A session ends after this long without a request, and in any case after the second. */
const IDLE_MINUTES = 30;
export const ABSOLUTE_HOURS = 12;

const alive = sql<boolean>`
  sessions.last_seen_at > now() - make_interval(mins => ${sql.lit(IDLE_MINUTES)})
  and sessions.created_at > now() - make_interval(hours => ${sql.lit(ABSOLUTE_HOURS)})`;

const hashToken = (token: string) => createHash('sha256').update(token).digest('hex');

/** Where a session comes from. */
export interface Origin {
  /** browser and system in words */
  device: string;
  network: string | null;
  /** the known device */
  deviceId?: string;
  /** notices up to this one were dismissed there */
  seenNoticeId?: string;
}

/** Opens a session in a transaction of its own. */
export function openSession(db: Kysely<Database>, userId: string): Promise<{ token: string }> {
  return db.transaction().execute((transaction) => insertSession(transaction, userId, { device: '', network: null }));
}

/**
 * Opens a session for a user whose password was just found right, and notes the login. A password change or a
 * disabling that commits meanwhile wins: the user's row is held, so it either sees this session or is seen here.
 * @returns null when the password is no longer this one, or the user was disabled
 */
export function openSessionAfterLogin(
  db: Kysely<Database>,
  user: { id: string; name: string; email: string; password_hash: string },
  { address, device, deviceToken }: { address: string; device: string; deviceToken: string | undefined },
): Promise<{ token: string; deviceToken: string } | null> {
  return db.transaction().execute(async (transaction) => {
    const unchanged = await transaction
      .selectFrom('users')
      .select('id')
      .where('id', '=', user.id)
      .where('password_hash', '=', user.password_hash)
      .where('disabled', '=', false)
      .forShare()
      .executeTakeFirst();
    if (!unchanged) return null;
    await noteSignIn(transaction, 'auth.login', user, address);
    const network = networkOf(address);
    const known = await rememberDevice(transaction, user.id, deviceToken);
    if (known.isNew) await addNotice(transaction, user.id, { kind: 'new-device', device, network, deviceId: known.id });
    const origin = { device, network, deviceId: known.id, seenNoticeId: known.seen_notice_id };
    return { ...(await insertSession(transaction, user.id, origin)), deviceToken: known.token };
  });
}

/** Opens a session; only the token's hash is stored. Ended sessions are deleted. */
export async function insertSession(
  transaction: Transaction<Database>,
  userId: string,
  { device, network, deviceId, seenNoticeId }: Origin,
): Promise<{ token: string }> {
  const token = randomBytes(32).toString('base64url');
  // Two logins at once must not wait for each other's ended rows in a circle.
  await sql`
    delete from sessions where id in (select id from sessions where not (${alive}) for update skip locked)`.execute(
    transaction,
  );
  await transaction
    .insertInto('sessions')
    .values({
      ...{ token_hash: hashToken(token), user_id: userId, device, network },
      device_id: deviceId ?? null,
      ...(seenNoticeId !== undefined && { seen_notice_id: seenNoticeId }),
    })
    .execute();
  return { token };
}

/**
 * Who a token belongs to, while session and user are alive; by the database's clock alone.
 * @param network where the request came from
 */
export async function userOfToken(
  db: Kysely<Database>,
  token: string,
  network: string | null,
): Promise<SignedInUser | null> {
  const session = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.email', 'users.name', 'users.role', 'sessions.id as sessionId'])
    .select(
      sql<boolean>`sessions.last_seen_at < now() - interval '1 minute'
        or sessions.network is distinct from ${network}`.as('stale'),
    )
    .where('token_hash', '=', hashToken(token))
    .where('users.disabled', '=', false)
    .where(alive)
    .executeTakeFirst();
  if (!session) return null;
  const { stale, ...user } = session;
  if (stale) await touchSession(db, user.sessionId, network);
  return user;
}

export async function closeSession(db: Kysely<Database>, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute();
}

/** The sessions of a user that have not ended, the last seen first. */
export function livingSessions(db: Kysely<Database>, userId: string) {
  return db
    .selectFrom('sessions')
    .select(['id', 'device', 'network', 'created_at', 'last_seen_at'])
    .where('user_id', '=', userId)
    .where(alive)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Writes to users and their sessions run one at a time: each locks the actor and a user, and two could wait in a circle. */
export const IN_TURN = { lock: 'staff users' };
/** As `IN_TURN`, for what needs the password again: a stolen session alone must not do it. */
export const CONFIRMED = { ...IN_TURN, needsPassword: true };

/**
 * Ends sessions of a user: all, one alone, or all but one. Waits for the writes that have found their session (see
 * `requireActor`), so none commits afterwards; the caller's transaction runs `IN_TURN`.
 * @returns what those that had not ended were
 */
export async function endSessions(
  transaction: Transaction<Database>,
  userId: string,
  { only, but }: { only?: string; but?: string } = {},
): Promise<{ device: string; network: string | null }[]> {
  await transaction.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
  let wanted = transaction.deleteFrom('sessions').where('user_id', '=', userId);
  if (only !== undefined) wanted = wanted.where('id', '=', only);
  if (but !== undefined) wanted = wanted.where('id', '<>', but);
  const rows = await wanted.returning(['device', 'network', alive.as('isAlive')]).execute();
  return rows
    .filter(({ isAlive }) => isAlive)
    .map(({ device, network }) => ({ device: device || 'Unknown device', network }));
}

/** Once a minute is enough to know that somebody is there, and spares a write on every request. */
async function touchSession(db: Kysely<Database>, sessionId: string, network: string | null) {
  await db.updateTable('sessions').set({ last_seen_at: sql`now()`, network }).where('id', '=', sessionId).execute();
}
