import {
  BULK_ITEMS,
  type PortfolioBulk,
  type PortfolioBulkResult,
  type StaffPortfolioItem,
} from '@godhuli/contracts/portfolio';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ALBUMS, PORTFOLIO } from '../../app/query-keys';
import { formatCount } from '../../ui/format-size';
import { useHost } from '../../ui/host-context';
import { changeItems, orderByTime } from './gallery-desk.requests';

export type BulkEdit = Pick<PortfolioBulk, 'action' | 'change'>;
/** Items that an edit did not change, with the edit, so that it can be applied to their present versions. */
export interface BulkConflicts {
  edit: BulkEdit;
  conflicts: PortfolioBulkResult['conflicts'];
}

const DONE: Record<BulkEdit['action'], string> = {
  change: 'changed',
  trash: 'moved to the trash',
  restore: 'restored',
  erase: 'deleted forever',
};

/** Edits of many items. What someone else changed is kept for a second decision, so that nothing is overwritten unseen. */
export function useBulkEdit() {
  const { toast } = useHost();
  const queries = useQueryClient();
  const [open, setOpen] = useState<BulkConflicts | null>(null);
  const reload = () => queries.invalidateQueries({ queryKey: [PORTFOLIO] });

  const edit = useMutation({
    mutationFn: ({ items, edit }: { items: readonly StaffPortfolioItem[]; edit: BulkEdit }) => changeItems(items, edit),
    meta: { errorTitle: 'We could not change these photos' },
    onSuccess: ({ changed, conflicts }, { edit }) => {
      if (changed.length > 0) toast({ title: `${formatCount(changed.length, 'photo')} ${DONE[edit.action]}` });
      setOpen(conflicts.length > 0 ? { edit, conflicts } : null);
      if (edit.change?.albumId !== undefined) void queries.invalidateQueries({ queryKey: [ALBUMS] });
      return reload();
    },
  });
  const order = useMutation({
    mutationFn: (ids: readonly string[]) => orderByTime(ids),
    meta: { errorTitle: 'We could not sort these photos' },
    onSuccess: ({ sorted, untimed }) => {
      const note = untimed > 0 ? ` ${formatCount(untimed, 'photo')} without a time follow the others.` : '';
      toast({
        title: `${formatCount(sorted, 'photo')} sorted by time taken`,
        ...(note && { description: note.trim() }),
      });
      return reload();
    },
  });
  return {
    apply: (items: readonly StaffPortfolioItem[], change: BulkEdit) => edit.mutateAsync({ items, edit: change }),
    orderByTime: (ids: readonly string[]) => order.mutate(ids),
    isBusy: edit.isPending || order.isPending,
    conflicts: open,
    dismissConflicts: () => setOpen(null),
    limit: BULK_ITEMS,
  };
}
export type Bulk = ReturnType<typeof useBulkEdit>;
