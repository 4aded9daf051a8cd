import { useCallback, useEffect, useState } from 'react';

const PRELOAD_AHEAD_MS = 2500;

/**
 * Returns the slides whose photo may load: those shown so far, the next one shortly before its turn, and any that the
 * visitor is about to select. At first only one photo loads (PUB-HERO-1).
 */
export function usePreloadedSlides(
  index: number,
  count: number,
  isRunning: boolean,
): { preloaded: ReadonlySet<number>; preload(index: number): void } {
  const [requested, setRequested] = useState<ReadonlySet<number>>(() => new Set([0]));
  const preload = useCallback(
    (slide: number) => setRequested((previous) => (previous.has(slide) ? previous : new Set([...previous, slide]))),
    [],
  );
  useEffect(() => {
    preload(index);
    if (!isRunning) return;
    const timer = setTimeout(() => preload((index + 1) % count), PRELOAD_AHEAD_MS);
    return () => clearTimeout(timer);
  }, [index, count, isRunning, preload]);
  return { preloaded: requested.has(index) ? requested : new Set([...requested, index]), preload };
}
