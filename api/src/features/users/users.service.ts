import { randomBytes } from 'node:crypto';
import type { StaffCredentials, StaffUser, StaffUserInput, StaffUserUpdate } from '@godhuli/contracts/users';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../db/database.js';
import { isDuplicate } from '../../db/database-errors.js';
import { BadInput, Conflict } from '../../http/errors.js';
import { type ReadOnlyFields, requireUnchanged } from '../../http/read-only.js';
import { type Actor, audited } from '../audit/index.js';
import { cancelPasswordEmails, enqueueMessage } from '../outbox/index.js';
import { revokeFeeds } from './calendar-feeds.queries.js';
import { forgetDevices } from './known-devices.js';
import { hashPassword } from './password-hash.js';
import { endSessions, SERIALIZED_WITH_PASSWORD } from './sessions.queries.js';
import { lockUser } from './users.queries.js';

/** Creates a password of 16 random bytes: too many to guess, few enough to read out over the phone. */
export const createPassword = () => randomBytes(16).toString('base64url');

/**
 * Adds a staff user with a generated password. The password is returned and stored only as a hash.
 * @param isInvited whether the user is emailed a link to choose a password
 * @throws BadInput when another user has this email
 */
export async function addUser(
  db: Kysely<Database>,
  actor: Actor,
  input: StaffUserInput,
  { isInvited = false } = {},
): Promise<StaffCredentials> {
  const password = createPassword();
  const password_hash = await hashPassword(password);
  const insert = async (transaction: Transaction<Database>) => {
    const values = { ...input, password_hash };
    const { id } = await transaction.insertInto('users').values(values).returning('id').executeTakeFirstOrThrow();
    const user = await lockUser(transaction, id);
    if (isInvited) await enqueueMessage(transaction, { kind: 'invitation', userId: id, key: `invitation:${id}` });
    return { entityId: id, before: null, after: user, result: { user, password } };
  };
  try {
    return await audited(db, actor, 'users.create', insert, SERIALIZED_WITH_PASSWORD);
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    throw new BadInput([{ field: 'email', message: 'A user with this email already exists.' }]);
  }
}

/**
 * Changes the name or role of a user, or disables or enables the user. A new role and disabling end the user's sessions;
 * disabling also ends calendar subscriptions and invalidates a password link.
 * @param readOnly fields of the request that cannot be changed
 * @throws NotFound; BadInput for a read-only field that differs; Conflict when no enabled admin would be left
 */
export async function updateUser(
  db: Kysely<Database>,
  actor: Actor,
  id: string,
  update: StaffUserUpdate,
  readOnly: ReadOnlyFields = {},
): Promise<StaffUser> {
  const change = async (transaction: Transaction<Database>) => {
    const before = await lockUser(transaction, id);
    requireUnchanged(before, readOnly);
    if (Object.keys(update).length > 0) {
      await transaction.updateTable('users').set(update).where('id', '=', id).execute();
    }
    const after = await lockUser(transaction, id);
    if (after.disabled || after.role !== before.role) await endSessions(transaction, id);
    if (after.disabled) await forgetDevices(transaction, id);
    // Also when the user is enabled: what a user had who was disabled before this rule must not work again.
    if (after.disabled || before.disabled) {
      await revokeFeeds(transaction, id);
      await invalidateResetLinks(transaction, id);
    }
    await requireAnAdmin(transaction);
    return { entityId: id, before, after, result: after };
  };
  return audited(db, actor, 'users.update', change, SERIALIZED_WITH_PASSWORD);
}

/** Invalidates the password link of a user, also one that waits to be emailed. */
export async function invalidateResetLinks(transaction: Transaction<Database>, id: string): Promise<void> {
  await transaction.deleteFrom('password_resets').where('user_id', '=', id).execute();
  await cancelPasswordEmails(transaction, id);
}

/**
 * Ends every session and calendar subscription of a user; of the admin who asks, all sessions but the one that asks. Needs
 * the password, as `endSession` does.
 * @returns how many sessions
 * @throws NotFound; PasswordRequired
 */
export function endUserSessions(
  db: Kysely<Database>,
  actor: Actor & { sessionId: string },
  id: string,
): Promise<number> {
  const work = async (transaction: Transaction<Database>) => {
    await lockUser(transaction, id);
    const ended = await endSessions(transaction, id, id === actor.id ? { except: actor.sessionId } : {});
    await revokeFeeds(transaction, id);
    return { entityId: id, before: { sessions: ended }, after: null, result: ended.length };
  };
  return audited(db, actor, 'users.end-sessions', work, SERIALIZED_WITH_PASSWORD);
}

async function requireAnAdmin(transaction: Transaction<Database>) {
  const { rows } = await sql<{ left: boolean }>`
    select exists (select from users where role = 'admin' and not disabled) as left`.execute(transaction);
  if (!rows[0]?.left) throw new Conflict('At least one admin must be able to sign in.');
}
