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

export function addPortfolioItem(input: PortfolioInput): Promise<PortfolioItem> {
  return call(portfolioItemSchema, '/api/portfolio', { method: 'POST', json: input });
}

export function changePortfolioItem(id: string, change: Partial<PortfolioInput>): Promise<PortfolioItem> {
  return call(portfolioItemSchema, `/api/portfolio/${id}`, { method: 'PUT', json: change });
}

export async function deletePortfolioItem(id: string): Promise<void> {
  await call(z.unknown(), `/api/portfolio/${id}`, { method: 'DELETE' });
}

/** Takes a deletion back. */
export async function restorePortfolioItem(id: string): Promise<void> {
  await call(z.unknown(), `/api/portfolio/${id}/restore`, { method: 'POST' });
}

/** Puts an item directly before another, or last. Answers the whole list in its new order. */
export async function movePortfolioItem(id: string, beforeId: string | null): Promise<PortfolioItem[]> {
  const path = `/api/portfolio/${id}/position`;
  return parseInSlices(await call(z.array(z.unknown()), path, { method: 'PUT', json: { beforeId }, read: readList }));
}
