import type { RemoteModule } from '@godhuli/contracts/host';
import type { PageRelease } from '@godhuli/contracts/page';
import { HYDRATION_MARK } from '../hydration-mark';
import type { LoadResult } from './load-remote';

/**
 * For this many milliseconds only the live release is loaded. After that the last good release is loaded in parallel, and the
 * first one that is ready shows, because a live release that hangs would otherwise use up all of its time limits first.
 */
export const HEAD_START_MS = 3000;
/** At most this much of the time since the navigation counts; the rest is enough to load a release over a slow connection. */
const MOST_SPENT_MS = 1500;

/**
 * Returns how long the visitor has waited before the first remote is requested, in milliseconds: since the navigation, or since
 * the page first needed React (boot/hydrate.ts). It counts towards the time limits above, so that a slow connection and a release that
 * hangs do not add up.
 */
export function spentBeforeFirstLoad(): number {
  const [needed] = performance.getEntriesByName?.(HYDRATION_MARK) ?? [];
  return Math.min(performance.now() - (needed?.startTime ?? 0), MOST_SPENT_MS);
}

export interface ReadyRelease {
  release: PageRelease;
  remote: RemoteModule;
}

/**
 * Loads releases, the best one first. The next one starts when all running ones have failed, or after the head start.
 * @param attempt loads one release; never throws
 * @param wanted whether the result is still needed; checked before another release starts
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
    let running = 0;
    let headStart: ReturnType<typeof setTimeout> | undefined;
    const next = () => {
      clearTimeout(headStart);
      const release = wanted() ? waiting.shift() : undefined;
      if (!release) {
        if (running === 0) resolve(null);
        return;
      }
      running += 1;
      headStart = setTimeout(next, HEAD_START_MS - spentMs);
      void attempt(release).then((result) => {
        running -= 1;
        if (result.ok) {
          clearTimeout(headStart);
          resolve({ release, remote: result.remote });
        } else if (running === 0) next();
      });
    };
    next();
  });
}
