import { ApiError } from '@godhuli/contracts/api-error';
import {
  heroItemSchema,
  type PortfolioInput,
  type PortfolioPlace,
  portfolioPageSchema,
  type StaffPortfolioItem,
  staffPortfolioItemSchema,
} from '@godhuli/contracts/portfolio';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { call } from '../../app/call';
import { keepNewer } from '../../app/keep-newer';
import { PORTFOLIO } from '../../app/query-keys';
import { GALLERY_PATHS } from './portfolio-paths';

export interface PortfolioFilter {
  /** 'all', or one of the categories that the server counts */
  category: string;
  search: string;
  show: PortfolioShow;
}
export const NO_FILTER: PortfolioFilter = { category: 'all', search: '', show: 'all' };
export type PortfolioShow = 'all' | 'published' | 'unpublished' | 'trash';

function pageUrl({ category, search, show }: PortfolioFilter, cursor: string | null): string {
  const query = new URLSearchParams({
    ...(category !== 'all' && { category }),
    ...(search && { q: search }),
    ...(show !== 'all' && { show }),
    ...(cursor !== null && { cursor }),
  }).toString();
  return `${GALLERY_PATHS.list}${query && `?${query}`}`;
}

/** What was read before the gallery is shown is not read again by the gallery itself (screens.tsx). */
const OPENING_MS = 5000;

/** The items of a filter in their order, a page at a time. */
export const portfolioQuery = (filter: PortfolioFilter) =>
  infiniteQueryOptions({
    queryKey: [PORTFOLIO, 'list', filter.category, filter.search, filter.show],
    queryFn: ({ pageParam, signal }) => call(portfolioPageSchema, pageUrl(filter, pageParam), { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    structuralSharing: keepNewer('items'),
    staleTime: OPENING_MS,
  });

/** Ids of the items that the hero of the website shows, in order. */
export const heroQuery = queryOptions({
  queryKey: [PORTFOLIO, 'hero'],
  staleTime: OPENING_MS,
  queryFn: async ({ signal }) =>
    (await call(z.array(heroItemSchema), GALLERY_PATHS.hero, { signal })).map(({ _id }) => _id),
});

/** An item as it is sent: a category that this code does not know goes back as it came. */
export type ItemInput = Omit<PortfolioInput, 'category'> & { category: string };

/** Adds an item. A retry with the same key adds no second one; it gets what the first try stored. */
export function addPortfolioItem(input: ItemInput, key: string): Promise<StaffPortfolioItem> {
  const headers = { 'idempotency-key': key };
  return call(staffPortfolioItemSchema, '/api/portfolio', { method: 'POST', json: input, headers });
}

/** Changes an item; with a `version` only while that is the stored one, else the failure is a 409. */
export function changePortfolioItem(
  id: string,
  change: Partial<ItemInput> & { version?: number },
): Promise<StaffPortfolioItem> {
  return call(staffPortfolioItemSchema, `/api/portfolio/${id}`, { method: 'PUT', json: change });
}

/** The stored item that a refused change named, or null when the failure is another one. */
export function storedItemOf(error: unknown): StaffPortfolioItem | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  return staffPortfolioItemSchema.safeParse(error.problem?.current).data ?? null;
}

export async function deletePortfolioItem({ _id, version }: StaffPortfolioItem): Promise<void> {
  await call(z.unknown(), `/api/portfolio/${_id}?version=${version}`, { method: 'DELETE' });
}

/** Takes a deletion back. */
export async function restorePortfolioItem(id: string): Promise<void> {
  await call(z.unknown(), `/api/portfolio/${id}/restore`, { method: 'POST' });
}

export type ItemPlace = Omit<PortfolioPlace, 'category'> & { category?: string };

/** Moves an item to another place of the whole list. */
export async function movePortfolioItem(id: string, place: ItemPlace): Promise<void> {
  await call(staffPortfolioItemSchema, `/api/portfolio/${id}/position`, { method: 'PUT', json: place });
}
