import type { InfiniteData, QueryKey } from '@tanstack/react-query';
import { useDeletion } from './use-deletion';
import { useMoves } from './use-moves';

interface OrderedList<Page, Item> {
  /** of the list's pages */
  queryKey: QueryKey;
  pages: readonly Page[] | undefined;
  itemsOf(page: Page): readonly Item[];
  withItems(page: Page, items: Item[]): Page;
  /** 'story' */
  noun: string;
  move(place: { id: string; afterId: string | null }): Promise<unknown>;
  remove(item: Item): Promise<unknown>;
  restore(id: string): Promise<unknown>;
  reload(): Promise<unknown>;
}

/** What staff do with a paged list that has an order. A deletion can be undone. */
export function useOrderedList<Page, Item extends { _id: string; title: string }>({
  queryKey,
  pages,
  itemsOf,
  withItems,
  noun,
  move,
  remove,
  restore,
  reload,
}: OrderedList<Page, Item>) {
  // An item that moved while pages were read may be in two of them.
  const once = (all: readonly Page[]) => [...new Map(all.flatMap(itemsOf).map((item) => [item._id, item])).values()];
  const items = once(pages ?? []);

  const sendMove = useMoves<InfiniteData<Page, unknown>>({
    mutationKey: ['order', noun],
    queryKey,
    errorTitle: `We could not move this ${noun}`,
    reload,
  });
  const deletion = useDeletion({ noun, remove, restore, reload });

  return {
    items,
    /** Returns whether the item has moved. */
    moveTo(id: string, index: number): boolean {
      const afterId = items.filter(({ _id }) => _id !== id)[index - 1]?._id ?? null;
      return sendMove({
        send: () => move({ id, afterId }),
        apply(data) {
          const all = once(data.pages);
          const others = all.filter(({ _id }) => _id !== id);
          const place = others.findIndex(({ _id }) => _id === afterId) + 1;
          const next = others.toSpliced(place, 0, ...all.filter(({ _id }) => _id === id));
          let at = 0;
          return {
            ...data,
            pages: data.pages.map((page) => {
              const from = at;
              at += itemsOf(page).length;
              return withItems(page, next.slice(from, at));
            }),
          };
        },
      });
    },
    ...deletion,
  };
}
