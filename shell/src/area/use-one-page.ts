import { pageUrl } from '@godhuli/contracts/host';
import { useMemo, useSyncExternalStore } from 'react';
import type { Routing, UseRouting } from './routing';

const MOVED = 'popstate';

function subscribe(onMove: () => void): () => void {
  window.addEventListener(MOVED, onMove);
  return () => window.removeEventListener(MOVED, onMove);
}

const reaches = (pathname: string) => pathname === window.location.pathname;

/** Changes query and hash as a router would. Every other path is another document. */
const navigate: Routing['navigate'] = (to, options) => {
  window.history[options?.replace ? 'replaceState' : 'pushState'](null, '', to);
  window.dispatchEvent(new PopStateEvent(MOVED));
};

/**
 * Routing of a document with a single page: the History API is enough and saves 28 KB of router. Leaving the page
 * is leaving the document, and the browser's own question guards that.
 */
export const useOnePage: UseRouting = () => {
  const href = useSyncExternalStore(subscribe, pageUrl);
  const location = useMemo(() => {
    const { pathname, search, hash } = new URL(href);
    return { pathname, search, hash };
  }, [href]);
  return { location, reaches, navigate, isBlocked: false, resolve: () => undefined };
};
