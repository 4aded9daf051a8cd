import { eventTypeSchema, inquiryStatusSchema } from '@godhuli/contracts/inquiries';
import type { InquiryFilter } from './inquiries.requests';

export const NO_FILTER: InquiryFilter = { status: 'All', type: 'all', search: '', isSpam: false };

/** Reads the filter from the query of the portal's URL. Unknown values are ignored. */
export function filterFromQuery(query: string): InquiryFilter {
  const params = new URLSearchParams(query);
  return {
    status: inquiryStatusSchema.safeParse(params.get('status')).data ?? 'All',
    type: eventTypeSchema.safeParse(params.get('type')).data ?? 'all',
    search: (params.get('q') ?? '').slice(0, 200),
    isSpam: params.get('view') === 'spam',
  };
}

/** Returns the query of a filter in the portal's URL: '' or '?…'. */
export function queryFromFilter({ status, type, search, isSpam }: InquiryFilter): string {
  const query = new URLSearchParams({
    ...(isSpam && { view: 'spam' }),
    ...(status !== 'All' && { status }),
    ...(type !== 'all' && { type }),
    ...(search && { q: search }),
  }).toString();
  return query && `?${query}`;
}
