import { type ReactNode, useState } from 'react';
import { LoadFailure } from '../ui/banner';
import { Confirm } from '../ui/dialog';
import { Empty } from '../ui/empty';
import { Skeleton } from '../ui/skeleton';
import * as sortable from '../ui/sortable-list.styles';
import type { SortableRowState } from '../ui/sortable-row';
import { visuallyHidden } from '../ui/text.styles';
import { UndoBar } from '../ui/undo-bar';
import { useSorting } from '../ui/use-sorting';
import { PageHead } from './layout/page-head';
import { LoadMore, type PagedQuery } from './load-more';
import { stateOf } from './query-client';

type ListState = ReturnType<typeof stateOf>;

interface OrderedListProps<Item> {
  title: string;
  /** 'story' and 'stories' */
  nouns: readonly [string, string];
  /** what `useOrderedList` returned, with its query and the length of the whole list */
  ordered: {
    list: PagedQuery & { data: unknown; refetch(): unknown };
    total: number;
    items: Item[];
    moveTo(id: string, index: number): boolean;
    remove(item: Item): void;
    deleted: Item | null;
    undoDelete(): Promise<void>;
    dismissDeleted(): void;
  };
  noteFor(state: ListState, total: number): string | null;
  add: ReactNode;
  /** between the head and the list */
  above?: ReactNode;
  emptyText: string;
  deleteDetail(item: Item): string | undefined;
  children(item: Item, row: SortableRowState): ReactNode;
}

/** A page with a list that has an order: rows move by drag and keyboard, and a deletion can be undone. */
export function OrderedList<Item extends { _id: string; title: string }>({
  title,
  nouns,
  ordered,
  noteFor,
  add,
  above,
  emptyText,
  deleteDetail,
  children,
}: OrderedListProps<Item>) {
  const [noun, plural] = nouns;
  const { list, items, total, deleted } = ordered;
  const [toDelete, setToDelete] = useState<Item | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const indexOf = (id: string) => items.findIndex(({ _id }) => _id === id);
  const moveTo = (id: string, index: number) => {
    const item = items[indexOf(id)];
    if (!item || index < 0 || index >= items.length) return;
    if (!ordered.moveTo(id, index)) return;
    setAnnouncement(`Moved ${item.title} to position ${index + 1} of ${total}.`);
  };
  const sorting = useSorting({
    name: plural,
    onDrop: (id, target) => moveTo(id, indexOf(target)),
    onStep: (id, step) => moveTo(id, indexOf(id) + step),
  });
  const state = stateOf(list);
  return (
    <>
      <PageHead title={title} note={noteFor(state, total)} isLoading={state === 'loading'}>
        {state === 'ready' && total > 0 && add}
      </PageHead>
      {state === 'loading' && <Skeleton style={{ height: '16rem' }} />}
      {state === 'failed' && (
        <LoadFailure onRetry={() => void list.refetch()}>
          {`We could not load the ${plural}. Check your connection and try again.`}
        </LoadFailure>
      )}
      {above}
      {state === 'ready' && total === 0 && (
        <Empty title={`No ${plural} yet`}>
          <p>{emptyText}</p>
          {add}
        </Empty>
      )}
      <p role="status" css={visuallyHidden}>
        {announcement}
      </p>
      {items.length > 0 && (
        <ul css={sortable.list}>
          {items.map((item, index) =>
            children(item, {
              nouns,
              place: `${index + 1} of ${total}`,
              isActive: sorting.activeId === item._id,
              isOver: sorting.overId === item._id,
              grip: sorting.gripOf(item._id),
              onDelete: () => setToDelete(item),
            }),
          )}
        </ul>
      )}
      <LoadMore query={list} errorTitle={`We could not load more ${plural}`}>
        {`Show more ${plural}`}
      </LoadMore>
      {toDelete && (
        <Confirm
          question={`Delete the ${noun} “${toDelete.title}”?`}
          detail={deleteDetail(toDelete)}
          confirmLabel="Delete"
          onConfirm={() => {
            ordered.remove(toDelete);
            setToDelete(null);
          }}
          onCancel={() => setToDelete(null)}
        />
      )}
      {deleted && (
        <UndoBar
          key={deleted._id}
          message={`Deleted “${deleted.title}”.`}
          onUndo={ordered.undoDelete}
          onDismiss={ordered.dismissDeleted}
        />
      )}
    </>
  );
}
