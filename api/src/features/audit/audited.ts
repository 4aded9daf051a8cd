import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../db/database.js';

/** Who writes: a staff member, or (without an id) a program, a visitor or whoever runs the installation. */
export interface Actor {
  id: string | null;
  name: string;
  /** where the request came from (`networkOf` its address); null when there was none */
  network: string | null;
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
 */
export async function audited<T>(
  db: Kysely<Database>,
  actor: Actor,
  action: `${string}.${string}`,
  work: (transaction: Transaction<Database>) => Promise<Change<T>>,
): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    const { answer, ...entry } = await work(transaction);
    await addEntry(transaction, actor, action, entry);
    return answer;
  });
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
