import type { ListEntity } from '@godhuli/contracts/documents';
import type { SiteDocument } from '@godhuli/contracts/publishing';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { documentQuery, SITE, saveDraft } from './site.requests';

/** The drafted order of a list. A move shows at once and is undone when the server refuses it. */
export function useItemOrder(entity: ListEntity, items: readonly SiteDocument[]) {
  const queries = useQueryClient();
  const query = documentQuery('order', entity);
  const order = useQuery(query);
  const sorted = inOrder(items, (order.data?.body.ids as string[] | undefined) ?? []);
  const mutationKey = ['order', entity];
  const save = useMutation({
    mutationKey,
    // Moves in quick succession are saved one after the other, each over the version of the one before.
    scope: { id: `order of ${entity}` },
    mutationFn: async (ids: string[]) => {
      const drafted = queries.getQueryData(query.queryKey);
      if (!drafted) return;
      const { version } = await saveDraft(drafted, drafted.version, { ids });
      queries.setQueryData(query.queryKey, (newest) => newest && { ...newest, version });
    },
    meta: { errorTitle: 'Nothing was moved' },
    // An answer in between would show an order without the moves that still wait.
    onSettled: () =>
      queries.isMutating({ mutationKey }) === 1 ? queries.invalidateQueries({ queryKey: [SITE] }) : null,
  });
  return {
    sorted,
    /** whether the order is loaded: until then nothing can be moved */
    isKnown: order.data !== undefined,
    /** Returns whether the item has moved. Archived items stay behind all others. */
    moveTo(id: string, index: number): boolean {
      const from = sorted.findIndex((item) => item.id === id);
      const most = sorted.filter(isShown).length - 1;
      const moved = sorted[from];
      if (!order.data || !moved || index < 0 || index > most || from === index) return false;
      const others = sorted.filter((item) => item !== moved).map((item) => item.id);
      const ids = [...others.slice(0, index), id, ...others.slice(index)];
      void queries.cancelQueries({ queryKey: query.queryKey });
      queries.setQueryData(query.queryKey, (drafted) => drafted && { ...drafted, body: { ids } });
      save.mutate(ids);
      return true;
    },
  };
}

export const isShown = ({ body }: SiteDocument): boolean => body.archived !== true;

/** Items that the order does not name come last; archived ones after all others. */
function inOrder(items: readonly SiteDocument[], ids: readonly string[]): SiteDocument[] {
  const place = (item: SiteDocument) => {
    const index = ids.indexOf(item.id);
    return (index < 0 ? ids.length : index) + (isShown(item) ? 0 : 10_000);
  };
  return [...items].sort((one, other) => place(one) - place(other));
}
