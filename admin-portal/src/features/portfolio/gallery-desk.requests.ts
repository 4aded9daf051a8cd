import { type AlbumPage, type AlbumSummary, albumPageSchema } from '@godhuli/contracts/albums';
import {
  type PortfolioBulk,
  type PortfolioBulkResult,
  type PortfolioHistory,
  portfolioBulkResultSchema,
  portfolioHistorySchema,
  portfolioOrderResultSchema,
  type StaffPortfolioItem,
} from '@godhuli/contracts/portfolio';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../app/call';
import { ALBUMS, PORTFOLIO } from '../../app/query-keys';

/** Changes many items in one transaction; what someone else changed is among the conflicts of the response. */
export function changeItems(
  items: readonly StaffPortfolioItem[],
  edit: Pick<PortfolioBulk, 'action' | 'change'>,
): Promise<PortfolioBulkResult> {
  const seen = items.map(({ _id: id, version }) => ({ id, version }));
  return call(portfolioBulkResultSchema, '/api/portfolio/bulk', { method: 'POST', json: { items: seen, ...edit } });
}

/** The stories that photos can be added to, in the order of the website. */
export const storyChoicesQuery = queryOptions({
  queryKey: [ALBUMS, 'choices'],
  async queryFn({ signal }) {
    const stories: AlbumSummary[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const path: string = cursor === '' ? '/api/admin/albums' : `/api/admin/albums?cursor=${cursor}`;
      const page: AlbumPage = await call(albumPageSchema, path, { signal });
      stories.push(...page.items);
      cursor = page.next;
    }
    return stories;
  },
});

/** Sorts items by the time taken, within the places that they have together. */
export function orderByTime(ids: readonly string[]): Promise<{ sorted: number; untimed: number }> {
  return call(portfolioOrderResultSchema, '/api/portfolio/order', { method: 'POST', json: { ids } });
}

/** What happened to an item, newest first, a page at a time. */
export const historyQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [PORTFOLIO, 'history', id],
    queryFn: ({ pageParam, signal }): Promise<PortfolioHistory> => {
      const cursor = pageParam === null ? '' : `?cursor=${pageParam}`;
      return call(portfolioHistorySchema, `/api/admin/portfolio/${id}/history${cursor}`, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
