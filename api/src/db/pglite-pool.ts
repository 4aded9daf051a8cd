import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { withTimeout } from '@godhuli/server/with-timeout';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { currentPool, POOL_NAMES, type PoolName } from './pools.js';
import { valueTypes } from './value-types.js';

const MAX_WAIT_MS = 20_000;
/** Statements may take this long together before other events of the process are handled. */
const MAX_TURN_MS = 10;

/** Between two attempts to open the database again; a database that is lost in this time makes calls fail at once. */
const REOPEN_EVERY_MS = 5_000;

export interface PglitePool extends PostgresPool {
  /** runs `work` while no other call uses the database, which is not opened again for it if `reopens` is false */
  exclusively<T>(work: (pglite: PGlite) => Promise<T>, options?: { reopens: boolean }): Promise<T>;
}

/**
 * A pool of one `pg` client over PGlite, behind a mutex. A real pool mixes up responses after a failing statement, because
 * PGlite has only one session. For fairness, each of our pools has a queue of its own, and the first of each queue waits for
 * the client.
 * @param reopen opens the database again after Postgres has ended itself: it does so when its log has no room
 */
export async function createPglitePool(pglite: PGlite, reopen?: () => Promise<PGlite>): Promise<PglitePool> {
  let session = await openSession(pglite);
  let reopenAt = Number.NEGATIVE_INFINITY;
  const takeTurns = createTurns();
  const clientMutex = createMutex();
  const poolMutexes = new Map<PoolName, Mutex>(POOL_NAMES.map((pool) => [pool, createMutex()]));
  let ended = false;

  const acquire = async (): Promise<() => void> => {
    if (ended) throw new Error('The database is closed');
    const deadline = performance.now() + MAX_WAIT_MS;
    const releasePool = await poolMutexes.get(currentPool())?.(MAX_WAIT_MS);
    try {
      const releaseClient = await clientMutex(deadline - performance.now());
      if (ended) {
        releaseClient();
        throw new Error('The database is closed');
      }
      return () => {
        releaseClient();
        releasePool?.();
      };
    } catch (error) {
      releasePool?.();
      throw error;
    }
  };

  const acquireSession = async (reopens = true) => {
    const release = await acquire();
    try {
      if (session.isLost()) {
        if (!reopen || !reopens || performance.now() < reopenAt) throw lostSession();
        reopenAt = performance.now() + REOPEN_EVERY_MS;
        try {
          session = await openSession(await reopen());
        } catch (cause) {
          throw lostSession(cause);
        }
      }
      return { session, release };
    } catch (error) {
      release();
      throw error;
    }
  };

  return {
    connect: async () => {
      const { session: used, release } = await acquireSession();
      const query = async (text: string, values?: unknown[]) => {
        await takeTurns();
        return used.run(() => used.client.query(text, values));
      };
      return { query, release } as unknown as PostgresPoolClient;
    },
    end: async () => {
      const release = await acquire();
      ended = true;
      release();
      if (!session.isLost()) await session.pglite.close();
    },
    exclusively: async (work, { reopens } = { reopens: true }) => {
      const { session: used, release } = await acquireSession(reopens);
      try {
        return await used.run(() => work(used.pglite));
      } finally {
        release();
      }
    },
  };
}

/** PGlite responds before the event loop turns, so one that has not responded after this time never will. */
const MAX_SILENCE_MS = 5_000;

/** Creates the error that `isDatabaseUnavailable` recognises (SQLSTATE crash_shutdown). */
const lostSession = (cause?: unknown) =>
  Object.assign(new Error('The embedded database has ended itself.', { cause }), { code: '57P02' });

/** PGlite swallows the end of Postgres: the statement that caused it, and each later one, would never settle. */
async function openSession(pglite: PGlite) {
  const client = new pg.Client({ ...createPgConfig(pglite), types: valueTypes } as pg.ClientConfig);
  client.on('error', () => {});
  await client.connect();
  let isLost = false;
  let fail = (_error: Error) => {};
  const lose = () => {
    if (isLost) return;
    isLost = true;
    // What is left of Postgres must not write to files that the next instance has opened.
    pglite.execProtocolRawSync = () => {
      throw lostSession();
    };
    fail(lostSession());
    setImmediate(() => closeFiles(pglite));
  };
  Object.assign(pglite.Module, { onAbort: lose });
  return {
    pglite,
    client,
    isLost: () => isLost,
    /** Runs one statement at a time; fails when Postgres ends itself. */
    run: <T>(work: () => Promise<T>): Promise<T> => {
      if (isLost) return Promise.reject(lostSession());
      return new Promise<T>((resolve, reject) => {
        fail = reject;
        const silence = setTimeout(() => setImmediate(lose), MAX_SILENCE_MS).unref();
        work()
          .then(resolve, reject)
          .finally(() => clearTimeout(silence));
      });
    },
  };
}

/** Closes the files that an instance without Postgres still has open. */
function closeFiles({ Module }: PGlite): void {
  try {
    (Module.FS as unknown as { quit(): void }).quit();
  } catch {
    // They stay open until this process ends.
  }
}

/**
 * PGlite runs in this thread and responds before the event loop turns, so a transaction of many statements would stop every
 * request of the process. The function resolves at once, or in the next turn if this one has taken too long.
 */
function createTurns(): () => Promise<void> | undefined {
  let began: number | null = null;
  return () => {
    if (began !== null) return performance.now() - began > MAX_TURN_MS ? nextTurn() : undefined;
    began = performance.now();
    setImmediate(() => {
      began = null;
    });
    return undefined;
  };
}

/** Waits for the mutex, at most `waitMs`. @returns releases it */
type Mutex = (waitMs: number) => Promise<() => void>;

function createMutex(): Mutex {
  let tail: Promise<void> = Promise.resolve();
  return async (waitMs) => {
    const previous = tail;
    let release = () => {};
    tail = new Promise((resolve) => {
      release = resolve;
    });
    try {
      await withTimeout(Math.max(1, waitMs), 'timeout exceeded when trying to connect', () => previous);
      return release;
    } catch (error) {
      // The next in the queue must still wait for the previous one.
      previous.then(release);
      throw error;
    }
  };
}
