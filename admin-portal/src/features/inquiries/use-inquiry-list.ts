import { type Inquiry, inquirySchema } from '@godhuli/contracts/inquiries';
import {
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import { callPage } from '../../app/call';
import { useInquiryCounts } from '../../app/inquiry-counts';
import { keepNewer } from '../../app/keep-newer';
import { LIVE, stateOf } from '../../app/query-client';
import { INQUIRIES } from '../../app/query-keys';
import { firstPagePath, type InquiryFilter, loadCounts } from './inquiries.requests';

/** Key of every list; a list adds its view and the path of its first page. */
export const LISTS = [INQUIRIES, 'list'];

export type InquiryList = ReturnType<typeof useInquiryList>;

/** Returns each inquiry once, in its newest version. */
function merge(inquiries: readonly Inquiry[]): Inquiry[] {
  const byId = new Map<string, Inquiry>();
  for (const inquiry of inquiries) {
    const known = byId.get(inquiry._id);
    if (!known || known.version <= inquiry.version) byId.set(inquiry._id, inquiry);
  }
  return [...byId.values()];
}

/** The inquiries of a filter, page by page. */
export function inquiryListQuery(filter: InquiryFilter) {
  const { isSpam } = filter;
  const path = firstPagePath(filter);
  return infiniteQueryOptions({
    queryKey: [...LISTS, isSpam, path],
    queryFn: ({ pageParam, signal }) => callPage(inquirySchema, pageParam, signal),
    initialPageParam: path,
    getNextPageParam: ({ next }) => next,
    // The rows of the filter before stay until the new ones are loaded, except between the inbox and the likely spam.
    placeholderData: (before, query) => (query?.queryKey.includes(isSpam) ? before : undefined),
    structuralSharing: keepNewer('rows'),
    ...LIVE,
  });
}

/** The inquiries of a filter, page by page, and their counts. */
export function useInquiryList(filter: InquiryFilter) {
  const queryClient = useQueryClient();
  const { type, search, owner, due, source, from, to } = filter;
  const isFiltered = [type !== 'all', search.trim(), owner, due, source, from, to].some(Boolean);
  const counted = { type, search, owner, due, source, from, to };
  const list = useInfiniteQuery(inquiryListQuery(filter));
  const allCounts = useInquiryCounts();
  const filteredCounts = useQuery({
    queryKey: [INQUIRIES, 'counts', counted],
    queryFn: ({ signal }) => loadCounts(counted, signal),
    enabled: isFiltered,
    placeholderData: keepPreviousData,
    ...LIVE,
  });
  const inquiries = useMemo(() => merge(list.data?.pages.flatMap(({ rows }) => rows) ?? []), [list.data]);
  const reload = async () => {
    const keys = [LISTS, [INQUIRIES, 'counts']];
    await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  };
  return {
    query: list,
    state: stateOf(list),
    /** the loaded pages, each inquiry once */
    inquiries,
    /** counts of the filter, or null while they are unknown */
    counts: (isFiltered ? filteredCounts.data : allCounts.data) ?? null,
    /** Loads lists and counts again; what is shown stays until then. */
    reload,
  };
}
