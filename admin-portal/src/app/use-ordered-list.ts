import { ApiError } from '@godhuli/contracts/api-error';
import { type InfiniteData, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

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

/**
 * What staff do with a paged list that has an order. A move shows at once and is undone when the server refuses it; a deletion
 * can be undone.
 */
export function useOrderedList<Page, Item extends { _id: string }>({
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
  const queries = useQueryClient();
  const [deleted, setDeleted] = useState<Item | null>(null);
  // An item that moved while pages were read may be in two of them.
  const items = [...new Map(pages?.flatMap(itemsOf).map((item) => [item._id, item])).values()];

  const order = useMutation({
    scope: { id: `order of ${noun}` },
    mutationFn: move,
    meta: { errorTitle: `We could not move this ${noun}` },
    onSettled: reload,
  });
  const removal = useMutation({
    mutationFn: remove,
    meta: { errorTitle: `We could not delete this ${noun}` },
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
    moveTo(id: string, index: number): void {
      const moved = items.find(({ _id }) => _id === id);
      if (!moved) return;
      const others = items.filter(({ _id }) => _id !== id);
      const next = [...others.slice(0, index), moved, ...others.slice(index)];
      queries.setQueryData<InfiniteData<Page, unknown>>(queryKey, (data) => {
        if (!data) return data;
        let at = 0;
        return {
          ...data,
          pages: data.pages.map((page) => {
            const from = at;
            at += itemsOf(page).length;
            return withItems(page, next.slice(from, at));
          }),
        };
      });
      order.mutate({ id, afterId: others[index - 1]?._id ?? null });
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
