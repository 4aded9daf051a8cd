import type { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { currentLane, LANE_NAMES, type Lane } from './lanes.js';
import { valueTypes } from './value-types.js';

const WAIT_MS = 20_000;

export interface SingleClient extends PostgresPool {
  /** runs `work` while nobody else uses the client */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * One `pg` client over PGlite behind a mutex, in the shape of a pool. A real pool mixes up replies after a failing
 * statement, because PGlite has one session alone. The lanes take turns: of each, one at a time waits for the client.
 */
export async function createSingleClient(pglite: PGlite): Promise<SingleClient> {
  const client = new pg.Client({ ...createPgConfig(pglite), types: valueTypes } as pg.ClientConfig);
  await client.connect();
  const whole = createMutex();
  const lanes = new Map<Lane, Mutex>(LANE_NAMES.map((lane) => [lane, createMutex()]));
  let ended = false;

  const acquire = async (): Promise<() => void> => {
    if (ended) throw new Error('The database is closed');
    const until = performance.now() + WAIT_MS;
    const leaveLane = await lanes.get(currentLane())?.(WAIT_MS);
    try {
      const leave = await whole(until - performance.now());
      if (ended) {
        leave();
        throw new Error('The database is closed');
      }
      return () => {
        leave();
        leaveLane?.();
      };
    } catch (error) {
      leaveLane?.();
      throw error;
    }
  };

  return {
    connect: async () => {
      const release = await acquire();
      return { query: client.query.bind(client), release } as unknown as PostgresPoolClient;
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

/** Waits for one's turn, at most so many milliseconds. @returns ends the turn */
type Mutex = (waitMs: number) => Promise<() => void>;

function createMutex(): Mutex {
  let tail: Promise<void> = Promise.resolve();
  return async (waitMs) => {
    const previous = tail;
    let release = () => {};
    tail = new Promise((resolve) => {
      release = resolve;
    });
    if (await settlesWithin(previous, waitMs)) return release;
    // Whoever waits behind us must still wait for whoever is before us.
    previous.then(release);
    throw new Error('timeout exceeded when trying to connect');
  };
}

async function settlesWithin(promise: Promise<void>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, milliseconds, false);
  });
  const settled = await Promise.race([promise.then(() => true), late]);
  clearTimeout(timer);
  return settled;
}
