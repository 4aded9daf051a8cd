import { useLayoutEffect, useRef } from 'react';
import { useHost } from '../../ui/host-context';

interface UrlParts {
  /** the filter: '' or '?…' */
  search: string;
  /** the open inquiry: '' or '#…' */
  hash: string;
}

export type InboxUrl = ReturnType<typeof useInboxUrl>;

/**
 * The URL of the inbox. The host shows a new URL in a transition, so the next one can be requested while `search` and
 * `hash` still have the values before: what is requested next builds on `latest()`.
 */
export function useInboxUrl() {
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
    /** Returns the URL that was requested last. */
    latest: () => latest.current,
    /** Returns whether the host shows the URL that was requested last. */
    isSettled: () => pending.current.length === 0,
    /** Changes the given parts of the URL that was requested last. */
    go(change: Partial<UrlParts>, options?: { replace?: boolean }) {
      const before = latest.current;
      const next = { ...before, ...change };
      if (next.search === before.search && next.hash === before.hash) return;
      latest.current = next;
      pending.current.push(next.search + next.hash);
      navigate(`${basePath}/dashboard/inquiries${next.search}${next.hash}`, options);
    },
  };
}
