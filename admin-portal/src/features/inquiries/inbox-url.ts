import {
  DUE_FILTERS,
  eventTypeSchema,
  INQUIRY_ORDERS,
  inquiryStageSchema,
  inquiryStatusSchema,
} from '@godhuli/contracts/inquiries';
import { dateSchema } from '@godhuli/contracts/text';
import type { InquiryFilter } from './inquiries.requests';

export const NO_FILTER: InquiryFilter = {
  ...{ status: 'All', type: 'all', search: '', isSpam: false },
  ...{ stage: 'All', owner: '', due: '', source: '', from: '', to: '', order: 'due' },
};

const oneOf = <Value extends string>(values: readonly Value[], value: string | null): Value | undefined =>
  values.find((each) => each === value);
/** Returns a day of the filter as it is, and '' for anything else. */
export const dayOf = (value: string | null) => dateSchema.safeParse(value).data ?? '';

/** Reads the filter from the query of the portal's URL. Unknown values are ignored. */
export function filterFromQuery(query: string): InquiryFilter {
  const params = new URLSearchParams(query);
  const isSpam = params.get('view') === 'spam';
  const owner = params.get('owner') ?? '';
  return {
    status: inquiryStatusSchema.safeParse(params.get('status')).data ?? 'All',
    type: eventTypeSchema.safeParse(params.get('type')).data ?? 'all',
    search: (params.get('q') ?? '').slice(0, 200),
    isSpam,
    stage: inquiryStageSchema.safeParse(params.get('stage')).data ?? 'All',
    owner: /^(none|[1-9]\d{0,17})$/.test(owner) ? owner : '',
    due: oneOf(DUE_FILTERS, params.get('due')) ?? '',
    source: (params.get('source') ?? '').slice(0, 120),
    from: dayOf(params.get('from')),
    to: dayOf(params.get('to')),
    order: oneOf(INQUIRY_ORDERS, params.get('order')) ?? defaultOrder(isSpam),
  };
}

/** Likely spam is shown newest first. */
const defaultOrder = (isSpam: boolean) => (isSpam ? 'newest' : 'due');

/** Returns the query of a filter in the portal's URL: '' or '?…'. */
export function queryFromFilter({ status, type, search, isSpam, stage, order, ...rest }: InquiryFilter): string {
  const { owner, due, source, from, to } = rest;
  const query = new URLSearchParams({
    ...(isSpam && { view: 'spam' }),
    ...(status !== 'All' && { status }),
    ...(stage !== 'All' && { stage }),
    ...(type !== 'all' && { type }),
    ...(owner && { owner }),
    ...(due && { due }),
    ...(source && { source }),
    ...(from && { from }),
    ...(to && { to }),
    ...(order !== defaultOrder(isSpam) && { order }),
    ...(search && { q: search }),
  }).toString();
  return query && `?${query}`;
}

/** Counts the filters that are set, without the search and the order. */
export const countFilters = ({ status, type, stage, owner, due, source, from, to }: InquiryFilter) =>
  [status !== 'All', type !== 'all', stage !== 'All', owner, due, source, from, to].filter(Boolean).length;
