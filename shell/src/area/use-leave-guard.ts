import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';

/**
 * Holds back soft navigations, back and forward while there is a question, and has the browser ask its own on reload
 * and close. The listener is there only as long as it is needed: it keeps a page out of the back/forward cache.
 */
export function useLeaveGuard(question: string | null): { asking: boolean; answer(leave: boolean): void } {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => question !== null && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (question === null) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [question]);
  return {
    asking: blocker.state === 'blocked',
    answer(leave) {
      if (blocker.state !== 'blocked') return;
      if (leave) blocker.proceed();
      else blocker.reset();
    },
  };
}
