import { useCallback, useLayoutEffect, useRef } from 'react';

/** Returns a function that says whether the component is still in the page: a request can end after its dialog was closed. */
export function useIsMounted(): () => boolean {
  const isMounted = useRef(false);
  useLayoutEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return useCallback(() => isMounted.current, []);
}
