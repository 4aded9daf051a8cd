import { CheckTimedOut } from '@godhuli/release-gate/isolated-checks';
import { Unavailable } from '../../http/errors.js';

/** How much work of one owner may wait. */
const MAX_WAITING = 10;
/** As in nice(1), by the owner's last work. Measured on two cores: beside four endless loops of 5, work takes 1.2 times as long. */
const NICENESS = { succeeded: 0, unknown: 5, failed: 10 } as const;

export const tooManyWaiting = () =>
  new Unavailable('Too many releases of this remote wait to be checked. Try again in a minute.', 60);

/** How the code of an owner's last work behaved. */
export type Outcome = 'succeeded' | 'failed';

interface Waiting {
  owner: string;
  start(): void;
}

/**
 * Runs the work of several owners at the same time. Releases that hang on purpose leave the processors to the others: an owner
 * stands back until its work succeeds, and owners whose last work failed share one place.
 * @param atOnce how much work runs at the same time; each keeps the files of a release in memory
 */
export function createCheckQueue(atOnce: number) {
  const running = new Set<string>();
  const last = new Map<string, Outcome>();
  const waiting: Waiting[] = [];

  /** Returns the place in `waiting` of the first work that may start; -1 if none may. */
  function nextIndex(): number {
    if (running.size >= atOnce) return -1;
    const isFailing = (owner: string) => last.get(owner) === 'failed';
    const isFailingRunning = [...running].some(isFailing);
    const mayRun = (owner: string) => !running.has(owner) && !(isFailingRunning && isFailing(owner));
    return waiting.findIndex(({ owner }) => mayRun(owner));
  }

  /** Starts all work that may start: the end of one can leave room for several. */
  function startWaiting(): void {
    for (let index = nextIndex(); index !== -1; index = nextIndex())
      for (const next of waiting.splice(index, 1)) next.start();
  }

  return {
    /**
     * Runs work when it is its turn: one at a time for each owner, first come, first served. `work` gets the niceness that its
     * processes should have.
     * @param outcomeOf what a value says about the owner; null when nothing. An error counts as 'failed', except CheckTimedOut
     * @throws Unavailable when too much work of this owner is waiting
     */
    async run<Value>(
      owner: string,
      work: (niceness: number) => Promise<Value>,
      outcomeOf: (value: Value) => Outcome | null = () => 'succeeded',
    ): Promise<Value> {
      if (waiting.filter((other) => other.owner === owner).length >= MAX_WAITING) throw tooManyWaiting();
      await new Promise<void>((resolve) => {
        const start = () => {
          running.add(owner);
          resolve();
        };
        waiting.push({ owner, start });
        startWaiting();
      });
      try {
        const value = await work(NICENESS[last.get(owner) ?? 'unknown']);
        const outcome = outcomeOf(value);
        if (outcome) last.set(owner, outcome);
        return value;
      } catch (error) {
        if (!(error instanceof CheckTimedOut)) last.set(owner, 'failed');
        throw error;
      } finally {
        running.delete(owner);
        startWaiting();
      }
    },
  };
}
