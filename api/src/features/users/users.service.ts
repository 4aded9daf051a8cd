import { createHash, randomBytes } from 'node:crypto';
import type { NoticeKind } from '@godhuli/contracts/account';
import type { StaffUser } from '@godhuli/contracts/auth';
import type { PasswordResetLink, StaffCredentials, StaffUserInput, StaffUserUpdate } from '@godhuli/contracts/users';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../db/database.js';
import { isDuplicate } from '../../db/database-errors.js';
import type { SignedInUser } from '../../http/api-env.js';
import { BadInput, Conflict, NotFound } from '../../http/errors.js';
import { type ReadOnlyFields, requireUnchanged } from '../../http/read-only.js';
import { addNotice, type Happening } from '../account/notices.queries.js';
import { type Actor, audited } from '../audit/audited.js';
import { forgetDevices, rememberDevice } from '../auth/known-devices.js';
import { countLoginAttempt, forgetGuesses } from '../auth/login-limits.js';
import { normalPassword, requireStrongPassword } from '../auth/password-rules.js';
import { hashPassword, passwordFits } from '../auth/passwords.js';
import { CONFIRMED, endSessions, IN_TURN, insertSession } from '../auth/sessions.queries.js';

/** A link to a new password works this long. */
const LINK_HOURS = 24;
const isFresh = sql<boolean>`password_resets.created_at > now() - make_interval(hours => ${sql.lit(LINK_HOURS)})`;

const hashToken = (token: string) => createHash('sha256').update(token).digest('hex');

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
    return await audited(
      db,
      actor,
      'users.create',
      async (transaction) => {
        const { id } = await transaction
          .insertInto('users')
          .values({ ...input, password_hash })
          .returning('id')
          .executeTakeFirstOrThrow();
        const user = await lockUser(transaction, id);
        return { entityId: id, before: null, after: user, answer: { user, password } };
      },
      CONFIRMED,
    );
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    throw new BadInput([{ field: 'email', message: 'A user with this email already exists.' }]);
  }
}

/**
 * Changes name, role or whether a user may sign in. A new role and a disabling end the user's sessions.
 * @param readOnly what was sent beside it, which cannot be changed
 * @throws NotFound; BadInput for a read-only field that differs; Conflict when nobody would be left who may manage users
 */
export async function updateUser(
  db: Kysely<Database>,
  actor: Actor,
  id: string,
  update: StaffUserUpdate,
  readOnly: ReadOnlyFields = {},
): Promise<StaffUser> {
  return audited(
    db,
    actor,
    'users.update',
    async (transaction) => {
      const before = await lockUser(transaction, id);
      requireUnchanged(before, readOnly);
      if (Object.keys(update).length > 0) {
        await transaction.updateTable('users').set(update).where('id', '=', id).execute();
      }
      const after = await lockUser(transaction, id);
      if (after.disabled || after.role !== before.role) await endSessions(transaction, id);
      if (after.disabled) await forgetDevices(transaction, id);
      await requireAnAdmin(transaction);
      return { entityId: id, before, after, answer: after };
    },
    CONFIRMED,
  );
}

/**
 * Gives a user a new password made here, which is answered and kept nowhere, and ends the user's sessions. The devices
 * of the user are forgotten, and so are the guesses that were counted: the new password works at once.
 * @throws NotFound
 */
export async function resetPassword(db: Kysely<Database>, actor: Actor, id: string): Promise<StaffCredentials> {
  const password = makePassword();
  const password_hash = await hashPassword(password);
  return audited(
    db,
    actor,
    'users.reset-password',
    async (transaction) => {
      const user = await lockUser(transaction, id);
      await setPassword(transaction, id, password_hash);
      await forgetDevices(transaction, id);
      await forgetGuesses(transaction, user.email);
      const details = actor.id === id ? {} : { by: actor.name };
      await addNotice(transaction, id, { ...happeningOf('password-changed', actor), details });
      return { entityId: id, before: null, after: null, answer: { user, password } };
    },
    CONFIRMED,
  );
}

/**
 * Changes the user's own password. Every session of the user ends; the returned one is new. Every other device is
 * forgotten, and this one gets a new token. Only a wrong `current` counts as an attempt: a stolen session must not become a way to guess the password,
 * and a person who has to choose another new password must not be locked out.
 * @throws BadInput when `next` is weak, `current` is not the password any more, or `next` is the same; TooManyAttempts
 */
export async function changePassword(
  db: Kysely<Database>,
  actor: Actor & SignedInUser & { device: string },
  { current, next }: { current: string; next: string },
  { address, deviceToken }: { address: string; deviceToken: string | undefined },
): Promise<{ token: string; deviceToken: string }> {
  requireStrongPassword(next, actor);
  const forgetAttempt = await countLoginAttempt(db, { email: actor.email, address, device: deviceToken });
  const stored = await db.selectFrom('users').select('password_hash').where('id', '=', actor.id).executeTakeFirst();
  if (!stored || !(await passwordFits(stored.password_hash, current))) throw wrongPassword();
  await forgetAttempt();
  if (normalPassword(next) === normalPassword(current)) throw unchangedPassword();
  const password_hash = await hashPassword(next);
  return audited(
    db,
    actor,
    'users.change-password',
    async (transaction) => {
      await lockUser(transaction, actor.id);
      if ((await hashOf(transaction, actor.id)) !== stored.password_hash) throw wrongPassword();
      await setPassword(transaction, actor.id, password_hash);
      const known = await rememberDevice(transaction, actor.id, deviceToken, { isRenewed: true });
      await forgetDevices(transaction, actor.id, { but: known.token });
      await addNotice(transaction, actor.id, happeningOf('password-changed', actor));
      const { device, network } = actor;
      const origin = { device, network, deviceId: known.id, seenNoticeId: known.seen_notice_id };
      const { token } = await insertSession(transaction, actor.id, origin);
      return { entityId: actor.id, before: null, after: null, answer: { token, deviceToken: known.token } };
    },
    IN_TURN,
  );
}

const wrongPassword = () => new BadInput([{ field: 'current', message: 'Wrong password.' }]);
const unchangedPassword = () =>
  new BadInput([{ field: 'next', message: 'Choose a password that differs from the current one.' }]);

async function hashOf(db: Kysely<Database>, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirst();
  return row?.password_hash;
}

/**
 * Makes a link with which a person chooses a new password once within a day; an earlier link of the user is worth
 * nothing any more. Passwords and sessions stay as they are until it is used.
 * @throws NotFound; Conflict for a disabled user
 */
export async function makeResetLink(db: Kysely<Database>, actor: Actor, id: string): Promise<PasswordResetLink> {
  const token = randomBytes(32).toString('base64url');
  return audited(
    db,
    actor,
    'users.reset-link',
    async (transaction) => {
      const user = await lockUser(transaction, id);
      if (user.disabled) throw new Conflict('This user is disabled. Enable the user first.');
      const fresh = { token_hash: hashToken(token), created_at: sql<Date>`now()` };
      const { created_at } = await transaction
        .insertInto('password_resets')
        .values({ user_id: id, ...fresh })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(fresh))
        .returning('created_at')
        .executeTakeFirstOrThrow();
      const expiresAt = new Date(created_at.getTime() + LINK_HOURS * 3_600_000).toISOString();
      const answer = { user, path: `/admin/reset-password#${token}`, expiresAt };
      return { entityId: id, before: null, after: { expiresAt }, answer };
    },
    CONFIRMED,
  );
}

/**
 * Sets the password that a person with a link chose, uses the link up and ends the user's sessions. Every device of the
 * user is forgotten but this one, which becomes known with a new token: it can sign in whatever others are trying.
 * @throws BadInput when the link is unknown, used, replaced or older than a day by the database's clock
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
    .where('token_hash', '=', hashToken(token))
    .where(isFresh)
    .executeTakeFirst();
  if (!owner) throw linkIsWorthNothing();
  if (await passwordFits(owner.oldHash, next)) throw unchangedPassword();
  requireStrongPassword(next, owner);
  const actor = { id: owner.id, name: owner.name, network, device };
  const password_hash = await hashPassword(next);
  return audited(
    db,
    actor,
    'users.redeem-reset-link',
    async (transaction) => {
      const { disabled } = await lockUser(transaction, owner.id);
      const used = await transaction
        .deleteFrom('password_resets')
        .where('token_hash', '=', hashToken(token))
        .where(isFresh)
        .returning('user_id')
        .executeTakeFirst();
      if (!used || disabled) throw linkIsWorthNothing();
      await setPassword(transaction, owner.id, password_hash);
      const known = await rememberDevice(transaction, owner.id, deviceToken, { isRenewed: true });
      await forgetDevices(transaction, owner.id, { but: known.token });
      await addNotice(transaction, owner.id, happeningOf('password-changed', actor));
      return { entityId: owner.id, before: null, after: null, answer: { deviceToken: known.token } };
    },
    IN_TURN,
  );
}

const linkIsWorthNothing = () => {
  const message = 'This link has expired or was already used. Ask an admin for a new one.';
  return new BadInput([{ field: 'token', message }], message);
};

/** A new password ends the user's sessions and any link to one. */
async function setPassword(transaction: Transaction<Database>, id: string, password_hash: string) {
  await transaction.updateTable('users').set({ password_hash }).where('id', '=', id).execute();
  await transaction.deleteFrom('password_resets').where('user_id', '=', id).execute();
  await endSessions(transaction, id);
}

async function lockUser(transaction: Transaction<Database>, id: string): Promise<StaffUser> {
  const user = await transaction
    .selectFrom('users')
    .select(['id as _id', 'email', 'name', 'role', 'disabled'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!user) throw new NotFound('User not found.');
  return user;
}

/** Something that an actor did, for a notice. */
const happeningOf = (kind: NoticeKind, { device, network }: Actor): Happening => ({ kind, device, network });

async function requireAnAdmin(transaction: Transaction<Database>) {
  const { rows } = await sql<{ left: boolean }>`
    select exists (select from users where role = 'admin' and not disabled) as left`.execute(transaction);
  if (!rows[0]?.left) throw new Conflict('At least one admin must be able to sign in.');
}
