import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { lockUntilCommit } from '../../db/advisory-lock.js';
import type { Database } from '../../db/database.js';
import { NotSignedIn } from '../../http/errors.js';
import { type Actor, addEntry, audited, THIS_INSTALLATION } from '../audit/audited.js';
import { noteSignIn } from '../audit/note-sign-in.js';
import { countLoginAttempt, forgetLoginAttempts } from './login-limits.js';
import { hashPassword, passwordFits } from './passwords.js';
import { closeSession, openSessionAfterLogin } from './sessions.queries.js';

/**
 * Signs a staff member in. Unknown e-mail, wrong password and disabled user get one and the same answer.
 * @throws NotSignedIn, TooManyAttempts
 */
export async function signIn(
  db: Kysely<Database>,
  { email: typedEmail, password, address }: { email: string; password: string; address: string },
) {
  const email = typedEmail.toLowerCase();
  await countLoginAttempt(db, email, address);
  const user = await db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
  const fits = await passwordFits(user?.password_hash, password);
  const session = user && fits ? await openSessionAfterLogin(db, user, address) : null;
  if (!user || !session) {
    await noteSignIn(db, 'auth.refused', user, address);
    throw new NotSignedIn('Wrong email or password.');
  }
  await forgetLoginAttempts(db, email, address);
  return { token: session.token, user: { name: user.name, role: user.role } };
}

/** Signs out; its token is worth nothing any more. */
export function signOut(db: Kysely<Database>, actor: Actor & { id: string }, token: string): Promise<void> {
  return audited(db, actor, 'auth.logout', async (transaction) => {
    await closeSession(transaction, token);
    return { entityId: actor.id, before: null, after: null, answer: undefined };
  });
}

/**
 * Makes the first admin when there is no user at all.
 * @returns the credentials to report once when the password was made here, else null
 */
export async function ensureFirstAdmin(
  db: Kysely<Database>,
  wanted: { email?: string; password?: string },
): Promise<{ email: string; password: string } | null> {
  const email = (wanted.email ?? 'admin@godhuli.example').toLowerCase();
  const password = wanted.password ?? randomBytes(12).toString('base64url');
  const password_hash = await hashPassword(password);
  const made = await db.transaction().execute(async (transaction) => {
    await lockUntilCommit(transaction, 'first admin');
    const someone = await transaction.selectFrom('users').select('id').limit(1).executeTakeFirst();
    if (someone) return false;
    const admin = { email, name: 'Studio Admin', role: 'admin' } as const;
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
