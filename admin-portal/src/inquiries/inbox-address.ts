import { eventTypeSchema, inquiryStatusSchema } from '@godhuli/contracts/inquiries';
import type { InquiryFilter } from '../api/inquiries';

export const NO_FILTER: InquiryFilter = { status: 'All', type: 'all', search: '', isSpam: false };

/** The filter that an address names; what it names wrongly is no filter. */
export function filterOf(search: string): InquiryFilter {
  const query = new URLSearchParams(search);
  return {
    status: inquiryStatusSchema.safeParse(query.get('status')).data ?? 'All',
    type: eventTypeSchema.safeParse(query.get('type')).data ?? 'all',
    search: (query.get('q') ?? '').slice(0, 200),
    isSpam: query.get('view') === 'spam',
  };
}

/** The query of a filter in the portal's address: '' or '?…'. */
export function addressQuery({ status, type, search, isSpam }: InquiryFilter): string {
  const query = new URLSearchParams({
    ...(isSpam && { view: 'spam' }),
    ...(status !== 'All' && { status }),
    ...(type !== 'all' && { type }),
    ...(search && { q: search }),
  }).toString();
  return query && `?${query}`;
}
