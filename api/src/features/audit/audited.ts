import { CONFIRMED_MINUTES } from '@godhuli/contracts/account';
import { type Kysely, sql, type Transaction } from 'kysely';
import { lockUntilCommit } from '../../db/advisory-lock.js';
import type { Database } from '../../db/database.js';
import { NotSignedIn, PasswordRequired } from '../../http/errors.js';

/** Who writes: a staff member, or (without an id) a program, a visitor or whoever runs the installation. */
export interface Actor {
  id: string | null;
  name: string;
  /** where the request came from (`networkOf` its address); null when there was none */
  network: string | null;
  /** the session that the request came with */
  sessionId?: string;
  /** what the request came from, in words */
  device?: string;
  /** the deploy token that the request came with */
  deployTokenId?: string;
}

/** Whoever runs the installation: its start, or a command at its machine. */
export const THIS_INSTALLATION: Actor = { id: null, name: 'this installation', network: null };

/** What happened to one thing; `before` and `after` are null where it did not exist. */
export interface Entry {
  entityId: string;
  before: unknown;
  after: unknown;
}

/** What a staff write did to one thing. */
export interface Change<T> extends Entry {
  answer: T;
}

/**
 * Runs one staff write and writes who did it, from where, what, before and after, in the same transaction.
 * @param action noun and verb, `portfolio.update`
 * @param lock name of an advisory lock that is taken before any row is locked
 * @param needsPassword whether the password must have been entered in the actor's session a short time ago
 * @throws NotSignedIn when the actor's session or deploy token has ended since the request began
 * @throws PasswordRequired when the password was entered too long ago
 */
export async function audited<T>(
  db: Kysely<Database>,
  actor: Actor,
  action: `${string}.${string}`,
  work: (transaction: Transaction<Database>) => Promise<Change<T>>,
  { lock, needsPassword = false }: { lock?: string; needsPassword?: boolean } = {},
): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    if (lock !== undefined) await lockUntilCommit(transaction, lock);
    await requireActor(transaction, actor, needsPassword);
    const { answer, ...entry } = await work(transaction);
    await addEntry(transaction, actor, action, entry);
    return answer;
  });
}

/**
 * Checks inside a write's transaction that the actor's session or deploy token still exists, and keeps it until the
 * commit. The access rule looked before the transaction; a new password, a new role, a disabling or a revocation that
 * commits in between must win. The user is locked first, as in the writes that end sessions.
 * @param needsPassword as for `audited`; a program without a session has no password to ask for
 * @throws NotSignedIn, PasswordRequired
 */
export async function requireActor(
  transaction: Transaction<Database>,
  actor: Actor,
  needsPassword = false,
): Promise<void> {
  if (actor.sessionId !== undefined && actor.id !== null) {
    await transaction.selectFrom('users').select('id').where('id', '=', actor.id).forKeyShare().execute();
    const session = await transaction
      .selectFrom('sessions')
      .select(
        sql<boolean>`confirmed_at > now() - make_interval(mins => ${sql.lit(CONFIRMED_MINUTES)})`.as('isConfirmed'),
      )
      .where('id', '=', actor.sessionId)
      .executeTakeFirst();
    if (!session) throw new NotSignedIn();
    if (needsPassword && !session.isConfirmed) throw new PasswordRequired();
  }
  if (actor.deployTokenId !== undefined) {
    const token = await transaction
      .selectFrom('deploy_tokens')
      .select('id')
      .where('id', '=', actor.deployTokenId)
      .where('revoked_at', 'is', null)
      .forShare()
      .executeTakeFirst();
    if (!token) throw new NotSignedIn('This deploy token is unknown or was revoked.');
  }
}

/** Adds one entry; the caller's transaction decides whether it stays. */
export async function addEntry(
  db: Kysely<Database>,
  actor: Actor,
  action: `${string}.${string}`,
  { entityId, before, after }: Entry,
): Promise<void> {
  await db
    .insertInto('audit')
    .values({
      user_id: actor.id,
      user_name: actor.name,
      network: actor.network,
      action,
      entity_id: entityId,
      before: toJson(before),
      after: toJson(after),
    })
    .execute();
}

const toJson = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value));
