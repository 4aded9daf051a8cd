import type { ListEntity } from '@godhuli/contracts/documents';
import type { SiteDocument } from '@godhuli/contracts/publishing';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useMoves } from '../../app/use-moves';
import { documentQuery, SITE, saveDraft } from './site.requests';

/** The drafted order of a list. */
export function useItemOrder(entity: ListEntity, items: readonly SiteDocument[]) {
  const queries = useQueryClient();
  const query = documentQuery('order', entity);
  const order = useQuery(query);
  const sorted = inOrder(items, order.data);
  /** as the last move found or stored it: the query is dropped when the list is left while moves wait */
  const latest = useRef<SiteDocument>(undefined);
  const sendMove = useMoves<SiteDocument>({
    mutationKey: ['order', entity],
    queryKey: query.queryKey,
    errorTitle: 'Nothing was moved',
    reload: () => queries.invalidateQueries({ queryKey: [SITE] }),
  });
  return {
    sorted,
    /** whether the order is loaded: until then nothing can be moved */
    isKnown: order.data !== undefined,
    /** Returns whether the item has moved. Archived items stay behind all others. */
    moveTo(id: string, index: number): boolean {
      const from = sorted.findIndex((item) => item.id === id);
      const most = sorted.filter(isShown).length - 1;
      if (!order.data || from < 0 || index < 0 || index > most || from === index) return false;
      const idsAfterMove = (drafted: SiteDocument) => {
        const others = inOrder(items, drafted).flatMap((item) => (item.id === id ? [] : item.id));
        return others.toSpliced(index, 0, id);
      };
      const newest = () => queries.getQueryData(query.queryKey) ?? latest.current;
      latest.current = newest();
      return sendMove({
        // The version is that of the move before, also in a list that had to be restored.
        apply: (drafted) => {
          const version = newest()?.version ?? drafted.version;
          return { ...drafted, version, body: { ids: idsAfterMove(drafted) } };
        },
        async send(stored) {
          const drafted = newest();
          if (!drafted) return;
          const { version } = await saveDraft(drafted, drafted.version, { ids: idsAfterMove(stored) });
          latest.current = { ...drafted, version };
          queries.setQueryData(query.queryKey, (shown) => shown && { ...shown, version });
        },
      });
    },
  };
}

export const isShown = ({ body }: SiteDocument): boolean => body.archived !== true;

/** Items that the order does not name come last; archived ones after all others. */
function inOrder(items: readonly SiteDocument[], drafted: SiteDocument | undefined): SiteDocument[] {
  const ids = (drafted?.body.ids as string[] | undefined) ?? [];
  const place = (item: SiteDocument) => {
    const index = ids.indexOf(item.id);
    return (index < 0 ? ids.length : index) + (isShown(item) ? 0 : 10_000);
  };
  return [...items].sort((one, other) => place(one) - place(other));
}
