import { useCallback, useEffect, useMemo, useRef } from 'react';
import { type Blocker, useBlocker, useLocation, useNavigate } from 'react-router-dom';
import type { Routing, UseRouting } from './routing';

const reachesAll = () => true;

/**
 * Numbers the history entry of a hash that was typed in the address bar or followed as a plain link. The router knows by these
 * numbers how far it must go back, and blocks no entry without one.
 */
function useNumberedEntries(): void {
  const location = useLocation();
  const current = useRef({ idx: 0, href: '' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation has another location
  useEffect(() => {
    current.current = { idx: window.history.state?.idx ?? 0, href: window.location.href };
  }, [location]);
  useEffect(() => {
    const number = ({ state }: PopStateEvent) => {
      const { idx, href } = current.current;
      // The URL that is open already, entered again, replaces its entry.
      const next = idx + (window.location.href === href ? 0 : 1);
      current.current = { idx: state?.idx ?? next, href: window.location.href };
      if (!state) window.history.replaceState({ idx: next }, '');
    };
    // Captured, so that it runs before the router's own listener.
    window.addEventListener('popstate', number, true);
    return () => window.removeEventListener('popstate', number, true);
  }, []);
}

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
  useNumberedEntries();
  // The router's answer arrives a moment later, in a transition.
  const answered = useRef<Blocker>(null);
  const answer = (leave: boolean) => {
    if (blocker.state !== 'blocked' || answered.current === blocker) return;
    answered.current = blocker;
    if (leave) blocker.proceed();
    else blocker.reset();
  };
  // What was unsaved may be saved while the question is open.
  useEffect(() => {
    if (!unsaved.current) answer(true);
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
    resolve: answer,
  };
};
