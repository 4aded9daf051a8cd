import { type ListEntity, MOST_ITEMS } from '@godhuli/contracts/documents';
import type { SiteDocument } from '@godhuli/contracts/publishing';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { addOnce } from '../../app/add-once';
import { QueryResult } from '../../app/query-result';
import { Button } from '../../ui/button';
import { Empty } from '../../ui/empty';
import { MoveGrip } from '../../ui/move-grip';
import { rows } from '../../ui/rows.styles';
import { visuallyHidden } from '../../ui/text.styles';
import { useSorting } from '../../ui/use-sorting';
import { createItem, itemsQuery, SITE, saveDraft } from './site.requests';
import { bar, itemRow } from './site-editor.styles';
import { isShown, useItemOrder } from './use-item-order';

interface ItemsPanelProps {
  entity: ListEntity;
  onOpen(id: string): void;
}

/** The items of a list in their drafted order. */
export function ItemsPanel({ entity, onOpen }: ItemsPanelProps) {
  const items = useQuery(itemsQuery(entity));
  return (
    <QueryResult query={items} skeleton={<p role="status">Loading…</p>} failure="We could not load the list.">
      {(all) => <Items entity={entity} items={all} onOpen={onOpen} />}
    </QueryResult>
  );
}

/** The items with a grip each, and what can be done to them. */
function Items({ entity, items, onOpen }: ItemsPanelProps & { items: readonly SiteDocument[] }) {
  const queries = useQueryClient();
  const [announcement, setAnnouncement] = useState('');
  const { sorted, isKnown, moveTo } = useItemOrder(entity, items);
  const reload = () => queries.invalidateQueries({ queryKey: [SITE] });
  const [add] = useState(() => addOnce(createItem));
  const create = useMutation({
    mutationFn: (copyOf: string | undefined) => add({ entity, copyOf }),
    meta: { errorTitle: 'Nothing was added' },
    onSuccess: ({ id }) => onOpen(id),
    onSettled: reload,
  });
  const archive = useMutation({
    mutationFn: (item: SiteDocument) => saveDraft(item, item.version, { ...item.body, archived: isShown(item) }),
    meta: { errorTitle: 'Nothing was archived' },
    onSettled: reload,
  });
  const shown = sorted.filter(isShown).length;
  const indexOf = (id: string) => sorted.findIndex((item) => item.id === id);
  const move = (id: string, index: number) => {
    if (!moveTo(id, index)) return;
    setAnnouncement(`Moved ${sorted[indexOf(id)]?.label} to position ${index + 1} of ${shown}.`);
  };
  const sorting = useSorting({
    name: entity,
    onDrop: (id, target) => move(id, Math.min(indexOf(target), shown - 1)),
    onStep: (id, step) => move(id, indexOf(id) + step),
  });
  return (
    <div>
      <Button variant="primary" isBusy={create.isPending} onClick={() => create.mutate(undefined)}>
        Add a {entity}
      </Button>
      {sorted.length === 0 && (
        <Empty title={`No ${entity}s yet`}>
          <p>The page can show up to {MOST_ITEMS[entity]}.</p>
        </Empty>
      )}
      <p role="status" css={visuallyHidden}>
        {announcement}
      </p>
      <ul css={rows}>
        {sorted.map((item, index) => {
          const { id, label } = item;
          return (
            <li
              key={id}
              css={itemRow}
              data-sort={entity}
              data-sort-id={id}
              data-active={sorting.activeId === id || undefined}
              data-over={sorting.overId === id || undefined}
            >
              {isKnown && isShown(item) && (
                <MoveGrip
                  title={label}
                  place={`${index + 1} of ${shown}`}
                  description={`Use the arrow keys to move this ${entity}.`}
                  grip={sorting.gripOf(id)}
                />
              )}
              <div>
                {label}
                <small>{noteOf(item)}</small>
              </div>
              <span css={bar}>
                <Button size="small" aria-label={`Edit ${label}`} onClick={() => onOpen(id)}>
                  Edit
                </Button>
                <Button
                  size="small"
                  aria-label={`Duplicate ${label}`}
                  isBusy={create.isPending}
                  onClick={() => create.mutate(id)}
                >
                  Duplicate
                </Button>
                <Button
                  size="small"
                  aria-label={`${archiveVerb(item)} ${label}`}
                  isBusy={archive.isPending && archive.variables.id === id}
                  onClick={() => archive.mutate(item)}
                >
                  {archiveVerb(item)}
                </Button>
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

const archiveVerb = (item: SiteDocument) => (isShown(item) ? 'Archive' : 'Bring back');

function noteOf({ state, body }: SiteDocument): string {
  const states = { published: 'Published', draft: 'Draft', scheduled: 'Scheduled', new: 'Not published yet' };
  return [states[state], body.archived === true && 'archived', body.hidden === true && 'hidden']
    .filter(Boolean)
    .join(', ');
}
