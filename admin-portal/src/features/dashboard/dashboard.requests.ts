import { dashboardSchema } from '@godhuli/contracts/dashboard';
import { inquirySchema } from '@godhuli/contracts/inquiries';
import { portfolioPageSchema } from '@godhuli/contracts/portfolio';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { call } from '../../app/call';
import { LIVE } from '../../app/query-client';
import { INQUIRIES } from '../../app/query-keys';
import { DASHBOARD_PATHS } from './dashboard-paths';

/** The four inquiries that arrived last. */
export const latestInquiries = queryOptions({
  queryKey: [INQUIRIES, 'latest'],
  queryFn: ({ signal }) => call(z.array(inquirySchema), DASHBOARD_PATHS.latestInquiries, { signal }),
  ...LIVE,
});

/** The items of the gallery that were added last, and how many there are. */
export const newestPhotos = queryOptions({
  queryKey: ['portfolio', 'newest'],
  queryFn: ({ signal }) => call(portfolioPageSchema, DASHBOARD_PATHS.newestPhotos, { signal }),
});

/** What a working day begins with. */
export const workingDay = queryOptions({
  queryKey: [INQUIRIES, 'working day'],
  queryFn: ({ signal }) => call(dashboardSchema, DASHBOARD_PATHS.workingDay, { signal }),
  ...LIVE,
});
