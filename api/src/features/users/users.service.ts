import { randomBytes } from 'node:crypto';
import type { StaffUser } from '@godhuli/contracts/auth';
import type { StaffCredentials, StaffUserInput, StaffUserUpdate } from '@godhuli/contracts/users';
import { type Kysely, sql, type Transaction } from 'kysely';
import { lockUntilCommit } from '../../db/advisory-lock.js';
import type { Database } from '../../db/database.js';
import { isDuplicate } from '../../db/database-errors.js';
import { BadInput, Conflict, NotFound } from '../../http/errors.js';
import { type Actor, audited } from '../audit/audited.js';
import { hashPassword, passwordFits } from '../auth/passwords.js';

/** 16 random bytes: too many to guess, few enough to read out over the phone. */
const makePassword = () => randomBytes(16).toString('base64url');

/**
 * Adds a staff user with a password made here, which is answered and kept nowhere.
 * @throws BadInput when someone has the e-mail already
 */
export async function addUser(db: Kysely<Database>, actor: Actor, input: StaffUserInput): Promise<StaffCredentials> {
  const password = makePassword();
  const password_hash = await hashPassword(password);
  try {
    return await audited(db, actor, 'users.create', async (transaction) => {
      const { id } = await transaction
        .insertInto('users')
        .values({ ...input, password_hash })
        .returning('id')
        .executeTakeFirstOrThrow();
      const user = await lockUser(transaction, id);
      return { entityId: id, before: null, after: user, answer: { user, password } };
    });
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    throw new BadInput([{ field: 'email', message: 'Someone has this email already.' }]);
  }
}

/**
 * Changes name, role or whether a user may sign in. A new role and a disabling end the user's sessions.
 * @throws NotFound; Conflict when nobody would be left who may manage users
 */
export async function updateUser(
  db: Kysely<Database>,
  actor: Actor,
  id: string,
  update: StaffUserUpdate,
): Promise<StaffUser> {
  return audited(db, actor, 'users.update', async (transaction) => {
    await lockUntilCommit(transaction, 'staff roles');
    const before = await lockUser(transaction, id);
    if (Object.keys(update).length > 0) {
      await transaction.updateTable('users').set(update).where('id', '=', id).execute();
    }
    const after = await lockUser(transaction, id);
    if (after.disabled || after.role !== before.role) await endSessions(transaction, id);
    await requireAnAdmin(transaction);
    return { entityId: id, before, after, answer: after };
  });
}

/**
 * Gives a user a new password made here, which is answered and kept nowhere, and ends the user's sessions.
 * @throws NotFound
 */
export async function resetPassword(db: Kysely<Database>, actor: Actor, id: string): Promise<StaffCredentials> {
  const password = makePassword();
  const password_hash = await hashPassword(password);
  return audited(db, actor, 'users.reset-password', async (transaction) => {
    const user = await lockUser(transaction, id);
    await transaction.updateTable('users').set({ password_hash }).where('id', '=', id).execute();
    await endSessions(transaction, id);
    return { entityId: id, before: null, after: null, answer: { user, password } };
  });
}

/**
 * The user's own change of password; every session of the user ends.
 * @throws BadInput when `current` is not the password
 */
export async function changePassword(
  db: Kysely<Database>,
  actor: Actor & { id: string },
  { current, next }: { current: string; next: string },
): Promise<void> {
  const stored = await db.selectFrom('users').select('password_hash').where('id', '=', actor.id).executeTakeFirst();
  if (!(await passwordFits(stored?.password_hash, current))) {
    throw new BadInput([{ field: 'current', message: 'This is not your password.' }]);
  }
  const password_hash = await hashPassword(next);
  await audited(db, actor, 'users.change-password', async (transaction) => {
    await lockUser(transaction, actor.id);
    await transaction.updateTable('users').set({ password_hash }).where('id', '=', actor.id).execute();
    await endSessions(transaction, actor.id);
    return { entityId: actor.id, before: null, after: null, answer: undefined };
  });
}

async function lockUser(transaction: Transaction<Database>, id: string): Promise<StaffUser> {
  const user = await transaction
    .selectFrom('users')
    .select(['id as _id', 'email', 'name', 'role', 'disabled'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!user) throw new NotFound('There is no such user.');
  return user;
}

async function endSessions(transaction: Transaction<Database>, userId: string) {
  await transaction.deleteFrom('sessions').where('user_id', '=', userId).execute();
}

async function requireAnAdmin(transaction: Transaction<Database>) {
  const { rows } = await sql<{ left: boolean }>`
    select exists (select from users where role = 'admin' and not disabled) as left`.execute(transaction);
  if (!rows[0]?.left) throw new Conflict('One admin has to stay who can sign in.');
}
