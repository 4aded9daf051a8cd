import { apiUrl } from '@godhuli/contracts/call-api';
import {
  type Inquiry,
  type InquiryStatus,
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
}

/** An inquiry in the version that the user saw; the API refuses a change of another version with 409. */
type SeenInquiry = Pick<Inquiry, '_id' | 'version'>;

/** Returns the API's query of a filter: '' or '?…'. */
function queryOf({ status, type, search, isSpam }: InquiryFilter, more: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    ...(isSpam && { quarantined: 'true' }),
    ...(!isSpam && status !== 'All' && { status }),
    ...(type !== 'all' && { type }),
    ...(search.trim() && { q: search.trim() }),
    ...more,
  }).toString();
  return query && `?${query}`;
}

/** Returns the URL of the inquiries of a filter as a spreadsheet. */
export const csvUrl = (filter: InquiryFilter) => apiUrl(`/api/inquiries.csv${queryOf(filter)}`);

/** Returns the path of the first page of a list: the earliest reply due first; likely spam newest first. */
export const firstPagePath = (filter: InquiryFilter) =>
  `/api/inquiries${queryOf(filter, filter.isSpam ? { order: 'newest' } : {})}`;

/** Counts the inquiries of a type and search, by status, and the likely spam. */
export const loadCounts = (filter: Pick<InquiryFilter, 'type' | 'search'>, signal: AbortSignal) =>
  call(inquiryCountsSchema, `/api/inquiries/counts${queryOf({ ...filter, status: 'All', isSpam: false })}`, { signal });

export const loadInquiry = (id: string, signal?: AbortSignal) =>
  call(inquirySchema, `/api/inquiries/${id}`, { signal });

/** Changes status or notes, or moves an inquiry out of quarantine. */
export function changeInquiry(
  { _id, version }: SeenInquiry,
  change: { status?: InquiryStatus; notes?: string; quarantined?: boolean },
): Promise<Inquiry> {
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

/** Restores deleted inquiries. */
export async function restoreInquiries(ids: string[]): Promise<void> {
  for (const batch of batches(ids)) {
    await call(inquiriesChangedSchema, '/api/inquiries/restore', { method: 'POST', json: { ids: batch } });
  }
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
