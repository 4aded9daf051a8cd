import { randomBytes } from 'node:crypto';
import type { SessionUser } from '@godhuli/contracts/auth';
import { type Kysely, sql, type Transaction } from 'kysely';
import { lockUntilCommit } from '../../db/advisory-lock.js';
import type { Database } from '../../db/database.js';
import type { SignedInUser } from '../../http/api-env.js';
import { BadInput, NotSignedIn } from '../../http/errors.js';
import { StartupError } from '../../startup-error.js';
import { type Actor, addEntry, audited, THIS_INSTALLATION } from '../audit/audited.js';
import { noteSignIn } from '../audit/note-sign-in.js';
import { countLoginAttempt } from './login-limits.js';
import { weaknessOf } from './password-rules.js';
import { hashPassword, passwordFits } from './passwords.js';
import { endSessions, IN_TURN, openSessionAfterLogin } from './sessions.queries.js';

interface SignIn {
  email: string;
  password: string;
  address: string;
  /** browser and system in words */
  device: string;
  /** the token of a device that has signed in before */
  deviceToken: string | undefined;
}

/**
 * Signs a staff member in. Unknown e-mail, wrong password and disabled user get one and the same answer.
 * @throws NotSignedIn, TooManyAttempts
 */
export async function signIn(
  db: Kysely<Database>,
  { email: typedEmail, password, ...from }: SignIn,
): Promise<{ token: string; deviceToken: string; user: SessionUser }> {
  const email = typedEmail.toLowerCase();
  const forgetAttempt = await countLoginAttempt(db, { email, address: from.address, device: from.deviceToken });
  const user = await db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
  const fits = await passwordFits(user?.password_hash, password);
  const session = user && fits ? await openSessionAfterLogin(db, user, from) : null;
  if (!user || !session) {
    await noteSignIn(db, 'auth.refused', user, from.address);
    throw new NotSignedIn('Wrong email or password.');
  }
  await forgetAttempt();
  return { ...session, user: { name: user.name, role: user.role } };
}

/**
 * Enters the password again in a session, for what needs it a short time ago.
 * @throws BadInput when it is wrong, TooManyAttempts
 */
export async function confirmPassword(
  db: Kysely<Database>,
  actor: Actor & SignedInUser,
  password: string,
  { address, deviceToken }: { address: string; deviceToken: string | undefined },
): Promise<void> {
  // A stolen session must not become a way to guess the password.
  const forgetAttempt = await countLoginAttempt(db, { email: actor.email, address, device: deviceToken });
  const stored = await db.selectFrom('users').select('password_hash').where('id', '=', actor.id).executeTakeFirst();
  if (!(await passwordFits(stored?.password_hash, password))) {
    await addEntry(db, actor, 'auth.confirm-refused', { entityId: actor.id, before: null, after: null });
    throw new BadInput([{ field: 'password', message: 'Wrong password.' }]);
  }
  // A new password that commits in between ends the session, which this looks for again.
  await audited(db, actor, 'auth.confirm', async (transaction) => {
    await transaction
      .updateTable('sessions')
      .set({ confirmed_at: sql`now()` })
      .where('id', '=', actor.sessionId)
      .execute();
    return { entityId: actor.id, before: null, after: null, answer: undefined };
  });
  await forgetAttempt();
}

/** Signs out; the token of the session is worth nothing any more. */
export function signOut(db: Kysely<Database>, actor: Actor & SignedInUser): Promise<void> {
  const work = async (transaction: Transaction<Database>) => {
    await endSessions(transaction, actor.id, { only: actor.sessionId });
    return { entityId: actor.id, before: null, after: null, answer: undefined };
  };
  return audited(db, actor, 'auth.logout', work, IN_TURN);
}

/**
 * Makes the first admin when there is no user at all.
 * @throws StartupError when the wanted password is easy to guess
 * @returns the credentials to report once when the password was made here, else null
 */
export async function ensureFirstAdmin(
  db: Kysely<Database>,
  wanted: { email?: string; password?: string },
): Promise<{ email: string; password: string } | null> {
  const email = (wanted.email ?? 'admin@godhuli.example').toLowerCase();
  const password = wanted.password ?? randomBytes(12).toString('base64url');
  const weakness = weaknessOf(password, { email, name: FIRST_ADMIN });
  if (weakness !== null && !(await hasUsers(db)))
    throw new StartupError(`ADMIN_PASSWORD is easy to guess. ${weakness}`);
  const password_hash = await hashPassword(password);
  const made = await db.transaction().execute(async (transaction) => {
    await lockUntilCommit(transaction, 'first admin');
    if (await hasUsers(transaction)) return false;
    const admin = { email, name: FIRST_ADMIN, role: 'admin' } as const;
    const { id } = await transaction
      .insertInto('users')
      .values({ ...admin, password_hash })
      .returning('id')
      .executeTakeFirstOrThrow();
    await addEntry(transaction, THIS_INSTALLATION, 'users.create', { entityId: id, before: null, after: admin });
    return true;
  });
  return made && wanted.password === undefined ? { email, password } : null;
}

const FIRST_ADMIN = 'Studio Admin';

async function hasUsers(db: Kysely<Database>): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}
