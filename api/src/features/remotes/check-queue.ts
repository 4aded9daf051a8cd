import { Unavailable } from '../../http/errors.js';

/** How much work of one owner may wait. */
const MAX_WAITING = 10;

interface Waiting {
  owner: string;
  start(): void;
}

/**
 * Runs the work of several owners at the same time.
 * @param atOnce how much work runs at the same time; each keeps the files of a release in memory
 */
export function createCheckQueue(atOnce: number) {
  const running = new Set<string>();
  const waiting: Waiting[] = [];

  function startNext(): void {
    if (running.size >= atOnce) return;
    const index = waiting.findIndex(({ owner }) => !running.has(owner));
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
        return await work();
      } finally {
        running.delete(owner);
        startNext();
      }
    },
  };
}
