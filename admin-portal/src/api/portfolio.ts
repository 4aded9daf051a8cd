import { type PortfolioInput, type PortfolioItem, portfolioItemSchema } from '@godhuli/contracts/portfolio';
import { z } from 'zod';
import { call } from './call';

const listSchema = z.array(portfolioItemSchema);

/** Every item of the gallery in its order. */
export function loadPortfolio(signal?: AbortSignal): Promise<PortfolioItem[]> {
  return call(listSchema, '/api/portfolio', { signal });
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
export function movePortfolioItem(id: string, beforeId: string | null): Promise<PortfolioItem[]> {
  return call(listSchema, `/api/portfolio/${id}/position`, { method: 'PUT', json: { beforeId } });
}
