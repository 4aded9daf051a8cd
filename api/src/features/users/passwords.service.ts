import { STAFF_PATH } from '@godhuli/contracts/mounts';
import type { PasswordResetLink, StaffCredentials } from '@godhuli/contracts/users';
import { sha256 } from '@godhuli/server/digest';
import { type Kysely, sql, type Transaction } from 'kysely';
import { createToken } from '../../create-token.js';
import type { Database } from '../../db/database.js';
import type { SignedInUser } from '../../http/api-env.js';
import { BadInput, Conflict } from '../../http/errors.js';
import { type Actor, audited } from '../audit/index.js';
import { cancelPasswordEmails } from '../outbox/index.js';
import { revokeFeeds } from './calendar-feeds.queries.js';
import { forgetDevices, rememberDevice } from './known-devices.js';
import { countLoginAttempt, forgetAccountAttempts } from './login-limits.js';
import { addNotice } from './notices.queries.js';
import { hashPassword, verifyPassword } from './password-hash.js';
import { normalizePassword, requireStrongPassword } from './password-rules.js';
import { endSessions, insertSession, SERIALIZED, SERIALIZED_WITH_PASSWORD } from './sessions.queries.js';
import { lockUser, passwordHashOf } from './users.queries.js';
import { createPassword, invalidateResetLinks } from './users.service.js';

const RESET_LINK_HOURS = 24;
const isFresh = sql<boolean>`
  password_resets.created_at > now() - make_interval(hours => ${sql.lit(RESET_LINK_HOURS)})`;

/**
 * Gives a user a generated password and ends the user's sessions and calendar subscriptions. The password is returned and
 * stored only as a hash.
 * The user's known devices and counted login attempts are forgotten, so the new password works at once.
 * @throws NotFound
 */
export async function resetPassword(db: Kysely<Database>, actor: Actor, id: string): Promise<StaffCredentials> {
  const password = createPassword();
  const password_hash = await hashPassword(password);
  const reset = async (transaction: Transaction<Database>) => {
    const user = await lockUser(transaction, id);
    await setPassword(transaction, id, password_hash);
    await revokeFeeds(transaction, id);
    await forgetDevices(transaction, id);
    await forgetAccountAttempts(transaction, user.email);
    await notifyPasswordChanged(transaction, id, actor, actor.id === id ? {} : { by: actor.name });
    return { entityId: id, before: null, after: null, result: { user, password } };
  };
  return audited(db, actor, 'users.reset-password', reset, SERIALIZED_WITH_PASSWORD);
}

/**
 * Changes the user's own password. Ends every session of the user and returns a new one. Forgets every other device and
 * gives this one a new token. Only a wrong `current` counts as a login attempt: a stolen session must not become a way to
 * guess the password, and a person who has to choose another new password must not be locked out.
 * @throws BadInput when `next` is weak, `current` is wrong, or both are the same; TooManyAttempts
 */
export async function changePassword(
  db: Kysely<Database>,
  actor: Actor & SignedInUser & { device: string },
  { current, next }: { current: string; next: string },
  { ip, deviceToken }: { ip: string; deviceToken: string | undefined },
): Promise<{ token: string; deviceToken: string }> {
  requireStrongPassword(next, actor);
  const forgetAttempt = await countLoginAttempt(db, { email: actor.email, ip, deviceToken });
  const storedHash = await passwordHashOf(db, actor.id);
  if (!(await verifyPassword(storedHash, current))) throw wrongPassword();
  await forgetAttempt();
  if (normalizePassword(next) === normalizePassword(current)) throw unchangedPassword();
  const password_hash = await hashPassword(next);
  const change = async (transaction: Transaction<Database>) => {
    await lockUser(transaction, actor.id);
    if ((await passwordHashOf(transaction, actor.id)) !== storedHash) throw wrongPassword();
    const known = await replacePassword(transaction, actor, password_hash, deviceToken);
    const { device, network } = actor;
    const { token } = await insertSession(transaction, actor.id, { device, network, known });
    return { entityId: actor.id, before: null, after: null, result: { token, deviceToken: known.token } };
  };
  return audited(db, actor, 'users.change-password', change, SERIALIZED);
}

/**
 * Creates a link with which a person can set a new password once within 24 hours. It replaces an earlier link of the
 * user, also one that waits to be emailed. Password and sessions stay as they are until the link is used.
 * @throws NotFound; Conflict for a disabled user
 */
export async function createResetLink(db: Kysely<Database>, actor: Actor, id: string): Promise<PasswordResetLink> {
  const create = async (transaction: Transaction<Database>) => {
    const user = await lockUser(transaction, id);
    if (user.disabled) throw new Conflict('This user is disabled. Enable the user first.');
    await cancelPasswordEmails(transaction, id);
    const { path, createdAt } = await replaceResetLink(transaction, id);
    const expiresAt = new Date(createdAt.getTime() + RESET_LINK_HOURS * 3_600_000).toISOString();
    const result = { user, path, expiresAt };
    return { entityId: id, before: null, after: { expiresAt }, result };
  };
  return audited(db, actor, 'users.reset-link', create, SERIALIZED_WITH_PASSWORD);
}

/** Creates a link that replaces an earlier one of the user. Only the hash of its token is stored. */
export async function replaceResetLink(
  transaction: Transaction<Database>,
  userId: string,
): Promise<{ path: string; createdAt: Date }> {
  const token = createToken();
  const values = { token_hash: sha256(token), created_at: sql<Date>`now()` };
  const { created_at } = await transaction
    .insertInto('password_resets')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .returning('created_at')
    .executeTakeFirstOrThrow();
  return { path: `${STAFF_PATH}/reset-password#${token}`, createdAt: created_at };
}

/**
 * Sets a new password with a reset link, which then cannot be used again, and ends the user's sessions and calendar subscriptions. Forgets every
 * device of the user except this one, which gets a new token and can sign in even while others guess at the account.
 * @throws BadInput when the link is unknown, used, replaced or expired by the database's clock
 */
export async function redeemResetLink(
  db: Kysely<Database>,
  { token, next }: { token: string; next: string },
  { network, device, deviceToken }: { network: string; device: string; deviceToken: string | undefined },
): Promise<{ deviceToken: string }> {
  const owner = await db
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .select(['users.id', 'users.email', 'users.name', 'users.password_hash as oldHash'])
    .where('token_hash', '=', sha256(token))
    .where(isFresh)
    .executeTakeFirst();
  if (!owner) throw invalidLink();
  if (await verifyPassword(owner.oldHash, next)) throw unchangedPassword();
  requireStrongPassword(next, owner);
  const actor = { id: owner.id, name: owner.name, network, device };
  const password_hash = await hashPassword(next);
  const redeem = async (transaction: Transaction<Database>) => {
    const { disabled } = await lockUser(transaction, owner.id);
    const used = await transaction
      .deleteFrom('password_resets')
      .where('token_hash', '=', sha256(token))
      .where(isFresh)
      .returning('user_id')
      .executeTakeFirst();
    if (!used || disabled) throw invalidLink();
    const known = await replacePassword(transaction, actor, password_hash, deviceToken);
    await revokeFeeds(transaction, owner.id);
    return { entityId: owner.id, before: null, after: null, result: { deviceToken: known.token } };
  };
  return audited(db, actor, 'users.redeem-reset-link', redeem, SERIALIZED);
}

const wrongPassword = () => new BadInput([{ field: 'current', message: 'Wrong password.' }]);
const unchangedPassword = () =>
  new BadInput([{ field: 'next', message: 'Choose a password that differs from the current one.' }]);
const invalidLink = () => {
  const message = 'This link has expired or was already used. Ask an admin for a new one.';
  return new BadInput([{ field: 'token', message }], message);
};

/** Sets a password that the user chose. The device of the request gets a new token; all others are forgotten. */
async function replacePassword(
  transaction: Transaction<Database>,
  actor: Actor & { id: string },
  password_hash: string,
  deviceToken: string | undefined,
) {
  await setPassword(transaction, actor.id, password_hash);
  const known = await rememberDevice(transaction, actor.id, deviceToken, { isRenewed: true });
  await forgetDevices(transaction, actor.id, { except: known.token });
  await notifyPasswordChanged(transaction, actor.id, actor);
  return known;
}

/** Stores a new password, which ends the user's sessions and invalidates a reset link, also one that waits to be emailed. */
async function setPassword(transaction: Transaction<Database>, id: string, password_hash: string) {
  await transaction.updateTable('users').set({ password_hash }).where('id', '=', id).execute();
  await invalidateResetLinks(transaction, id);
  await endSessions(transaction, id);
}

const notifyPasswordChanged = (
  transaction: Transaction<Database>,
  id: string,
  { device, network }: Actor,
  details: { by?: string } = {},
) => addNotice(transaction, id, { kind: 'password-changed', device, network, details });
