import { apiUrl } from '@godhuli/contracts/call-api';
import {
  type Inquiry,
  type InquiryCounts,
  type InquiryStatus,
  inquiriesChangedSchema,
  inquiryCountsSchema,
  inquirySchema,
} from '@godhuli/contracts/inquiries';
import { z } from 'zod';
import { call } from './call';

/** What a list of inquiries is asked for. */
export interface InquiryFilter {
  status: InquiryStatus | 'All';
  type: Inquiry['eventType'] | 'all';
  search: string;
  /** the likely spam instead of the inbox */
  isSpam: boolean;
}

/** One page of a list, and where the next one is. */
export interface InquiryPage {
  inquiries: Inquiry[];
  next: string | null;
}

const pageSchema = z.object({ inquiries: z.array(inquirySchema), next: z.string().nullable() });

/** The query of a filter: '' or '?…'. */
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

/** Where staff get the inquiries of a filter as a spreadsheet. */
export const csvAddress = (filter: InquiryFilter) => apiUrl(`/api/inquiries.csv${queryOf(filter)}`);

/** The address of a list's first page: what waits for a reply first; likely spam newest first. */
export const firstPage = (filter: InquiryFilter) =>
  `/api/inquiries${queryOf(filter, filter.isSpam ? { order: 'newest' } : {})}`;

/** Loads one page of a list; the header Link names the next one. */
export function loadPage(path: string, signal?: AbortSignal): Promise<InquiryPage> {
  const read = async (answer: Response) => ({
    inquiries: await answer.json(),
    next: /<([^>]+)>;\s*rel="next"/.exec(answer.headers.get('link') ?? '')?.[1] ?? null,
  });
  return call(pageSchema, path, { signal, read });
}

/** The four that arrived last. */
export async function loadLatest(signal?: AbortSignal): Promise<Inquiry[]> {
  return (await loadPage('/api/inquiries?order=newest&limit=4', signal)).inquiries;
}

/** How many inquiries fit type and search, by status, and how many are likely spam. */
export function loadCounts(
  filter: Pick<InquiryFilter, 'type' | 'search'>,
  signal?: AbortSignal,
): Promise<InquiryCounts> {
  const query = queryOf({ ...filter, status: 'All', isSpam: false });
  return call(inquiryCountsSchema, `/api/inquiries/counts${query}`, { signal });
}

export function loadInquiry(id: string): Promise<Inquiry> {
  return call(inquirySchema, `/api/inquiries/${id}`);
}

/** Changes status or notes, or says 'Not spam'. An inquiry that someone else changed meanwhile is refused with 409. */
export function changeInquiry(
  inquiry: Pick<Inquiry, '_id' | 'version'>,
  change: { status?: InquiryStatus; notes?: string; quarantined?: boolean },
): Promise<Inquiry> {
  return call(inquirySchema, `/api/inquiries/${inquiry._id}`, {
    method: 'PUT',
    json: { version: inquiry.version, ...change },
  });
}

/** Restores the status before the last change, unless someone changed the inquiry since `version`. */
export function undoStatusChange({ _id, version }: Pick<Inquiry, '_id' | 'version'>): Promise<Inquiry> {
  return call(inquirySchema, `/api/inquiries/${_id}/undo`, { method: 'POST', json: { version } });
}

/**
 * Deletes inquiries; for good when `permanently` is set, unless someone has changed one of them since.
 * @param onDeleted is told the ids of each call that went well; a later one may still fail
 */
export async function deleteInquiries(
  inquiries: readonly Pick<Inquiry, '_id' | 'version'>[],
  permanently: boolean,
  onDeleted: (ids: string[]) => void,
): Promise<void> {
  const seen = new Map(inquiries.map(({ _id, version }) => [_id, version]));
  for (const ids of slices([...seen.keys()])) {
    const versions = permanently ? Object.fromEntries(ids.map((id) => [id, seen.get(id)])) : undefined;
    const json = { ids, permanently, versions };
    await call(inquiriesChangedSchema, '/api/inquiries/delete', { method: 'POST', json });
    onDeleted(ids);
  }
}

/** Restores deleted inquiries. */
export async function restoreInquiries(ids: string[]): Promise<void> {
  for (const slice of slices(ids)) {
    await call(inquiriesChangedSchema, '/api/inquiries/restore', { method: 'POST', json: { ids: slice } });
  }
}

/** Deletes the likely spam for good, up to the inquiry `upTo`. */
export async function emptyQuarantine(upTo: string): Promise<void> {
  await call(inquiriesChangedSchema, '/api/inquiries/empty-quarantine', { method: 'POST', json: { upTo } });
}

/** As many ids as one call takes. */
const IDS_PER_CALL = 200;
const slices = (ids: string[]) =>
  Array.from({ length: Math.ceil(ids.length / IDS_PER_CALL) }, (_, index) =>
    ids.slice(index * IDS_PER_CALL, (index + 1) * IDS_PER_CALL),
  );
