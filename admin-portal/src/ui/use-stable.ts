import { useCallback, useRef } from 'react';

/**
 * Returns a function that stays the same and calls the newest version of `handle`, so that a memoized component is not rendered again
 * for it. For handlers of events: while rendering, the version may be an older one.
 */
export function useStable<Args extends unknown[], Result>(
  handle: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(handle);
  latest.current = handle;
  return useCallback((...args: Args) => latest.current(...args), []);
}
