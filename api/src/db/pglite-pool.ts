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

export interface PglitePool extends PostgresPool {
  /** runs `work` while no other call uses the client */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * A pool of one `pg` client over PGlite, behind a mutex. A real pool mixes up responses after a failing statement, because
 * PGlite has only one session. For fairness, each of our pools has a queue of its own, and the first of each queue waits for
 * the client.
 */
export async function createPglitePool(pglite: PGlite): Promise<PglitePool> {
  const client = new pg.Client({ ...createPgConfig(pglite), types: valueTypes } as pg.ClientConfig);
  await client.connect();
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

  return {
    connect: async () => {
      const release = await acquire();
      const query = async (text: string, values?: unknown[]) => {
        await takeTurns();
        return client.query(text, values);
      };
      return { query, release } as unknown as PostgresPoolClient;
    },
    end: async () => {
      const release = await acquire();
      ended = true;
      release();
    },
    exclusively: async (work) => {
      const release = await acquire();
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
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
