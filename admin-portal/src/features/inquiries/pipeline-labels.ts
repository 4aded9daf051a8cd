import type { DUE_FILTERS, InquiryOrder, QuarantineReason } from '@godhuli/contracts/inquiries';

export const ORDER_LABELS: Record<InquiryOrder, string> = {
  due: 'Due first',
  newest: 'Newest first',
  'event-date': 'Event date',
  value: 'Value',
  name: 'Name',
};

export const DUE_LABELS: Record<(typeof DUE_FILTERS)[number], string> = {
  overdue: 'Overdue',
  today: 'Due today',
  week: 'Due within 7 days',
  none: 'Nothing due',
};

/** Why an inquiry is in quarantine, in a sentence. */
export const QUARANTINE_LABELS: Record<QuarantineReason, string> = {
  'hidden-field': 'A field that people do not see was filled in. Some browsers do this too.',
  'too-fast': 'The form was sent within 3 seconds.',
  links: 'The message contains links, as advertisements do.',
  network: 'Many inquiries came from one network.',
  'many-networks': 'Inquiries came from many networks of one provider.',
  'busy-day': 'More inquiries than usual arrived on this day.',
  staff: 'A member of staff marked it as spam.',
  earlier: 'It was marked before reasons were stored.',
};

/** '₹ 1,50,000' */
export const formatRupees = (value: number) => `₹ ${value.toLocaleString('en-IN')}`;
