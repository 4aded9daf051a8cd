import type { Inquiry, InquiryCounts } from '@godhuli/contracts/inquiries';
import { countInbox } from '../../app/inquiry-counts';
import type { InquiryFilter } from './inquiries.requests';
import { byNewest, byReplyDue } from './order';

const matches = ({ quarantined, status, stage }: Inquiry, filter: InquiryFilter) =>
  quarantined === filter.isSpam &&
  (filter.isSpam || filter.status === 'All' || filter.status === status) &&
  (filter.stage === 'All' || filter.stage === stage);

/**
 * Returns the loaded inquiries that match the filter, in the order of the API. A changed one leaves the list at once, and moves
 * at once where its place depends on the time only.
 */
export function shownInquiries(inquiries: readonly Inquiry[], filter: InquiryFilter): Inquiry[] {
  const matching = inquiries.filter((inquiry) => matches(inquiry, filter));
  if (filter.order === 'due') return matching.sort(byReplyDue);
  return filter.order === 'newest' ? matching.sort(byNewest) : matching;
}

/** Returns how many inquiries match the filter, loaded or not, or null where the counts do not say it. */
export function countMatching(counts: InquiryCounts | null, { isSpam, status, stage }: InquiryFilter): number | null {
  if (!counts || isSpam) return null;
  if (stage === 'All') return status === 'All' ? countInbox(counts) : counts[status];
  return status === 'All' ? counts.stages[stage] : null;
}
