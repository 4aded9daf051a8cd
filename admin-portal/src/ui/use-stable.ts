import { useCallback, useInsertionEffect, useRef } from 'react';

/**
 * Returns a function that stays the same and calls the version of `handle` that belongs to what is shown, so that a memoized component is
 * not rendered again for it. For handlers of events, not for rendering.
 */
export function useStable<Args extends unknown[], Result>(
  handle: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(handle);
  useInsertionEffect(() => {
    latest.current = handle;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
