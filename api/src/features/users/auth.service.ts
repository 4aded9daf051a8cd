import { randomBytes } from 'node:crypto';
import type { SessionUser } from '@godhuli/contracts/auth';
import type { SecondStepMethods } from '@godhuli/contracts/second-factor';
import { StartupError } from '@godhuli/server/startup-error';
import { type Kysely, sql, type Transaction } from 'kysely';
import { lockUntilCommit } from '../../db/advisory-lock.js';
import type { Database } from '../../db/database.js';
import type { SignedInUser } from '../../http/api-env.js';
import { BadInput, NotSignedIn } from '../../http/errors.js';
import { type Actor, addAuditEntry, audited, recordSignIn, THIS_INSTALLATION } from '../audit/index.js';
import { countLoginAttempt } from './login-limits.js';
import { hashPassword, verifyPassword } from './password-hash.js';
import { weaknessOf } from './password-rules.js';
import { secondStepMethods } from './second-factor.queries.js';
import {
  endSessions,
  lockForSignIn,
  type OpenedSession,
  openSession,
  SERIALIZED,
  type SignInOrigin,
} from './sessions.queries.js';
import { startStep } from './sign-in-steps.queries.js';
import { passwordHashOf } from './users.queries.js';

interface SignIn extends SignInOrigin {
  email: string;
  password: string;
}

/** A completed sign-in, or the token with which to take the second step. */
export type SignInResult =
  | (OpenedSession & { user: SessionUser })
  | { stepToken: string; secondStep: SecondStepMethods };

/**
 * Checks email and password, and signs in a user without a second factor. An unknown email, a wrong password and a disabled
 * user get the same response.
 * @throws NotSignedIn, TooManyAttempts
 */
export async function signIn(
  db: Kysely<Database>,
  { email: typedEmail, password, ...from }: SignIn,
): Promise<SignInResult> {
  const email = typedEmail.toLowerCase();
  const forgetAttempt = await countLoginAttempt(db, { email, ip: from.ip, deviceToken: from.deviceToken });
  const user = await db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
  const isCorrect = await verifyPassword(user?.password_hash, password);
  const result = user && isCorrect ? await afterPassword(db, user, from) : null;
  if (!result) {
    await recordSignIn(db, 'auth.refused', user, from.ip);
    throw new NotSignedIn('Wrong email or password.');
  }
  await forgetAttempt();
  return result;
}

/** @returns null when the password has changed since it was verified, or the user was disabled */
function afterPassword(
  db: Kysely<Database>,
  verified: { id: string; password_hash: string },
  from: SignInOrigin,
): Promise<SignInResult | null> {
  return db.transaction().execute(async (transaction) => {
    const user = await lockForSignIn(transaction, verified.id);
    if (user?.password_hash !== verified.password_hash) return null;
    const secondStep = await secondStepMethods(transaction, user.id);
    if (secondStep) return { stepToken: await startStep(transaction, 'second step', { userId: user.id }), secondStep };
    const session = await openSession(transaction, user, from);
    return { ...session, user: { name: user.name, role: user.role } };
  });
}

/**
 * Confirms the password in a session, for the actions that need a recently entered password.
 * @throws BadInput when it is wrong, TooManyAttempts
 */
export async function confirmPassword(
  db: Kysely<Database>,
  actor: Actor & SignedInUser,
  password: string,
  { ip, deviceToken }: { ip: string; deviceToken: string | undefined },
): Promise<void> {
  // A stolen session must not become a way to guess the password.
  const forgetAttempt = await countLoginAttempt(db, { email: actor.email, ip, deviceToken });
  if (!(await verifyPassword(await passwordHashOf(db, actor.id), password))) {
    await addAuditEntry(db, actor, 'auth.confirm-refused', { entityId: actor.id, before: null, after: null });
    throw new BadInput([{ field: 'password', message: 'Wrong password.' }]);
  }
  // `audited` checks the session again: a password change that commits in between ends it.
  await audited(db, actor, 'auth.confirm', async (transaction) => {
    await transaction
      .updateTable('sessions')
      .set({ confirmed_at: sql`now()` })
      .where('id', '=', actor.sessionId)
      .execute();
    return { entityId: actor.id, before: null, after: null, result: undefined };
  });
  await forgetAttempt();
}

/** Signs out by ending the session. */
export function signOut(db: Kysely<Database>, actor: Actor & SignedInUser): Promise<void> {
  const work = async (transaction: Transaction<Database>) => {
    await endSessions(transaction, actor.id, { only: actor.sessionId });
    return { entityId: actor.id, before: null, after: null, result: undefined };
  };
  return audited(db, actor, 'auth.logout', work, SERIALIZED);
}

/**
 * Creates the first admin when there are no users.
 * @throws StartupError when the given password is easy to guess
 * @returns the credentials to print once when the password was generated, else null
 */
export async function ensureFirstAdmin(
  db: Kysely<Database>,
  given: { email?: string; password?: string },
): Promise<{ email: string; password: string } | null> {
  const email = (given.email ?? 'admin@godhuli.example').toLowerCase();
  const password = given.password ?? randomBytes(12).toString('base64url');
  const weakness = weaknessOf(password, { email, name: FIRST_ADMIN });
  if (weakness !== null && !(await hasUsers(db)))
    throw new StartupError(`ADMIN_PASSWORD is easy to guess. ${weakness}`);
  const password_hash = await hashPassword(password);
  const isCreated = await db.transaction().execute(async (transaction) => {
    await lockUntilCommit(transaction, 'first admin');
    if (await hasUsers(transaction)) return false;
    const admin = { email, name: FIRST_ADMIN, role: 'admin' } as const;
    const { id } = await transaction
      .insertInto('users')
      .values({ ...admin, password_hash })
      .returning('id')
      .executeTakeFirstOrThrow();
    await addAuditEntry(transaction, THIS_INSTALLATION, 'users.create', { entityId: id, before: null, after: admin });
    return true;
  });
  return isCreated && given.password === undefined ? { email, password } : null;
}

const FIRST_ADMIN = 'Studio Admin';

async function hasUsers(db: Kysely<Database>): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}
