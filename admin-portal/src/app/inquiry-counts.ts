import { type InquiryCounts, inquiryCountsSchema } from '@godhuli/contracts/inquiries';
import { useQuery } from '@tanstack/react-query';
import { call } from './call';
import { LIVE } from './query-client';
import { INQUIRIES } from './query-keys';

/** How many inquiries there are by status, and how many are likely spam: for the menu, the dashboard and the inbox. */
export const useInquiryCounts = () =>
  useQuery({
    queryKey: [INQUIRIES, 'counts'],
    queryFn: ({ signal }) => call(inquiryCountsSchema, '/api/inquiries/counts', { signal }),
    ...LIVE,
  });

export const countInbox = (counts: InquiryCounts): number => counts.New + counts.Responded + counts.Booked;
