import { apiUrl } from '@godhuli/contracts/call-api';
import {
  type DUE_FILTERS,
  type Inquiry,
  type InquiryOrder,
  type InquiryStage,
  type InquiryStatus,
  type InquiryUpdate,
  inquiriesChangedSchema,
  inquiryCountsSchema,
  inquirySchema,
} from '@godhuli/contracts/inquiries';
import { call } from '../../app/call';

/** Which inquiries a list shows. */
export interface InquiryFilter {
  status: InquiryStatus | 'All';
  type: Inquiry['eventType'] | 'all';
  search: string;
  /** the likely spam instead of the inbox */
  isSpam: boolean;
  stage: InquiryStage | 'All';
  /** id of a user, 'none', or '' for everyone */
  owner: string;
  due: (typeof DUE_FILTERS)[number] | '';
  /** a source, or '' for all */
  source: string;
  /** first and last requested date as YYYY-MM-DD, or '' */
  from: string;
  to: string;
  order: InquiryOrder;
}

/** The filters that counts follow. */
export type CountFilter = Omit<InquiryFilter, 'status' | 'stage' | 'isSpam' | 'order'>;

/** An inquiry in the version that the user saw; the API refuses a change of another version with 409. */
type SeenInquiry = Pick<Inquiry, '_id' | 'version'>;

/** Returns the API's query of a filter: '' or '?…'. */
function queryOf(
  { status, type, search, isSpam, ...rest }: Omit<InquiryFilter, 'order'>,
  more: Record<string, string> = {},
): string {
  const { stage, owner, due, source, from, to } = rest;
  const query = new URLSearchParams({
    ...(isSpam && { quarantined: 'true' }),
    ...(stage !== 'All' && { stage }),
    ...(owner && { owner }),
    ...(due && { due }),
    ...(source && { source }),
    ...(from && { from }),
    ...(to && { to }),
    ...(!isSpam && status !== 'All' && { status }),
    ...(type !== 'all' && { type }),
    ...(search.trim() && { q: search.trim() }),
    ...more,
  }).toString();
  return query && `?${query}`;
}

/** Returns the URL of the inquiries of a filter as a spreadsheet. */
export const csvUrl = (filter: InquiryFilter) => apiUrl(`/api/inquiries.csv${queryOf(filter)}`);

/** Returns the path of the first page of a list. */
export const firstPagePath = (filter: InquiryFilter) =>
  `/api/inquiries${queryOf(filter, filter.order === 'due' ? {} : { order: filter.order })}`;

/** Counts the inquiries of a filter by status and stage, and the likely spam. */
export const loadCounts = (filter: CountFilter, signal: AbortSignal) =>
  call(
    inquiryCountsSchema,
    `/api/inquiries/counts${queryOf({ ...filter, status: 'All', stage: 'All', isSpam: false })}`,
    { signal },
  );

export const loadInquiry = (id: string, signal?: AbortSignal) =>
  call(inquirySchema, `/api/inquiries/${id}`, { signal });

/** Changes fields of an inquiry. */
export function changeInquiry({ _id, version }: SeenInquiry, change: Omit<InquiryUpdate, 'version'>): Promise<Inquiry> {
  return call(inquirySchema, `/api/inquiries/${_id}`, { method: 'PUT', json: { version, ...change } });
}

/** Restores the status before the last change. */
export function undoStatusChange({ _id, version }: SeenInquiry): Promise<Inquiry> {
  return call(inquirySchema, `/api/inquiries/${_id}/undo`, { method: 'POST', json: { version } });
}

/**
 * Deletes inquiries. A permanent deletion is refused if someone changed one of them.
 * @param onDeleted receives the ids after each successful request; a later request may still fail
 */
export async function deleteInquiries(
  inquiries: readonly SeenInquiry[],
  permanently: boolean,
  onDeleted: (ids: string[]) => void,
): Promise<void> {
  const seen = new Map(inquiries.map(({ _id, version }) => [_id, version]));
  for (const ids of batches([...seen.keys()])) {
    const versions = permanently ? Object.fromEntries(ids.map((id) => [id, seen.get(id)])) : undefined;
    const json = { ids, permanently, versions };
    await call(inquiriesChangedSchema, '/api/inquiries/delete', { method: 'POST', json });
    onDeleted(ids);
  }
}

/** Restores deleted inquiries. @returns how many; the others were restored before or removed permanently */
export async function restoreInquiries(ids: string[]): Promise<number> {
  let restored = 0;
  for (const batch of batches(ids)) {
    const json = { ids: batch };
    const { count } = await call(inquiriesChangedSchema, '/api/inquiries/restore', { method: 'POST', json });
    restored += count;
  }
  return restored;
}

/** Deletes the likely spam permanently, up to and including the inquiry `upTo`. */
export async function emptyQuarantine(upTo: string): Promise<void> {
  await call(inquiriesChangedSchema, '/api/inquiries/empty-quarantine', { method: 'POST', json: { upTo } });
}

/** The API accepts at most this many ids per request. */
const IDS_PER_REQUEST = 200;
const batches = (ids: string[]) =>
  Array.from({ length: Math.ceil(ids.length / IDS_PER_REQUEST) }, (_, index) =>
    ids.slice(index * IDS_PER_REQUEST, (index + 1) * IDS_PER_REQUEST),
  );
