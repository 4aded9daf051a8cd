import { setTimeout as delay } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { Unavailable } from '../http/errors.js';
import { LockUnavailable } from './advisory-lock.js';
import type { Database } from './database.js';
import type { OpenDatabase } from './open-database.js';

/** Random delay between two attempts to get a lock, so that competing transactions do not stay in step. */
const RETRY_MS = { min: 15, max: 60 };

/** Queues `run`, and releases its place in the queue when it ends. */
export type Enqueue = <T>(run: () => Promise<T>) => Promise<T>;

/**
 * Runs a transaction for which the caller waits at most `timeoutMs`. After the timeout a transaction that has begun
 * continues and may commit, so use it only where a retry returns the result of the first attempt; one that has not begun
 * never begins. A transaction that throws LockUnavailable is retried, without a connection in between.
 *
 * On Postgres the time counts from the call, because a slow network also delays connecting and BEGIN. The embedded database
 * has one connection without a network, where waiting only means that others are first, so the time counts from BEGIN.
 * @param enqueue queues the transaction before it takes a connection; it keeps its place until it ends, even after the timeout
 * @throws Unavailable after the timeout, and the errors of `work`
 */
export async function transactionWithTimeout<T>(
  { db, engine }: Pick<OpenDatabase, 'db' | 'engine'>,
  timeoutMs: number,
  work: (transaction: Transaction<Database>) => Promise<T>,
  enqueue: Enqueue = (run) => run(),
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let hasTimedOut = false;
  let startTimer = () => {};
  const timeout = new Promise<never>((_, reject) => {
    startTimer = () => {
      timer ??= setTimeout(() => {
        hasTimedOut = true;
        reject(new Unavailable());
      }, timeoutMs);
    };
  });
  if (engine === 'postgres') startTimer();
  const run = async (): Promise<T> => {
    for (;;) {
      if (hasTimedOut) throw new Unavailable();
      try {
        return await db.transaction().execute((transaction) => {
          if (hasTimedOut) throw new Unavailable();
          startTimer();
          return work(transaction);
        });
      } catch (error) {
        if (!(error instanceof LockUnavailable)) throw error;
        await delay(RETRY_MS.min + Math.random() * (RETRY_MS.max - RETRY_MS.min));
      }
    }
  };
  return Promise.race([enqueue(run), timeout]).finally(() => clearTimeout(timer));
}
