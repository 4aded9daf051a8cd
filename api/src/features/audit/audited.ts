import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../db/database.js';

/** Who writes: a staff member, or (without an id) a command of whoever runs the installation. */
export interface Actor {
  id: string | null;
  name: string;
}

/** What a staff write did to one thing; `before` and `after` are null where it did not exist. */
export interface Change<T> {
  entityId: string;
  before: unknown;
  after: unknown;
  answer: T;
}

/**
 * Runs one staff write and writes who did it, what, before and after, in the same transaction.
 * @param action noun and verb, `portfolio.update`
 */
export async function audited<T>(
  db: Kysely<Database>,
  actor: Actor,
  action: `${string}.${string}`,
  work: (transaction: Transaction<Database>) => Promise<Change<T>>,
): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    const { entityId, before, after, answer } = await work(transaction);
    await transaction
      .insertInto('audit')
      .values({
        user_id: actor.id,
        user_name: actor.name,
        action,
        entity_id: entityId,
        before: toJson(before),
        after: toJson(after),
      })
      .execute();
    return answer;
  });
}

const toJson = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value));
