import type { PortfolioPage, StaffPortfolioItem } from '@godhuli/contracts/portfolio';
import { type InfiniteData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Cancelled } from '../../app/call';
import { showErrorToast } from '../../app/query-client';
import { PORTFOLIO } from '../../app/query-keys';
import { useDeletion } from '../../app/use-deletion';
import { useMoves } from '../../app/use-moves';
import { useHost } from '../../ui/host-context';
import { placeAt, withMovedTo } from './order';
import {
  changePortfolioItem,
  deletePortfolioItem,
  heroQuery,
  type ItemPlace,
  movePortfolioItem,
  type PortfolioFilter,
  portfolioQuery,
  restorePortfolioItem,
  storedItemOf,
} from './portfolio.requests';

type Pages = InfiniteData<PortfolioPage, string | null>;

/** Each item once: after a move, the next page may begin with the last items of the one before. */
function itemsOf(data: { pages: readonly PortfolioPage[] } | undefined): StaffPortfolioItem[] {
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  return [...new Map(items.map((item) => [item._id, item])).values()];
}

function withItems(data: Pages, items: StaffPortfolioItem[]): Pages {
  return { ...data, pages: data.pages.map((page, index) => ({ ...page, items: index === 0 ? items : [] })) };
}

/** The items of a filter and what staff do with them. A change shows at once and is undone when the server refuses it. */
export function usePortfolio(filter: PortfolioFilter) {
  const { toast } = useHost();
  const queries = useQueryClient();
  const { queryKey } = portfolioQuery(filter);
  const list = useInfiniteQuery(portfolioQuery(filter));
  const hero = useQuery(heroQuery);
  const items = useMemo(() => itemsOf(list.data), [list.data]);

  const reload = () => queries.invalidateQueries({ queryKey: [PORTFOLIO] });
  /** With every change made here, also those that are not drawn yet. */
  const known = () => itemsOf(queries.getQueryData<Pages>(queryKey) ?? list.data);
  const change = (update: (items: StaffPortfolioItem[]) => StaffPortfolioItem[]) =>
    queries.setQueryData<Pages>(queryKey, (data) => data && withItems(data, update(itemsOf(data))));
  const show = (changed: StaffPortfolioItem) =>
    change((before) => before.map((item) => (item._id === changed._id ? changed : item)));

  const sendMove = useMoves<Pages>({
    mutationKey: [PORTFOLIO, 'order'],
    queryKey,
    errorTitle: 'We could not save the new order',
    reload,
  });
  /** Returns whether the item has moved. */
  function moveTo(id: string, index: number, place?: ItemPlace): boolean {
    const isFiltered = filter.category !== 'all' || filter.search !== '' || filter.show !== 'all';
    const loaded = { items: known(), isFiltered, hasMore: list.hasNextPage };
    const sent = place ?? placeAt(loaded, id, index);
    return sendMove({
      apply: (data) => withItems(data, withMovedTo({ ...loaded, items: itemsOf(data) }, id, index)),
      send: () => movePortfolioItem(id, sent),
    });
  }

  /** Choices are sent one after the other, each with the version that the one before made. */
  const choice = useMutation({
    scope: { id: 'hero' },
    mutationFn: ({ item, hero }: { item: StaffPortfolioItem; hero: boolean }) => {
      const { version } = known().find(({ _id }) => _id === item._id) ?? item;
      return changePortfolioItem(item._id, { hero, version });
    },
    onSuccess: show,
    onError: (error, { item, hero }) => {
      const theirs = storedItemOf(error);
      change((before) =>
        before.map((other) => (other._id === item._id ? (theirs ?? { ...other, hero: item.hero }) : other)),
      );
      if (theirs?.hero === hero || error instanceof Cancelled) return;
      const title = 'We could not change the slideshow';
      if (!theirs) showErrorToast(toast, title, error);
      else
        toast({
          title,
          description: 'Someone else changed this item. You see their version now. Please choose again.',
          variant: 'destructive',
        });
    },
    onSettled: () => queries.invalidateQueries(heroQuery),
  });
  function setHero(item: StaffPortfolioItem, isChosen: boolean): void {
    change((before) => before.map((other) => (other._id === item._id ? { ...other, hero: isChosen } : other)));
    choice.mutate({ item, hero: isChosen });
  }

  const deletion = useDeletion<StaffPortfolioItem>({
    noun: 'photo',
    remove: deletePortfolioItem,
    restore: restorePortfolioItem,
    reload,
    onDeleted: ({ _id }) => change((before) => before.filter((other) => other._id !== _id)),
  });

  return {
    list,
    items,
    reload,
    /** ids of the items that the hero shows */
    heroIds: hero.data,
    isHeroCurrent: hero.isSuccess && !hero.isFetching && !choice.isPending,
    moveTo,
    setHero,
    ...deletion,
  };
}
