import { type InquiryCounts, inquiryCountsSchema } from '@godhuli/contracts/inquiries';
import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { call } from './call';
import { LIVE } from './query-client';
import { INQUIRIES } from './query-keys';

const allInquiryCounts = queryOptions({
  queryKey: [INQUIRIES, 'counts'],
  queryFn: ({ signal }) => call(inquiryCountsSchema, '/api/inquiries/counts', { signal }),
  ...LIVE,
});

/** How many inquiries there are by status, and how many are likely spam: for the menu, the dashboard and the inbox. */
export const useInquiryCounts = (): UseQueryResult<InquiryCounts> => useQuery(allInquiryCounts);

/** How many inquiries nobody has answered; 0 while that is unknown. */
export const useNewInquiryCount = (): number => useInquiryCounts().data?.New ?? 0;

/** How many inquiries are in quarantine; 0 while that is unknown. */
export const useQuarantineCount = (): number => useInquiryCounts().data?.quarantined ?? 0;

export const countInbox = (counts: InquiryCounts): number => counts.New + counts.Responded + counts.Booked;
