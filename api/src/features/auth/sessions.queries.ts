import { createHash, randomBytes } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../db/database.js';
import type { SignedInUser } from '../../http/api-env.js';
import { noteSignIn } from '../audit/note-sign-in.js';

/** A session ends after this long without a request, and in any case after the second. */
const IDLE_MINUTES = 30;
export const ABSOLUTE_HOURS = 12;

const alive = sql<boolean>`
  sessions.last_seen_at > now() - make_interval(mins => ${sql.lit(IDLE_MINUTES)})
  and sessions.created_at > now() - make_interval(hours => ${sql.lit(ABSOLUTE_HOURS)})`;

const hashToken = (token: string) => createHash('sha256').update(token).digest('hex');

/** Opens a session in a transaction of its own. */
export function openSession(db: Kysely<Database>, userId: string): Promise<{ token: string }> {
  return db.transaction().execute((transaction) => insertSession(transaction, userId));
}

/**
 * Opens a session for a user whose password was just found right, and notes the login. A password change or a
 * disabling that commits meanwhile wins: the user's row is held, so it either sees this session or is seen here.
 * @returns null when the password is no longer this one, or the user was disabled
 */
export function openSessionAfterLogin(
  db: Kysely<Database>,
  user: { id: string; name: string; email: string; password_hash: string },
  address: string,
): Promise<{ token: string } | null> {
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
    return insertSession(transaction, user.id);
  });
}

/** Opens a session; only the token's hash is stored. Ended sessions are deleted. */
export async function insertSession(transaction: Transaction<Database>, userId: string): Promise<{ token: string }> {
  const token = randomBytes(32).toString('base64url');
  // Two logins at once must not wait for each other's ended rows in a circle.
  await sql`
    delete from sessions where id in (select id from sessions where not (${alive}) for update skip locked)`.execute(
    transaction,
  );
  await transaction
    .insertInto('sessions')
    .values({ token_hash: hashToken(token), user_id: userId })
    .execute();
  return { token };
}

/** Who a token belongs to, while session and user are alive; by the database's clock alone. */
export async function userOfToken(db: Kysely<Database>, token: string): Promise<SignedInUser | null> {
  const session = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.email', 'users.name', 'users.role', 'sessions.id as sessionId'])
    .select(sql<boolean>`sessions.last_seen_at < now() - interval '1 minute'`.as('stale'))
    .where('token_hash', '=', hashToken(token))
    .where('users.disabled', '=', false)
    .where(alive)
    .executeTakeFirst();
  if (!session) return null;
  const { stale, ...user } = session;
  if (stale) await touchSession(db, user.sessionId);
  return user;
}

export async function closeSession(db: Kysely<Database>, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute();
}

/** Once a minute is enough to know that somebody is there, and spares a write on every request. */
async function touchSession(db: Kysely<Database>, sessionId: string) {
  await db.updateTable('sessions').set({ last_seen_at: sql`now()` }).where('id', '=', sessionId).execute();
}
