import { deletedInquirySchema } from '@godhuli/contracts/inquiries';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { callPage } from '../../app/call';
import { LIVE } from '../../app/query-client';
import { INQUIRIES } from '../../app/query-keys';

/** Key of the list of deleted inquiries. */
const DELETED = [INQUIRIES, 'deleted'];

/** The deleted inquiries, page by page, the latest deletion first. */
export const deletedQuery = infiniteQueryOptions({
  queryKey: DELETED,
  queryFn: ({ pageParam, signal }) => callPage(deletedInquirySchema, pageParam, signal),
  initialPageParam: '/api/inquiries/deleted',
  getNextPageParam: ({ next }) => next,
  ...LIVE,
});
