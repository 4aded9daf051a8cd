import type { Inquiry, InquiryCounts } from '@godhuli/contracts/inquiries';
import { useCallback, useEffect, useRef, useState } from 'react';
import { firstPage, type InquiryFilter, loadCounts, loadPage } from '../api/inquiries';
import { useInquiriesData } from './inquiries-data';

interface Shown {
  /** address of the first page that these inquiries belong to */
  address: string;
  inquiries: Inquiry[];
  next: string | null;
}

export interface InquiryList {
  state: 'loading' | 'failed' | 'ready';
  /** what is loaded so far, in no particular order */
  inquiries: readonly Inquiry[];
  /** of the type and search, or null while that is unknown */
  counts: InquiryCounts | null;
  hasMore: boolean;
  loadMore(): void;
  /** Asks again for everything that is loaded; a failure keeps it. */
  reload(): Promise<void>;
  /** Asks again from the beginning, with the loading state. */
  retry(): void;
  change(update: (inquiries: Inquiry[]) => Inquiry[]): void;
}

const NONE: Inquiry[] = [];

/** Each inquiry once; of two states of one the newer. */
function merged(first: Inquiry[], second: Inquiry[]): Inquiry[] {
  const byId = new Map(first.map((inquiry) => [inquiry._id, inquiry]));
  for (const inquiry of second) {
    const known = byId.get(inquiry._id);
    if (!known || known.version <= inquiry.version) byId.set(inquiry._id, inquiry);
  }
  return [...byId.values()];
}

/** Newer states that are shown already win over those of a slower answer. */
const withNewer = (loaded: Inquiry[], shown: Inquiry[]) => {
  const known = new Map(shown.map((inquiry) => [inquiry._id, inquiry]));
  return loaded.map((inquiry) => {
    const before = known.get(inquiry._id);
    return before && before.version > inquiry.version ? before : inquiry;
  });
};

/** The inquiries of a filter, a page at a time, and their counts; refreshed with the portal's counts. */
export function useInquiryList(filter: InquiryFilter): InquiryList {
  const address = firstPage(filter);
  const all = useInquiriesData();
  const [shown, setShown] = useState<Shown | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [filteredCounts, setFilteredCounts] = useState<InquiryCounts | null>(null);
  const now = useRef({ shown, address });
  now.current = { shown, address };
  const loading = useRef<AbortController | null>(null);
  const isFiltered = filter.type !== 'all' || filter.search.trim() !== '';
  const { type, search } = filter;
  const reloadAll = all.reload;

  const load = useCallback(async () => {
    loading.current?.abort();
    const controller = new AbortController();
    loading.current = controller;
    const { signal } = controller;
    const before = now.current.shown?.address === address ? now.current.shown.inquiries.length : 0;
    try {
      const [page, counts] = await Promise.all([
        loadPage(address, signal),
        isFiltered ? loadCounts({ type, search }, signal) : null,
      ]);
      let { inquiries, next } = page;
      while (next !== null && inquiries.length < before) {
        const following = await loadPage(next, signal);
        inquiries = merged(inquiries, following.inquiries);
        next = following.next;
      }
      if (signal.aborted) return;
      setFailed(false);
      setFilteredCounts(counts);
      setShown((current) => ({ address, inquiries: withNewer(inquiries, current?.inquiries ?? NONE), next }));
    } catch {
      // The call has logged it (API-7).
      if (!signal.aborted && now.current.shown?.address !== address) setFailed(true);
    } finally {
      if (loading.current === controller) loading.current = null;
    }
  }, [address, isFiltered, type, search]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a refresh of the counts refreshes the list
  useEffect(() => {
    void load();
  }, [load, all.refreshes]);
  useEffect(() => () => loading.current?.abort(), []);

  const loadMore = useCallback(() => {
    const from = now.current.shown;
    if (!from?.next || loading.current) return;
    const controller = new AbortController();
    loading.current = controller;
    loadPage(from.next, controller.signal)
      .then((page) => {
        if (controller.signal.aborted) return;
        setShown((current) =>
          current?.address === from.address
            ? { ...current, inquiries: merged(current.inquiries, page.inquiries), next: page.next }
            : current,
        );
      })
      .catch(() => undefined)
      .finally(() => {
        if (loading.current === controller) loading.current = null;
      });
  }, []);

  // A filter's former rows stay until its new ones come, except between the inbox and the likely spam.
  const isOfView = shown !== null && shown.address.includes('quarantined=true') === filter.isSpam;
  return {
    state: hasFailed ? 'failed' : isOfView ? 'ready' : 'loading',
    inquiries: isOfView ? shown.inquiries : NONE,
    counts: isFiltered ? filteredCounts : (all.result.data ?? null),
    hasMore: isOfView && shown.next !== null,
    loadMore,
    reload: useCallback(async () => {
      await Promise.all([load(), reloadAll()]);
    }, [load, reloadAll]),
    retry: () => {
      setFailed(false);
      setShown(null);
      void load();
      void reloadAll();
    },
    change: useCallback(
      (update) => setShown((current) => current && { ...current, inquiries: update(current.inquiries) }),
      [],
    ),
  };
}
