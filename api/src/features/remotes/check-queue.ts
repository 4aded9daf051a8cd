import { Unavailable } from '../../http/errors.js';

/** How much work of one owner may wait. */
const MAX_WAITING = 10;

interface Waiting {
  owner: string;
  start(): void;
}

/**
 * Runs the work of several owners at the same time. Owners whose last work failed share one place until one of theirs succeeds, so
 * that releases that hang on purpose leave the processors to the others.
 * @param atOnce how much work runs at the same time; each keeps the files of a release in memory
 */
export function createCheckQueue(atOnce: number) {
  const running = new Set<string>();
  const failing = new Set<string>();
  const waiting: Waiting[] = [];

  function startNext(): void {
    if (running.size >= atOnce) return;
    const isFailingRunning = [...running].some((owner) => failing.has(owner));
    const mayRun = (owner: string) => !running.has(owner) && !(isFailingRunning && failing.has(owner));
    const index = waiting.findIndex(({ owner }) => mayRun(owner));
    const [next] = index === -1 ? [] : waiting.splice(index, 1);
    next?.start();
  }

  return {
    /**
     * Runs work when it is its turn: one at a time for each owner, first come, first served.
     * @throws Unavailable when too much work of this owner is waiting
     */
    async run<Value>(owner: string, work: () => Promise<Value>): Promise<Value> {
      if (waiting.filter((other) => other.owner === owner).length >= MAX_WAITING)
        throw new Unavailable('Too many releases of this remote wait to be checked. Try again in a minute.', 60);
      await new Promise<void>((resolve) => {
        const start = () => {
          running.add(owner);
          resolve();
        };
        waiting.push({ owner, start });
        startNext();
      });
      try {
        const value = await work();
        failing.delete(owner);
        return value;
      } catch (error) {
        failing.add(owner);
        throw error;
      } finally {
        running.delete(owner);
        startNext();
      }
    },
  };
}
