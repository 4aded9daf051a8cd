import type { RemoteModule } from '@godhuli/contracts/host';
import type { PageRelease } from '@godhuli/contracts/page';
import type { LoadResult } from './load-remote';

/**
 * The live release has the page to itself for so long. One that hangs would use up the visitor's patience with its own
 * time limits, so the last good release is then loaded beside it, and whichever is ready first shows.
 */
export const HEAD_START_MS = 3000;

export interface ReadyRelease {
  release: PageRelease;
  remote: RemoteModule;
}

/**
 * Loads releases, the best one first: the next begins when those under way have failed, or after the head start.
 * @param attempt loads one release; never throws
 * @param wanted whether anybody still waits; asked before another release is begun
 * @returns the first that is ready, or null when all have failed
 */
export function loadFirstReady(
  candidates: readonly PageRelease[],
  attempt: (release: PageRelease) => Promise<LoadResult>,
  wanted: () => boolean,
): Promise<ReadyRelease | null> {
  return new Promise((resolve) => {
    const waiting = [...candidates];
    let underWay = 0;
    let headStart: ReturnType<typeof setTimeout> | undefined;
    const next = () => {
      clearTimeout(headStart);
      const release = wanted() ? waiting.shift() : undefined;
      if (!release) {
        if (underWay === 0) resolve(null);
        return;
      }
      underWay += 1;
      headStart = setTimeout(next, HEAD_START_MS);
      void attempt(release).then((result) => {
        underWay -= 1;
        if (result.ok) {
          clearTimeout(headStart);
          resolve({ release, remote: result.remote });
        } else if (underWay === 0) next();
      });
    };
    next();
  });
}
