import { deletedInquirySchema } from '@godhuli/contracts/inquiries';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { callPage } from '../../app/call';
import { LIVE } from '../../app/query-client';
import { INQUIRIES } from '../../app/query-keys';

/** Key of the list of deleted inquiries. */
const DELETED = [INQUIRIES, 'deleted'];
const PATH = '/api/inquiries/deleted';

/** The deleted inquiries that match a search, page by page, the latest deletion first. */
export const deletedQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...DELETED, search],
    queryFn: ({ pageParam, signal }) => callPage(deletedInquirySchema, pageParam, signal),
    initialPageParam: search ? `${PATH}?${new URLSearchParams({ q: search })}` : PATH,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    ...LIVE,
  });
