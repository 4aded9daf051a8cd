import type { Inquiry, InquiryStatus } from '@godhuli/contracts/inquiries';

/** Who waits longest stands first: new inquiries by when a reply is due, then the answered ones, latest first. */
export function byReplyDue(first: Inquiry, second: Inquiry): number {
  const isFirstNew = first.status === 'New';
  if (isFirstNew !== (second.status === 'New')) return isFirstNew ? -1 : 1;
  const difference = Date.parse(first.replyDueAt) - Date.parse(second.replyDueAt);
  return isFirstNew ? difference : -difference;
}

export interface InquiryFilter {
  status: InquiryStatus | 'All';
  type: Inquiry['eventType'] | 'all';
  search: string;
}
export const NO_FILTER: InquiryFilter = { status: 'All', type: 'all', search: '' };

const digits = (text: string) => text.replace(/\D/g, '');

/** Whether type and search fit: every word in name, phone, email or message; a phone also without its spaces. */
export function fitsSearch(inquiry: Inquiry, filter: InquiryFilter): boolean {
  if (filter.type !== 'all' && inquiry.eventType !== filter.type) return false;
  const text = [inquiry.name, inquiry.phone, inquiry.email, inquiry.message].join('\n').toLowerCase();
  const search = filter.search.trim().toLowerCase();
  const isNumber = /^[+\d ()./-]{3,}$/.test(search) && digits(search).length > 2;
  if (isNumber && digits(inquiry.phone ?? '').includes(digits(search))) return true;
  return search.split(/\s+/).every((word) => text.includes(word));
}
