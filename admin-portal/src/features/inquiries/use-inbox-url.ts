import { useLayoutEffect, useRef } from 'react';
import { useHost } from '../../ui/host-context';

interface UrlParts {
  /** the filter: '' or '?…' */
  search: string;
  /** the open inquiry: '' or '#…' */
  hash: string;
}

export interface InboxUrl extends UrlParts {
  /** Returns the URL that was requested last. */
  latest(): UrlParts;
  /** Returns whether the host shows the URL that was requested last. */
  isSettled(): boolean;
  /** Changes the given parts of the URL that was requested last. */
  go(change: Partial<UrlParts>, options?: { replace?: boolean }): void;
}

/**
 * The URL of the inbox. The host shows a new URL in a transition, so the next one can be requested while `search` and
 * `hash` still have the values before: what is requested next builds on `latest()`.
 */
export function useInboxUrl(): InboxUrl {
  const { basePath, location, navigate } = useHost();
  const { search, hash } = location;
  const latest = useRef<UrlParts>({ search, hash });
  /** requested URLs that the host does not show yet, oldest first */
  const pending = useRef<string[]>([]);
  useLayoutEffect(() => {
    const index = pending.current.indexOf(search + hash);
    if (index < 0) {
      // Not requested here: the page has just opened, or Back, or a link from elsewhere.
      pending.current = [];
      latest.current = { search, hash };
    } else {
      pending.current = pending.current.slice(index + 1);
    }
  }, [search, hash]);
  return {
    search,
    hash,
    latest: () => latest.current,
    isSettled: () => pending.current.length === 0,
    go(change, options) {
      const before = latest.current;
      const next = { ...before, ...change };
      if (next.search === before.search && next.hash === before.hash) return;
      latest.current = next;
      pending.current.push(next.search + next.hash);
      navigate(`${basePath}/dashboard/inquiries${next.search}${next.hash}`, options);
    },
  };
}
