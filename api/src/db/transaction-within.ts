import type { Kysely, Transaction } from 'kysely';
import { Unavailable } from '../http/errors.js';
import type { Database } from './database.js';

/**
 * A transaction whose caller waits at most `limitMs` after its BEGIN. The transaction itself goes on and may well commit,
 * so use it only where a retry is answered with what was stored the first time.
 * @throws Unavailable when it has taken longer, and whatever `work` throws
 */
export async function transactionWithin<T>(
  db: Kysely<Database>,
  limitMs: number,
  work: (transaction: Transaction<Database>) => Promise<T>,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let begun = () => {};
  const late = new Promise<never>((_, reject) => {
    begun = () => {
      timer = setTimeout(() => reject(new Unavailable()), limitMs);
    };
  });
  const done = db.transaction().execute((transaction) => {
    begun();
    return work(transaction);
  });
  return Promise.race([done, late]).finally(() => clearTimeout(timer));
}
