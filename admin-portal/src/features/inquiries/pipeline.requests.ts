import {
  type InquiriesBulk,
  type InquiriesBulkUndo,
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
  /** why the remaining inquiries were not tried; null: all were */
  error: unknown;
}

/** The place of an inquiry before a bulk change, and its version after it. */
export type EarlierPlace = InquiriesBulkUndo['items'][number];

/** Sends items in batches. @throws when the first batch fails */
async function inBatches<Item>(
  all: readonly Item[],
  path: string,
  bodyOf: (items: Item[]) => object,
): Promise<BulkResult> {
  const result: BulkResult = { changed: [], conflicts: [], error: null };
  for (let start = 0; start < all.length; start += PER_REQUEST) {
    try {
      const json = bodyOf(all.slice(start, start + PER_REQUEST));
      const { changed, conflicts } = await call(inquiriesBulkResultSchema, path, { method: 'POST', json });
      result.changed.push(...changed);
      result.conflicts.push(...conflicts);
    } catch (error) {
      if (start === 0) throw error;
      return { ...result, error };
    }
  }
  return result;
}

/** Changes several inquiries; those that someone else has changed stay as they are. @throws when nothing was changed */
export const changeSeveral = (
  inquiries: readonly Pick<Inquiry, '_id' | 'version'>[],
  change: InquiriesBulk['change'],
): Promise<BulkResult> =>
  inBatches(inquiries, '/api/inquiries/bulk', (some) => ({
    items: some.map(({ _id, version }) => ({ _id, version })),
    change,
  }));

/** Sets several inquiries back to the places before a bulk change; those that have changed since stay as they are. */
export const setBackSeveral = (places: readonly EarlierPlace[]): Promise<BulkResult> =>
  inBatches(places, '/api/inquiries/bulk/undo', (items) => ({ items })).catch((error: unknown) => ({
    changed: [],
    conflicts: [],
    error,
  }));

export const loadOwners = (signal: AbortSignal) => call(inquiryOwnersSchema, '/api/inquiries/owners', { signal });

export const loadSources = (signal: AbortSignal) => call(inquirySourcesSchema, '/api/inquiries/sources', { signal });

export const loadViews = (signal: AbortSignal) => call(z.array(inquiryViewSchema), '/api/inquiries/views', { signal });

export const saveView = (json: { name: string; query: string; isShared: boolean }) =>
  call(inquiryViewSchema, '/api/inquiries/views', { method: 'POST', json });

export const deleteView = (id: string) =>
  call(z.unknown(), `/api/inquiries/views/${id}`, { method: 'DELETE', read: async () => null });
