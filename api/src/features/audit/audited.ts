import { CONFIRMED_MINUTES } from '@godhuli/contracts/account';
import { type Kysely, sql, type Transaction } from 'kysely';
import { lockUntilCommit } from '../../db/advisory-lock.js';
import type { Database } from '../../db/database.js';
import { NotSignedIn, PasswordRequired, StaleVersion } from '../../http/errors.js';

/** Who makes a change: a staff member, or without an id a program, a visitor or the installation itself. */
export interface Actor {
  id: string | null;
  name: string;
  /** network of the request (`networkOf` its IP); null without a request */
  network: string | null;
  /** id of the request's session */
  sessionId?: string;
  /** label of the request's device: 'Chrome on Windows' */
  device?: string;
  /** id of the request's deploy token */
  deployTokenId?: string;
}

/** The installation itself: its start, its background work, or a command on its machine. */
export const THIS_INSTALLATION: Actor = { id: null, name: 'this installation', network: null };

/** A change of one entity; `before` and `after` are null where it did not exist. */
export interface AuditEntry {
  entityId: string;
  before: unknown;
  after: unknown;
}

/** What a write changed, and what it returns. */
export interface Change<T> extends AuditEntry {
  result: T;
}

interface AuditedOptions<T> {
  lock?: string;
  needsPassword?: boolean;
  findStored?(transaction: Transaction<Database>): Promise<T | undefined>;
}

/**
 * Returns the options of a write that a retry with the same Idempotency-Key does not repeat. Two attempts at the same time
 * wait for each other.
 * @param find returns what was stored with the key
 */
export const onceWithKey = <T>(
  key: string | null,
  find: (transaction: Transaction<Database>, key: string) => Promise<T | undefined>,
): AuditedOptions<T> =>
  key === null ? {} : { lock: `idempotency key ${key}`, findStored: (transaction) => find(transaction, key) };

/**
 * Runs a staff write and adds its audit entry (who, from where, what, before and after) in the same transaction.
 * @param action noun and verb, `portfolio.update`
 * @param lock name of an advisory lock that is taken before any row lock
 * @param needsPassword whether the password must have been entered recently in the actor's session
 * @param findStored returns what an earlier attempt of the same request stored: then nothing is written
 * @throws NotSignedIn when the actor's session or deploy token has ended since the request began
 * @throws PasswordRequired when the password was entered too long ago
 */
export async function audited<T>(
  db: Kysely<Database>,
  actor: Actor,
  action: `${string}.${string}`,
  work: (transaction: Transaction<Database>) => Promise<Change<T>>,
  { lock, needsPassword = false, findStored }: AuditedOptions<T> = {},
): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    if (lock !== undefined) await lockUntilCommit(transaction, lock);
    await requireActor(transaction, actor, needsPassword);
    const stored = await findStored?.(transaction);
    if (stored !== undefined) return stored;
    const { result, ...entry } = await work(transaction).catch(async (error) => {
      throw error instanceof StaleVersion ? await withLastChange(transaction, action, error) : error;
    });
    await addAuditEntry(transaction, actor, action, entry);
    return result;
  });
}

/** Adds to a conflict who saved the stored version and when, if the audit log has it. */
async function withLastChange(
  transaction: Transaction<Database>,
  action: string,
  error: StaleVersion,
): Promise<StaleVersion> {
  const { _id, version } = error.current as { _id?: string; version?: number | string };
  const { entityId = _id, savedAs } = error.options;
  if (entityId === undefined) return error;
  const entries = transaction
    .selectFrom('audit')
    .select(['user_name', 'at', sql<string | null>`after ->> 'version'`.as('version')])
    .where('entity_id', '=', entityId)
    .where('action', 'like', `${action.split('.')[0]}.%`)
    .orderBy('id', 'desc')
    .limit(1);
  const own = savedAs ? entries.where(sql<boolean>`after @> ${JSON.stringify(savedAs)}::jsonb`) : entries;
  const entry = await own.executeTakeFirst();
  // A change of many things has one entry, which names none of them.
  if (!entry || (entry.version !== null && entry.version !== String(version))) return error;
  const lastChange = { changedBy: entry.user_name, changedAt: entry.at.toISOString() };
  return new StaleVersion(error.detail, error.current, { ...error.options, lastChange });
}

/**
 * Returns the last audit entry of an entity if the actor made it.
 * @param noun of its actions: 'portfolio'
 */
export async function ownLastEntry(
  db: Kysely<Database>,
  actor: Actor,
  noun: string,
  entityId: string,
): Promise<{ user_id: string | null; before: unknown } | undefined> {
  const entry = await db
    .selectFrom('audit')
    .select(['user_id', 'before'])
    .where('entity_id', '=', entityId)
    .where('action', 'like', `${noun}.%`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return entry && entry.user_id === actor.id ? entry : undefined;
}

/**
 * Checks in a write's transaction that the actor's session or deploy token still exists. The access rule was checked before
 * the transaction; a password change, new role, disabling or revocation that commits in between must win. Until the commit, the
 * rows of the user and of the deploy token stay locked; the session is not, because the writes that end sessions lock the user
 * first.
 * @param needsPassword as for `audited`; programs without a session have no password
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

/** Adds an audit entry, in the caller's transaction if `db` is one. */
export async function addAuditEntry(
  db: Kysely<Database>,
  actor: Actor,
  action: `${string}.${string}`,
  entry: AuditEntry,
): Promise<void> {
  await addAuditEntries(db, actor, action, [entry]);
}

/** Adds an entry for each entity of a change of many. */
export async function addAuditEntries(
  db: Kysely<Database>,
  actor: Actor,
  action: `${string}.${string}`,
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const row = ({ entityId, before, after }: AuditEntry) => ({
    user_id: actor.id,
    user_name: actor.name,
    network: actor.network,
    action,
    entity_id: entityId,
    before: toJson(before),
    after: toJson(after),
  });
  await db.insertInto('audit').values(entries.map(row)).execute();
}

const toJson = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value));
