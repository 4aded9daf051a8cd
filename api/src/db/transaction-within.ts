import { setTimeout as delay } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { Unavailable } from '../http/errors.js';
import { LockTaken } from './advisory-lock.js';
import type { Database } from './database.js';
import type { OpenDatabase } from './open-database.js';

/** Between two tries for a lock; at random, so that nobody always comes at the wrong moment. */
const RETRY_MS = { least: 15, most: 60 };

/** Calls `run` when it is this one's turn; the turn ends with it. */
export type TakeTurn = <T>(run: () => Promise<T>) => Promise<T>;

/**
 * A transaction whose caller waits at most `limitMs`. One that has begun goes on and may well commit, so use it only where
 * a retry is answered with what was stored the first time; one that has not begun by then never does. One that throws
 * LockTaken is tried again, and holds no connection in between.
 *
 * The time counts from the call on Postgres, where a slow line makes connecting and BEGIN slow too. The embedded database
 * has one connection and no line: whoever waits there waits for a turn behind others, which is no reason to be refused,
 * and the time counts from BEGIN.
 * @param takeTurn what is waited for before a connection is asked for; a turn ends with its transaction, also a late one
 * @throws Unavailable when it has taken longer, and whatever `work` throws
 */
export async function transactionWithin<T>(
  { db, engine }: Pick<OpenDatabase, 'db' | 'engine'>,
  limitMs: number,
  work: (transaction: Transaction<Database>) => Promise<T>,
  takeTurn: TakeTurn = (run) => run(),
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
  const run = async (): Promise<T> => {
    for (;;) {
      if (isLate) throw new Unavailable();
      try {
        return await db.transaction().execute((transaction) => {
          if (isLate) throw new Unavailable();
          startTimer();
          return work(transaction);
        });
      } catch (error) {
        if (!(error instanceof LockTaken)) throw error;
        await delay(RETRY_MS.least + Math.random() * (RETRY_MS.most - RETRY_MS.least));
      }
    }
  };
  return Promise.race([takeTurn(run), late]).finally(() => clearTimeout(timer));
}
