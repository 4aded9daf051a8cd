import { useMemo, useSyncExternalStore } from 'react';
import type { Routing, UseRouting } from './routing';

const MOVED = 'popstate';

function subscribe(onMove: () => void): () => void {
  window.addEventListener(MOVED, onMove);
  return () => window.removeEventListener(MOVED, onMove);
}

/** The path that the document stands at: another one than its page's own has no page here. */
export const usePathname = (): string => useSyncExternalStore(subscribe, () => window.location.pathname);

const reaches = (pathname: string) => pathname === window.location.pathname;

/** Changes query and hash as a router would; every other path is another document. */
const navigate: Routing['navigate'] = (to, options) => {
  window.history[options?.replace ? 'replaceState' : 'pushState'](null, '', to);
  window.dispatchEvent(new PopStateEvent(MOVED));
};

/**
 * Routing of a document whose zone has one page alone: the History API says enough, and 28 KB of router stay away.
 * Leaving it is leaving the document, which the browser itself can hold back.
 */
export const useOnePage: UseRouting = () => {
  const href = useSyncExternalStore(subscribe, () => window.location.href);
  const location = useMemo(() => {
    const { pathname, search, hash } = new URL(href);
    return { pathname, search, hash };
  }, [href]);
  return { location, reaches, navigate, asking: false, answer: () => undefined };
};
