import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Who asks the database. Each lane has connections of its own, so that a request that waits in one (for a lock, or behind a
 * flood) takes none from the others. `background` is whatever no request asked for: the start, cleanup, commands.
 * `migration` changes the schema at the start, when nothing else runs, and may take as long as it needs.
 */
export type Lane = 'reads' | 'visitors' | 'signIn' | 'staff' | 'background' | 'migration';

interface LaneRules {
  /** of twelve connections; 0 is one beside them */
  share: number;
  /** Postgres cancels a statement that takes longer; 0 is never */
  statementTimeoutMs: number;
  /** a statement that waits longer for a lock fails, and the answer is 503; 0 waits as long as a statement may take */
  lockTimeoutMs: number;
  /** a transaction that does nothing for so long is ended by Postgres: its process is stopped or cut off; 0 is never */
  idleTransactionMs: number;
}

export const LANES: Record<Lane, LaneRules> = {
  reads: { share: 4, statementTimeoutMs: 15_000, lockTimeoutMs: 2_000, idleTransactionMs: 10_000 },
  visitors: { share: 2, statementTimeoutMs: 15_000, lockTimeoutMs: 2_000, idleTransactionMs: 10_000 },
  signIn: { share: 1, statementTimeoutMs: 15_000, lockTimeoutMs: 3_000, idleTransactionMs: 10_000 },
  staff: { share: 3, statementTimeoutMs: 15_000, lockTimeoutMs: 5_000, idleTransactionMs: 0 },
  background: { share: 2, statementTimeoutMs: 15_000, lockTimeoutMs: 0, idleTransactionMs: 0 },
  migration: { share: 0, statementTimeoutMs: 0, lockTimeoutMs: 0, idleTransactionMs: 0 },
};
export const LANE_NAMES = Object.keys(LANES) as Lane[];

/** The fewest connections: one for each lane that has a share of them. */
export const MIN_POOL_SIZE = LANE_NAMES.filter((lane) => LANES[lane].share > 0).length;

/** Connections of one process unless DATABASE_POOL_SIZE says otherwise. */
export const DEFAULT_POOL_SIZE = 12;

/** How many of `poolSize` connections a lane has: its share, at least one. `poolSize` is at least MIN_POOL_SIZE. */
export const connectionsOf = (lane: Lane, poolSize: number) =>
  Math.max(1, Math.floor((poolSize * LANES[lane].share) / DEFAULT_POOL_SIZE));

const current = new AsyncLocalStorage<Lane>();

/** The lane of whatever runs now. */
export const currentLane = (): Lane => current.getStore() ?? 'background';

/** Runs `work`, and all that it awaits, in a lane. */
export const inLane = <T>(lane: Lane, work: () => T): T => current.run(lane, work);
