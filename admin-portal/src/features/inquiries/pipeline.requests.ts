import {
  type InquiriesBulk,
  type Inquiry,
  inquiriesBulkResultSchema,
  inquiryOwnersSchema,
  inquirySourcesSchema,
  inquiryViewSchema,
} from '@godhuli/contracts/inquiries';
import { z } from 'zod';
import { call } from '../../app/call';

/** The API accepts at most this many inquiries per request. */
const PER_REQUEST = 200;

export interface BulkResult {
  changed: string[];
  conflicts: { _id: string; reason: 'changed' | 'deleted' }[];
}

/** Changes several inquiries; those that someone else has changed stay as they are. */
export async function changeSeveral(
  inquiries: readonly Pick<Inquiry, '_id' | 'version'>[],
  change: InquiriesBulk['change'],
): Promise<BulkResult> {
  const result: BulkResult = { changed: [], conflicts: [] };
  for (let start = 0; start < inquiries.length; start += PER_REQUEST) {
    const items = inquiries.slice(start, start + PER_REQUEST).map(({ _id, version }) => ({ _id, version }));
    const json = { items, change };
    const { changed, conflicts } = await call(inquiriesBulkResultSchema, '/api/inquiries/bulk', {
      method: 'POST',
      json,
    });
    result.changed.push(...changed);
    result.conflicts.push(...conflicts);
  }
  return result;
}

export const loadOwners = (signal: AbortSignal) => call(inquiryOwnersSchema, '/api/inquiries/owners', { signal });

export const loadSources = (signal: AbortSignal) => call(inquirySourcesSchema, '/api/inquiries/sources', { signal });

export const loadViews = (signal: AbortSignal) => call(z.array(inquiryViewSchema), '/api/inquiries/views', { signal });

export const saveView = (json: { name: string; query: string; isShared: boolean }) =>
  call(inquiryViewSchema, '/api/inquiries/views', { method: 'POST', json });

export const deleteView = (id: string) =>
  call(z.unknown(), `/api/inquiries/views/${id}`, { method: 'DELETE', read: async () => null });
