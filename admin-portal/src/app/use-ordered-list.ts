import { ApiError } from '@godhuli/contracts/api-error';
import { type InfiniteData, type QueryKey, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
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
  const [deleted, setDeleted] = useState<Item | null>(null);
  // An item that moved while pages were read may be in two of them.
  const once = (all: readonly Page[]) => [...new Map(all.flatMap(itemsOf).map((item) => [item._id, item])).values()];
  const items = once(pages ?? []);

  const sendMove = useMoves<InfiniteData<Page, unknown>>({
    mutationKey: ['order', noun],
    queryKey,
    errorTitle: `We could not move this ${noun}`,
    reload,
  });
  const removal = useMutation({
    mutationFn: remove,
    meta: { errorTitle: ({ title }: Item) => `We could not delete “${title}”` },
    onSuccess: (_, item) => {
      setDeleted(item);
      return reload();
    },
    // Someone else's version: the next question shows it.
    onError: (error) => (error instanceof ApiError && error.status === 409 ? reload() : undefined),
  });
  const restoration = useMutation({
    mutationFn: restore,
    meta: { errorTitle: `We could not restore this ${noun}` },
    onSuccess: () => {
      setDeleted(null);
      return reload();
    },
  });

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
    remove: removal.mutate,
    deleted,
    undoDelete: async () => {
      // A failure is shown as a toast.
      if (deleted) await restoration.mutateAsync(deleted._id).catch(() => undefined);
    },
    dismissDeleted: () => setDeleted(null),
  };
}
