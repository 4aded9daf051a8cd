import { Unavailable } from '../../http/errors.js';

/** Runs the work of several owners at the same time. */
export interface CheckQueue {
  /**
   * Runs work when it is its turn: one at a time for each owner, first come, first served.
   * @throws Unavailable when too much work of this owner is waiting
   */
  run<Value>(owner: string, work: () => Promise<Value>): Promise<Value>;
}

/** How much work of one owner may wait. */
const MAX_WAITING = 10;

interface Waiting {
  owner: string;
  start(): void;
}

/** @param atOnce how much work runs at the same time; each keeps the files of a release in memory */
export function createCheckQueue(atOnce: number): CheckQueue {
  const running = new Set<string>();
  const waiting: Waiting[] = [];

  function startNext(): void {
    if (running.size >= atOnce) return;
    const index = waiting.findIndex(({ owner }) => !running.has(owner));
    const [next] = index === -1 ? [] : waiting.splice(index, 1);
    next?.start();
  }

  return {
    async run(owner, work) {
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
