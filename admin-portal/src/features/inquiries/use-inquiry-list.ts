import type { Inquiry, InquiryCounts } from '@godhuli/contracts/inquiries';
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useInquiryCounts } from '../../app/inquiry-counts';
import { keepNewer } from '../../app/keep-newer';
import { LIVE, stateOf } from '../../app/query-client';
import { INQUIRIES } from '../../app/query-keys';
import { useLoadMore } from '../../app/use-load-more';
import { firstPagePath, type InquiryFilter, loadCounts, loadPage } from './inquiries.requests';

/** Key of every list; a list adds its view and the path of its first page. */
export const LISTS = [INQUIRIES, 'list'];

export interface InquiryList {
  state: 'loading' | 'failed' | 'ready';
  /** the loaded pages, each inquiry once */
  inquiries: readonly Inquiry[];
  /** counts of the type and search, or null while they are unknown */
  counts: InquiryCounts | null;
  hasMore: boolean;
  loadMore(): void;
  /** Loads lists and counts again; what is shown stays until then. */
  reload(): Promise<void>;
  /** Loads again after a failure. */
  retry(): void;
}

/** Returns each inquiry once, in its newest version. */
function merge(inquiries: readonly Inquiry[]): Inquiry[] {
  const byId = new Map<string, Inquiry>();
  for (const inquiry of inquiries) {
    const known = byId.get(inquiry._id);
    if (!known || known.version <= inquiry.version) byId.set(inquiry._id, inquiry);
  }
  return [...byId.values()];
}

/** The inquiries of a filter, page by page, and their counts. */
export function useInquiryList(filter: InquiryFilter): InquiryList {
  const queryClient = useQueryClient();
  const { type, search, isSpam } = filter;
  const isFiltered = type !== 'all' || search.trim() !== '';
  const path = firstPagePath(filter);
  const list = useInfiniteQuery({
    queryKey: [...LISTS, isSpam, path],
    queryFn: ({ pageParam, signal }) => loadPage(pageParam, signal),
    initialPageParam: path,
    getNextPageParam: ({ next }) => next,
    // The rows of the filter before stay until the new ones are loaded, except between the inbox and the likely spam.
    placeholderData: (before, query) => (query?.queryKey.includes(isSpam) ? before : undefined),
    structuralSharing: keepNewer('inquiries'),
    ...LIVE,
  });
  const allCounts = useInquiryCounts();
  const filteredCounts = useQuery({
    queryKey: [INQUIRIES, 'counts', { type, search }],
    queryFn: ({ signal }) => loadCounts({ type, search }, signal),
    enabled: isFiltered,
    placeholderData: keepPreviousData,
    ...LIVE,
  });
  const inquiries = useMemo(() => merge(list.data?.pages.flatMap((page) => page.inquiries) ?? []), [list.data]);
  const reload = async () => {
    const keys = [LISTS, [INQUIRIES, 'counts']];
    await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  };
  return {
    state: stateOf(list),
    inquiries,
    counts: (isFiltered ? filteredCounts.data : allCounts.data) ?? null,
    hasMore: list.hasNextPage,
    loadMore: useLoadMore(list, 'We could not load more inquiries'),
    reload,
    retry: () => void reload(),
  };
}
