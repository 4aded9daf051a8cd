import type { SecondFactor, TotpKey } from '@godhuli/contracts/second-factor';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../db/database.js';
import type { SignedInUser } from '../../http/api-env.js';
import { BadInput, Conflict } from '../../http/errors.js';
import { type Actor, audited } from '../audit/index.js';
import { countLoginAttempt } from './login-limits.js';
import { addNotice } from './notices.queries.js';
import { listPasskeys } from './passkeys.queries.js';
import { countRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.js';
import { isSecondFactorRequired, secondStepMethods } from './second-factor.queries.js';
import { endSessions, SERIALIZED_WITH_PASSWORD } from './sessions.queries.js';
import { createTotpKey, redeemTotpCode, totpUri } from './totp.js';
import { lockUser } from './users.queries.js';

export type Owner = Actor & SignedInUser;

const APP = 'authenticator app';

/** Returns the second factors of a user; never a key or a code. */
export function readSecondFactor(db: Kysely<Database>, { id }: SignedInUser): Promise<SecondFactor> {
  return db.transaction().execute(async (transaction) => ({
    totp: (await secondStepMethods(transaction, id))?.app ?? false,
    recoveryCodes: await countRecoveryCodes(transaction, id),
    passkeys: await listPasskeys(transaction, id),
    isRequired: await isSecondFactorRequired(transaction),
  }));
}

/**
 * Creates the key of an authenticator app. It is not used before the user confirms it with a code; a new one replaces it.
 * @throws PasswordRequired; Conflict when an app is set up already
 */
export function startTotp(db: Kysely<Database>, actor: Owner): Promise<TotpKey> {
  const work = async (transaction: Transaction<Database>) => {
    await lockUser(transaction, actor.id);
    if ((await secondStepMethods(transaction, actor.id))?.app)
      throw new Conflict('An authenticator app is set up already. Remove it first.');
    const key = createTotpKey();
    const values = { key, created_at: sql<Date>`now()` };
    await transaction
      .insertInto('totp_keys')
      .values({ user_id: actor.id, ...values })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
      .execute();
    return { entityId: actor.id, before: null, after: null, result: { key, uri: totpUri(key, actor.email) } };
  };
  return audited(db, actor, 'second-factor.start', work, SERIALIZED_WITH_PASSWORD);
}

/**
 * Confirms the new authenticator app with a code.
 * @returns recovery codes, unless the user has some
 * @throws BadInput for a wrong code; PasswordRequired, TooManyAttempts
 */
export async function confirmTotp(
  db: Kysely<Database>,
  actor: Owner,
  code: string,
  from: { ip: string; deviceToken: string | undefined },
): Promise<{ recoveryCodes: string[] | null }> {
  const forgetAttempt = await countLoginAttempt(db, { email: actor.email, ...from, secret: 'code' });
  const work = async (transaction: Transaction<Database>) => {
    await lockUser(transaction, actor.id);
    const isFirst = (await secondStepMethods(transaction, actor.id)) === null;
    if (!(await redeemTotpCode(transaction, actor.id, code, { isConfirmed: false }))) throw wrongCode();
    const recoveryCodes = await factorAdded(transaction, actor, APP, { isFirst });
    return { entityId: actor.id, before: null, after: { factor: APP }, result: { recoveryCodes } };
  };
  try {
    const result = await audited(db, actor, 'second-factor.add', work, SERIALIZED_WITH_PASSWORD);
    await forgetAttempt();
    return result;
  } catch (error) {
    if (!(error instanceof BadInput)) await forgetAttempt();
    throw error;
  }
}

const wrongCode = () => new BadInput([{ field: 'code', message: 'Wrong code. Enter the one that the app shows now.' }]);

/** @throws PasswordRequired; Conflict when it is the last factor and one is required */
export function removeTotp(db: Kysely<Database>, actor: Owner): Promise<void> {
  const work = async (transaction: Transaction<Database>) => {
    await lockUser(transaction, actor.id);
    const removed = await transaction
      .deleteFrom('totp_keys')
      .where('user_id', '=', actor.id)
      .where('confirmed_at', 'is not', null)
      .returning('user_id')
      .executeTakeFirst();
    if (!removed) throw new Conflict('No authenticator app is set up.');
    await factorRemoved(transaction, actor, APP);
    return { entityId: actor.id, before: { factor: APP }, after: null, result: undefined };
  };
  return audited(db, actor, 'second-factor.remove', work, SERIALIZED_WITH_PASSWORD);
}

/** Replaces the recovery codes. @throws PasswordRequired; Conflict without a second factor */
export function renewRecoveryCodes(db: Kysely<Database>, actor: Owner): Promise<{ recoveryCodes: string[] }> {
  const work = async (transaction: Transaction<Database>) => {
    await lockUser(transaction, actor.id);
    if (!(await secondStepMethods(transaction, actor.id)))
      throw new Conflict('Recovery codes need a second factor. Add one first.');
    const recoveryCodes = await replaceRecoveryCodes(transaction, actor.id);
    await notify(transaction, actor, 'recovery-codes-replaced');
    return { entityId: actor.id, before: null, after: null, result: { recoveryCodes } };
  };
  return audited(db, actor, 'second-factor.renew-codes', work, SERIALIZED_WITH_PASSWORD);
}

/**
 * Completes the addition of a factor. With the first one, the user's other sessions end: they began with a password alone.
 * @returns recovery codes, unless the user has some
 */
export async function factorAdded(
  transaction: Transaction<Database>,
  actor: Owner,
  factor: string,
  { isFirst }: { isFirst: boolean },
): Promise<string[] | null> {
  if (isFirst) await endSessions(transaction, actor.id, { except: actor.sessionId });
  await notify(transaction, actor, 'second-factor-added', factor);
  return isFirst || (await countRecoveryCodes(transaction, actor.id)) === 0
    ? replaceRecoveryCodes(transaction, actor.id)
    : null;
}

/** Completes the removal of a factor. Without any, recovery codes open nothing and are deleted. */
export async function factorRemoved(transaction: Transaction<Database>, actor: Owner, factor: string): Promise<void> {
  if (!(await secondStepMethods(transaction, actor.id))) {
    if (await isSecondFactorRequired(transaction))
      throw new Conflict('A second factor is required here, and this is your last one. Add another one first.');
    await transaction.deleteFrom('recovery_codes').where('user_id', '=', actor.id).execute();
  }
  await notify(transaction, actor, 'second-factor-removed', factor);
}

const notify = (
  transaction: Transaction<Database>,
  { id, device, network }: Owner,
  kind: 'second-factor-added' | 'second-factor-removed' | 'recovery-codes-replaced',
  factor?: string,
) => addNotice(transaction, id, { kind, device, network, details: factor === undefined ? {} : { factor } });
