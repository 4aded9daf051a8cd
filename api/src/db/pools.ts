import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The connection pools. Each kind of caller has its own, so that one that waits (for a lock, or during a flood of requests)
 * takes no connections from the others. `background` is everything outside a request: the start, cleanup and commands.
 * `migration` changes the schema at the start, and has no time limits of its own: `migrate` sets them.
 */
export type PoolName = 'reads' | 'visitors' | 'signIn' | 'staff' | 'background' | 'migration';

interface PoolLimits {
  /** of twelve connections; 0 is one additional connection */
  share: number;
  /** Postgres cancels a statement after this time; 0 is never */
  statementTimeoutMs: number;
  /** a statement that waits longer for a lock fails, and the response is 503; 0 is no limit */
  lockTimeoutMs: number;
  /** Postgres ends a transaction that is idle for this time, because its process hangs or is cut off; 0 is never */
  idleTransactionMs: number;
}

export const POOLS: Record<PoolName, PoolLimits> = {
  reads: { share: 4, statementTimeoutMs: 15_000, lockTimeoutMs: 2_000, idleTransactionMs: 10_000 },
  visitors: { share: 2, statementTimeoutMs: 15_000, lockTimeoutMs: 2_000, idleTransactionMs: 10_000 },
  signIn: { share: 1, statementTimeoutMs: 15_000, lockTimeoutMs: 3_000, idleTransactionMs: 10_000 },
  staff: { share: 3, statementTimeoutMs: 15_000, lockTimeoutMs: 5_000, idleTransactionMs: 0 },
  background: { share: 2, statementTimeoutMs: 15_000, lockTimeoutMs: 0, idleTransactionMs: 0 },
  migration: { share: 0, statementTimeoutMs: 0, lockTimeoutMs: 0, idleTransactionMs: 0 },
};
export const POOL_NAMES = Object.keys(POOLS) as PoolName[];

/** The fewest connections: one for each pool with a share. */
export const MIN_CONNECTIONS = POOL_NAMES.filter((pool) => POOLS[pool].share > 0).length;

/** Connections of one process unless DATABASE_POOL_SIZE is set. */
export const DEFAULT_CONNECTIONS = 12;

/** Returns how many of `total` connections a pool has: its share, at least one. `total` is at least MIN_CONNECTIONS. */
export const connectionsOf = (pool: PoolName, total: number) =>
  Math.max(1, Math.floor((total * POOLS[pool].share) / DEFAULT_CONNECTIONS));

const current = new AsyncLocalStorage<PoolName>();

/** Returns the pool of the running code. */
export const currentPool = (): PoolName => current.getStore() ?? 'background';

let running = 0;
const end = () => {
  running -= 1;
  if (running === 0) current.disable();
};

/**
 * Runs `work`, and everything that it awaits, with the connections of a pool. What it leaves running uses `background`. Between
 * such work the storage is off: in Node 20 it would watch every promise of the process, which is a tenth of a cached response.
 */
export function withPool<T>(pool: PoolName, work: () => T): T {
  running += 1;
  let result: T;
  try {
    result = current.run(pool, work);
  } catch (error) {
    end();
    throw error;
  }
  if (result instanceof Promise) result.then(end, end);
  else end();
  return result;
}
