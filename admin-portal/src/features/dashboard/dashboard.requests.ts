import { inquirySchema } from '@godhuli/contracts/inquiries';
import { portfolioPageSchema } from '@godhuli/contracts/portfolio';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { call } from '../../app/call';
import { LIVE } from '../../app/query-client';
import { INQUIRIES } from '../../app/query-keys';

/** The four inquiries that arrived last. */
export const latestInquiries = queryOptions({
  queryKey: [INQUIRIES, 'latest'],
  queryFn: ({ signal }) => call(z.array(inquirySchema), '/api/inquiries?order=newest&limit=4', { signal }),
  ...LIVE,
});

/** The items of the gallery that were added last, and how many there are. */
export const newestPhotos = queryOptions({
  queryKey: ['portfolio', 'newest'],
  queryFn: ({ signal }) => call(portfolioPageSchema, '/api/admin/portfolio?order=newest&limit=12', { signal }),
});
