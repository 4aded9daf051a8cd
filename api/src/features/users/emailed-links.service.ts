import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../db/database.js';
import { Conflict } from '../../http/errors.js';
import { type Actor, audited, recordSignIn } from '../audit/index.js';
import { enqueueMessage } from '../outbox/index.js';
import { countNetworkAttempt } from './login-limits.js';
import { replaceResetLink } from './passwords.service.js';
import { SERIALIZED_WITH_PASSWORD } from './sessions.queries.js';
import { lockUser } from './users.queries.js';

/** A person who did not ask for links gets at most this many a day, and one in ten minutes. */
const LINKS_PER_DAY = 5;
const LINK_INTERVAL_MS = 600_000;

/**
 * Enqueues a password link for the user with this email, if there is one. The response and the work are the same for an
 * unknown email, so that nobody learns who works here. Password and sessions stay as they are.
 * @throws TooManyAttempts
 */
export async function requestPasswordLink(db: Kysely<Database>, typedEmail: string, ip: string): Promise<void> {
  await countNetworkAttempt(db, ip);
  await db.transaction().execute(async (transaction) => {
    const user = await transaction
      .selectFrom('users')
      .select(['id', 'name', 'email'])
      .where('email', '=', typedEmail.toLowerCase())
      .where('disabled', '=', false)
      .executeTakeFirst();
    await recordSignIn(transaction, 'auth.forgot-password', user, ip);
    const userId = user?.id ?? '0';
    if ((await linksToday(transaction, userId)) >= LINKS_PER_DAY || !user) return;
    const interval = Math.floor(Date.now() / LINK_INTERVAL_MS);
    await enqueueMessage(transaction, { kind: 'password-reset', userId, key: `password-reset:${userId}:${interval}` });
  });
}

async function linksToday(db: Kysely<Database>, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('outbox')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .where('kind', '=', 'password-reset')
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Emails a user a link to a new password: an invitation if the user has never signed in.
 * @throws NotFound; Conflict for a disabled user
 */
export function emailLink(db: Kysely<Database>, actor: Actor, id: string): Promise<void> {
  const work = async (transaction: Transaction<Database>) => {
    const user = await lockUser(transaction, id);
    if (user.disabled) throw new Conflict('This user is disabled. Enable the user first.');
    const known = await transaction
      .selectFrom('known_devices')
      .select('id')
      .where('user_id', '=', id)
      .executeTakeFirst();
    const kind = known ? 'password-reset' : 'invitation';
    await enqueueMessage(transaction, { kind, userId: id, key: `${kind}:${id}:${crypto.randomUUID()}` });
    return { entityId: id, before: null, after: { kind }, result: undefined };
  };
  return audited(db, actor, 'users.email-link', work, SERIALIZED_WITH_PASSWORD);
}

/**
 * Creates the link of an email when it is sent, so that the outbox never contains one.
 * @returns its path, or null for a disabled user or an email that has been cancelled
 */
export function createEmailedLink(db: Kysely<Database>, userId: string, emailId: string): Promise<string | null> {
  return db.transaction().execute(async (transaction) => {
    // `cancelPasswordEmails` runs under the same lock.
    const { disabled } = await lockUser(transaction, userId);
    const email = await transaction
      .selectFrom('outbox')
      .select('id')
      .where('id', '=', emailId)
      .where('state', '<>', 'cancelled')
      .executeTakeFirst();
    return disabled || !email ? null : (await replaceResetLink(transaction, userId)).path;
  });
}
