import type { Security } from '@godhuli/contracts/second-factor';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../db/database.js';
import { Conflict } from '../../http/errors.js';
import { type Actor, audited } from '../audit/index.js';
import { revokeFeeds } from './calendar-feeds.queries.js';
import { forgetDevices } from './known-devices.js';
import { forgetAccountAttempts } from './login-limits.js';
import { addNotice } from './notices.queries.js';
import { isSecondFactorRequired, secondStepMethods, usersWithSecondFactor } from './second-factor.queries.js';
import { endSessions, SERIALIZED_WITH_PASSWORD } from './sessions.queries.js';
import { lockUser } from './users.queries.js';

/** Returns whether everyone needs a second factor, and who has one. */
export async function readSecurity(db: Kysely<Database>): Promise<Security> {
  return {
    isSecondFactorRequired: await isSecondFactorRequired(db),
    usersWithSecondFactor: await usersWithSecondFactor(db),
  };
}

/**
 * Requires a second factor of everyone from their next sign-in on, or no longer. An admin can require only what they have.
 * @throws PasswordRequired; Conflict when the admin has no second factor
 */
export function requireSecondFactor(
  db: Kysely<Database>,
  actor: Actor & { id: string },
  isRequired: boolean,
): Promise<Security> {
  const work = async (transaction: Transaction<Database>) => {
    const before = await isSecondFactorRequired(transaction);
    if (isRequired && !(await secondStepMethods(transaction, actor.id)))
      throw new Conflict('Add a second factor to your own account first.');
    if (isRequired !== before) {
      const since = isRequired ? sql<Date>`now()` : null;
      await transaction.updateTable('security_settings').set({ second_factor_required_since: since }).execute();
    }
    const audit = { before: { secondFactorRequired: before }, after: { secondFactorRequired: isRequired } };
    return { entityId: 'second-factor', ...audit, result: await readSecurity(transaction) };
  };
  return audited(db, actor, 'security.update', work, SERIALIZED_WITH_PASSWORD);
}

/**
 * Removes every second factor of a user who has lost them, ends the user's sessions and calendar subscriptions and notifies the user.
 * @throws NotFound; PasswordRequired; Conflict for one's own account
 */
export function resetSecondFactor(db: Kysely<Database>, actor: Actor, id: string): Promise<void> {
  const work = async (transaction: Transaction<Database>) => {
    const user = await lockUser(transaction, id);
    if (actor.id === id) throw new Conflict('Change your own second factor in your account.');
    const before = await secondStepMethods(transaction, id);
    for (const table of ['totp_keys', 'passkeys', 'recovery_codes'] as const)
      await transaction.deleteFrom(table).where('user_id', '=', id).execute();
    await endSessions(transaction, id);
    await revokeFeeds(transaction, id);
    await forgetDevices(transaction, id);
    await forgetAccountAttempts(transaction, user.email);
    const { device, network, name } = actor;
    await addNotice(transaction, id, { kind: 'second-factor-reset', device, network, details: { by: name } });
    return { entityId: id, before: { factors: before }, after: { factors: null }, result: undefined };
  };
  return audited(db, actor, 'users.reset-second-factor', work, SERIALIZED_WITH_PASSWORD);
}
