import { ApiError } from '@godhuli/contracts/api-error';
import { type PortfolioInput, type PortfolioItem, portfolioItemSchema } from '@godhuli/contracts/portfolio';
import { z } from 'zod';
import { call, parseAnswer } from './call';
import { pauses } from './pauses';
import { readList } from './read-list';

const SLICE = 50;
const listSchema = z.array(portfolioItemSchema);

/** Every item of the gallery in its order. */
export async function loadPortfolio(signal?: AbortSignal): Promise<PortfolioItem[]> {
  return parseInSlices(await call(z.array(z.unknown()), '/api/portfolio', { signal, read: readList }));
}

/** Checks a long list a slice at a time, so that thousands of items never hold up a page. */
async function parseInSlices(data: unknown[]): Promise<PortfolioItem[]> {
  const pause = pauses();
  const items: PortfolioItem[] = [];
  for (let start = 0; start < data.length; start += SLICE) {
    await pause();
    items.push(...parseAnswer(listSchema, data.slice(start, start + SLICE)));
  }
  return items;
}

/** Adds an item. A retry with the same key adds no second one; it gets what the first try stored. */
export function addPortfolioItem(input: PortfolioInput, key: string): Promise<PortfolioItem> {
  const headers = { 'idempotency-key': key };
  return call(portfolioItemSchema, '/api/portfolio', { method: 'POST', json: input, headers });
}

/** Changes an item; with a `version` only while that is the stored one, else the failure is a 409. */
export function changePortfolioItem(
  id: string,
  change: Partial<PortfolioInput> & { version?: number },
): Promise<PortfolioItem> {
  return call(portfolioItemSchema, `/api/portfolio/${id}`, { method: 'PUT', json: change });
}

/** The stored item that a refused change named, or null when the failure is another one. */
export function storedItemOf(error: unknown): PortfolioItem | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  return portfolioItemSchema.safeParse(error.problem?.current).data ?? null;
}

export async function deletePortfolioItem({ _id, version }: PortfolioItem): Promise<void> {
  await call(z.unknown(), `/api/portfolio/${_id}?version=${version}`, { method: 'DELETE' });
}

/** Takes a deletion back. */
export async function restorePortfolioItem(id: string): Promise<void> {
  await call(z.unknown(), `/api/portfolio/${id}/restore`, { method: 'POST' });
}

/**
 * Puts an item directly before another, or last; `afterId` is the one in front of that place. Answers the whole list in
 * its new order.
 */
export async function movePortfolioItem(
  id: string,
  place: { beforeId: string | null; afterId: string | null },
): Promise<PortfolioItem[]> {
  const path = `/api/portfolio/${id}/position`;
  return parseInSlices(await call(z.array(z.unknown()), path, { method: 'PUT', json: place, read: readList }));
}
