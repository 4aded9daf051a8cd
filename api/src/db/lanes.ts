import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Who asks the database. Each lane has connections of its own, so that whoever waits in one (for a lock, or behind a
 * flood) takes none from the others. `background` is whatever no request asked for: the start, cleanup, commands.
 */
export type Lane = 'reads' | 'visitors' | 'signIn' | 'staff' | 'background';

interface LaneRules {
  /** of twelve connections */
  share: number;
  /** a statement that waits longer for a lock fails, and the answer is 503; 0 waits as long as a statement may take */
  lockTimeoutMs: number;
  /** a transaction that does nothing for so long is ended by Postgres: its process is stopped or cut off; 0 is never */
  idleTransactionMs: number;
}

export const LANES: Record<Lane, LaneRules> = {
  reads: { share: 4, lockTimeoutMs: 2_000, idleTransactionMs: 10_000 },
  visitors: { share: 2, lockTimeoutMs: 2_000, idleTransactionMs: 10_000 },
  signIn: { share: 1, lockTimeoutMs: 3_000, idleTransactionMs: 10_000 },
  staff: { share: 3, lockTimeoutMs: 5_000, idleTransactionMs: 0 },
  background: { share: 2, lockTimeoutMs: 0, idleTransactionMs: 0 },
};
export const LANE_NAMES = Object.keys(LANES) as Lane[];

/** Connections of one process unless DATABASE_POOL_SIZE says otherwise. */
export const DEFAULT_POOL_SIZE = 12;

/** How many of `poolSize` connections a lane has: its share, at least one. `poolSize` is at least the number of lanes. */
export const connectionsOf = (lane: Lane, poolSize: number) =>
  Math.max(1, Math.floor((poolSize * LANES[lane].share) / DEFAULT_POOL_SIZE));

const current = new AsyncLocalStorage<Lane>();

/** The lane of whatever runs now. */
export const currentLane = (): Lane => current.getStore() ?? 'background';

/** Runs `work`, and all that it awaits, in a lane. */
export const inLane = <T>(lane: Lane, work: () => T): T => current.run(lane, work);
