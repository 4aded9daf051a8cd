import type { SecondStepMethods } from '@godhuli/contracts/second-factor';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.js';

/** Whether the user of a row of `users` has a second factor: a confirmed authenticator app or a passkey. */
const hasSecondFactor = sql<boolean>`(
  exists (select from totp_keys where totp_keys.user_id = users.id and confirmed_at is not null)
  or exists (select from passkeys where passkeys.user_id = users.id))`;

/**
 * Whether the user of a session must add a second factor first. A session that began before an admin required one continues
 * until it ends, so that nobody loses work.
 */
export const mustAddSecondFactor = sql<boolean>`(
  exists (select from security_settings where sessions.created_at >= second_factor_required_since)
  and not ${hasSecondFactor})`;

/** Returns how a user completes a sign-in after the password; null for a user without a second factor. */
export async function secondStepMethods(db: Kysely<Database>, userId: string): Promise<SecondStepMethods | null> {
  const { rows } = await sql<SecondStepMethods>`
    select
      exists (select from totp_keys where user_id = ${userId} and confirmed_at is not null) as app,
      exists (select from passkeys where user_id = ${userId}) as passkey,
      exists (select from recovery_codes where user_id = ${userId}) as "recoveryCode"`.execute(db);
  const [methods] = rows;
  return methods && (methods.app || methods.passkey) ? methods : null;
}

/** Returns whether an admin requires a second factor of everyone. */
export async function isSecondFactorRequired(db: Kysely<Database>): Promise<boolean> {
  const settings = await db.selectFrom('security_settings').selectAll().executeTakeFirst();
  return Boolean(settings?.second_factor_required_since);
}

/** Returns the ids of the users who have a second factor. */
export async function usersWithSecondFactor(db: Kysely<Database>): Promise<string[]> {
  const rows = await db.selectFrom('users').select('id').where(hasSecondFactor).orderBy('id').execute();
  return rows.map(({ id }) => id);
}
