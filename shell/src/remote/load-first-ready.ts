import type { RemoteModule } from '@godhuli/contracts/host';
import type { PageRelease } from '@godhuli/contracts/page';
import type { LoadResult } from './load-remote';

/**
 * The live release has the page to itself for so long. One that hangs would use up the visitor's patience with its own
 * time limits, so the last good release is then loaded beside it, and whichever is ready first shows.
 */
export const HEAD_START_MS = 3000;
/** Of the time since the navigation, at most so much counts: what is left suffices to load a release on a slow line. */
const MOST_SPENT_MS = 1500;

/**
 * What a visitor has waited before the document's first remote is asked for; it counts towards the time limits above, so
 * that a slow line and a release that hangs do not add up.
 * @returns milliseconds
 */
export const spentBeforeFirstLoad = (): number => Math.min(performance.now(), MOST_SPENT_MS);

export interface ReadyRelease {
  release: PageRelease;
  remote: RemoteModule;
}

/**
 * Loads releases, the best one first: the next begins when those under way have failed, or after the head start.
 * @param attempt loads one release; never throws
 * @param wanted whether anybody still waits; asked before another release is begun
 * @param spentMs how much of the live release's head start has passed already
 * @returns the first that is ready, or null when all have failed
 */
export function loadFirstReady(
  candidates: readonly PageRelease[],
  attempt: (release: PageRelease) => Promise<LoadResult>,
  wanted: () => boolean,
  spentMs = 0,
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
      headStart = setTimeout(next, HEAD_START_MS - spentMs);
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
