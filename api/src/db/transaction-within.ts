import type { Transaction } from 'kysely';
import { Unavailable } from '../http/errors.js';
import type { Database } from './database.js';
import type { OpenDatabase } from './open-database.js';

/**
 * A transaction whose caller waits at most `limitMs`. One that has begun goes on and may well commit, so use it only where
 * a retry is answered with what was stored the first time; one that has not begun by then never does.
 *
 * The time counts from the call on Postgres, where a slow line makes connecting and BEGIN slow too. The embedded database
 * has one connection and no line: whoever waits there waits for a turn behind others, which is no reason to be refused,
 * and the time counts from BEGIN.
 * @throws Unavailable when it has taken longer, and whatever `work` throws
 */
export async function transactionWithin<T>(
  { db, engine }: Pick<OpenDatabase, 'db' | 'engine'>,
  limitMs: number,
  work: (transaction: Transaction<Database>) => Promise<T>,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let isLate = false;
  let startTimer = () => {};
  const late = new Promise<never>((_, reject) => {
    startTimer = () => {
      timer ??= setTimeout(() => {
        isLate = true;
        reject(new Unavailable());
      }, limitMs);
    };
  });
  if (engine === 'postgres') startTimer();
  const done = db.transaction().execute((transaction) => {
    if (isLate) throw new Unavailable();
    startTimer();
    return work(transaction);
  });
  return Promise.race([done, late]).finally(() => clearTimeout(timer));
}
