import { useCallback, useEffect, useMemo } from 'react';
import { useBlocker, useLocation, useNavigate } from 'react-router-dom';
import type { Routing, UseRouting } from './routing';

const reachesAll = () => true;

/** Routing by the data router, which also blocks back and forward while there is a question. */
export const useRoutedZone: UseRouting = (unsaved) => {
  const { pathname, search, hash } = useLocation();
  const routerNavigate = useNavigate();
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    if (!unsaved.current) return false;
    if (currentLocation.pathname !== nextLocation.pathname) return true;
    const isSameUrl = currentLocation.search === nextLocation.search && currentLocation.hash === nextLocation.hash;
    return unsaved.current === 'url' && !isSameUrl && historyAction !== 'REPLACE';
  });
  // What was unsaved may be saved while the question is open.
  useEffect(() => {
    if (blocker.state === 'blocked' && !unsaved.current) blocker.proceed();
  });
  const location = useMemo(() => ({ pathname, search, hash }), [pathname, search, hash]);
  const navigate = useCallback<Routing['navigate']>(
    (to, options) => void routerNavigate(to, options),
    [routerNavigate],
  );
  return {
    location,
    reaches: reachesAll,
    navigate,
    isBlocked: blocker.state === 'blocked',
    resolve(leave) {
      if (blocker.state !== 'blocked') return;
      if (leave) blocker.proceed();
      else blocker.reset();
    },
  };
};
