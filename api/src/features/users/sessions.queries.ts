import { sha256 } from '@godhuli/server/digest';
import { networkOf } from '@godhuli/server/network';
import { type Kysely, sql, type Transaction } from 'kysely';
import { createToken } from '../../create-token.js';
import { lockUntilCommit } from '../../db/advisory-lock.js';
import type { Database } from '../../db/database.js';
import type { SignedInUser } from '../../http/api-env.js';
import { recordSignIn } from '../audit/index.js';
import { type Device, rememberDevice } from './known-devices.js';
import { addNotice } from './notices.queries.js';
import { mustAddSecondFactor } from './second-factor.queries.js';

/** A session ends after this long without use of the portal. */
const MAX_IDLE_MINUTES = 30;
/** A session ends this long after the sign-in, whatever happens in it. */
export const MAX_SESSION_HOURS = 12;

export const isActive = sql<boolean>`
  sessions.last_seen_at > now() - make_interval(mins => ${sql.lit(MAX_IDLE_MINUTES)})
  and sessions.created_at > now() - make_interval(hours => ${sql.lit(MAX_SESSION_HOURS)})`;

/** The device and network of a new session. */
interface Origin {
  /** label of the browser and system */
  device: string;
  network: string | null;
  known?: Device;
}

/** The browser that signs in. */
export interface SignInOrigin {
  ip: string;
  /** label of the browser and system */
  device: string;
  /** the token of a device that has signed in before */
  deviceToken: string | undefined;
}

/** The tokens of a completed sign-in. */
export interface OpenedSession {
  token: string;
  deviceToken: string;
}

/**
 * Returns the enabled user and locks the row for a sign-in until the commit. A password change or disabling that commits at
 * the same time wins: the lock makes either of the two see the other.
 */
export function lockForSignIn(transaction: Transaction<Database>, userId: string) {
  return transaction
    .selectFrom('users')
    .select(['id', 'name', 'email', 'role', 'password_hash', 'passkey_handle'])
    .where('id', '=', userId)
    .where('disabled', '=', false)
    .forShare()
    .executeTakeFirst();
}

/** Opens a session after every step of a sign-in, and records it. The user is locked (`lockForSignIn`). */
export async function openSession(
  transaction: Transaction<Database>,
  user: { id: string; name: string; email: string },
  { ip, device, deviceToken }: SignInOrigin,
): Promise<OpenedSession> {
  await recordSignIn(transaction, 'auth.login', user, ip);
  const network = networkOf(ip);
  const known = await rememberDevice(transaction, user.id, deviceToken);
  if (known.isNew) await addNotice(transaction, user.id, { kind: 'new-device', device, network, deviceId: known.id });
  const { token } = await insertSession(transaction, user.id, { device, network, known });
  return { token, deviceToken: known.token };
}

/** Opens a session and deletes ended ones. Only the hash of the token is stored. */
export async function insertSession(
  transaction: Transaction<Database>,
  userId: string,
  { device, network, known }: Origin,
): Promise<{ token: string }> {
  const token = createToken();
  // `skip locked`: two sign-ins at once must not deadlock on each other's ended sessions.
  await sql`
    delete from sessions where id in (select id from sessions where not (${isActive}) for update skip locked)`.execute(
    transaction,
  );
  await transaction
    .insertInto('sessions')
    .values({
      ...{ token_hash: sha256(token), user_id: userId, device, network },
      ...(known && { device_id: known.id, seen_notice_id: known.seen_notice_id }),
    })
    .execute();
  return { token };
}

/**
 * Returns the user of a session token, or null when the session has ended or the user is disabled. Only the database's
 * clock counts.
 * @param network of the request
 * @param isUse whether the request keeps the session alive
 */
export async function userOfSession(
  db: Kysely<Database>,
  token: string,
  network: string | null,
  isUse: boolean,
): Promise<SignedInUser | null> {
  const session = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.email', 'users.name', 'users.role', 'sessions.id as sessionId'])
    .select(
      sql<boolean>`sessions.last_seen_at < now() - interval '1 minute'
        or sessions.network is distinct from ${network}`.as('stale'),
    )
    .select(mustAddSecondFactor.as('mustAddSecondFactor'))
    .where('token_hash', '=', sha256(token))
    .where('users.disabled', '=', false)
    .where(isActive)
    .executeTakeFirst();
  if (!session) return null;
  const { stale, ...user } = session;
  if (stale && isUse) await touchSession(db, user.sessionId, network);
  return user;
}

/** Ends the session of a token, after the writes in progress in it. */
export function closeSession(db: Kysely<Database>, token: string): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    await lockUntilCommit(transaction, SERIALIZED.lock);
    const session = await transaction
      .selectFrom('sessions')
      .select(['id', 'user_id'])
      .where('token_hash', '=', sha256(token))
      .executeTakeFirst();
    if (session) await endSessions(transaction, session.user_id, { only: session.id });
  });
}

/** Returns the active sessions of a user, the last seen first. */
export function activeSessions(db: Kysely<Database>, userId: string) {
  return db
    .selectFrom('sessions')
    .select(['id', 'device', 'network', 'created_at', 'last_seen_at'])
    .where('user_id', '=', userId)
    .where(isActive)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Writes to users and sessions run one at a time: each locks the actor and a user, so two of them could deadlock. */
export const SERIALIZED = { lock: 'staff users' };
/** As `SERIALIZED`, and the password must have been entered recently: a stolen session alone is not enough. */
export const SERIALIZED_WITH_PASSWORD = { ...SERIALIZED, needsPassword: true };

/**
 * Ends sessions of a user: all, only one, or all except one. Waits for writes in progress in these sessions (see
 * `requireActor`), so that none commits afterwards. The caller's transaction is `SERIALIZED`.
 * @returns device and network of the sessions that were active
 */
export async function endSessions(
  transaction: Transaction<Database>,
  userId: string,
  { only, except }: { only?: string; except?: string } = {},
): Promise<{ device: string; network: string | null }[]> {
  await transaction.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
  // A sign-in in progress ends too.
  if (only === undefined) {
    await transaction
      .deleteFrom('sign_in_steps')
      .where('user_id', '=', userId)
      .where('purpose', '<>', 'new passkey')
      .execute();
  }
  let query = transaction.deleteFrom('sessions').where('user_id', '=', userId);
  if (only !== undefined) query = query.where('id', '=', only);
  if (except !== undefined) query = query.where('id', '<>', except);
  const rows = await query.returning(['device', 'network', isActive.as('isActive')]).execute();
  return rows
    .filter(({ isActive: wasActive }) => wasActive)
    .map(({ device, network }) => ({ device: device || 'Unknown device', network }));
}

/** Returns the id of the user of a session, also of one that has ended and is not deleted yet; undefined for an unknown token. */
export async function ownerOfSession(db: Kysely<Database>, token: string): Promise<string | undefined> {
  const session = await db
    .selectFrom('sessions')
    .select('user_id')
    .where('token_hash', '=', sha256(token))
    .executeTakeFirst();
  return session?.user_id;
}

/** Called at most once a minute per session and network, to avoid a write on every request. */
async function touchSession(db: Kysely<Database>, sessionId: string, network: string | null) {
  await db.updateTable('sessions').set({ last_seen_at: sql`now()`, network }).where('id', '=', sessionId).execute();
}
