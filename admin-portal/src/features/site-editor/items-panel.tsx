import { type ListEntity, MOST_ITEMS } from '@godhuli/contracts/documents';
import type { SiteDocument } from '@godhuli/contracts/publishing';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { QueryResult } from '../../app/query-result';
import { Button } from '../../ui/button';
import { Empty } from '../../ui/empty';
import { rows } from '../../ui/rows.styles';
import { createItem, documentQuery, itemsQuery, SITE, saveDraft } from './site.requests';
import { bar } from './site-editor.styles';

interface ItemsPanelProps {
  entity: ListEntity;
  onOpen(id: string): void;
}

/** The items of a list in their drafted order, with what can be done to each. */
export function ItemsPanel({ entity, onOpen }: ItemsPanelProps) {
  const queries = useQueryClient();
  const items = useQuery(itemsQuery(entity));
  const order = useQuery(documentQuery('order', entity));
  const reload = () => queries.invalidateQueries({ queryKey: [SITE] });
  const create = useMutation({
    mutationFn: (copyOf: string | undefined) => createItem(entity, copyOf),
    meta: { errorTitle: 'Nothing was added' },
    onSuccess: ({ id }) => onOpen(id),
    onSettled: reload,
  });
  const archive = useMutation({
    mutationFn: (item: SiteDocument) =>
      saveDraft(item, item.version, { ...item.body, archived: item.body.archived !== true }),
    meta: { errorTitle: 'Nothing was archived' },
    onSettled: reload,
  });
  const move = useMutation({
    mutationFn: async (ids: string[]) => {
      if (order.data) await saveDraft(order.data, order.data.version, { ids });
    },
    meta: { errorTitle: 'Nothing was moved' },
    onSettled: reload,
  });
  return (
    <QueryResult query={items} skeleton={<p role="status">Loading…</p>} failure="We could not load the list.">
      {(all) => {
        const sorted = inOrder(all, (order.data?.body.ids as string[] | undefined) ?? []);
        const ids = sorted.map(({ id }) => id);
        const swap = (index: number, other: number) => {
          const next = [...ids];
          [next[index], next[other]] = [next[other] ?? '', next[index] ?? ''];
          move.mutate(next);
        };
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
            <ul css={rows}>
              {sorted.map((item, index) => (
                <li key={item.id}>
                  <div>
                    {item.label}
                    <small>{noteOf(item)}</small>
                  </div>
                  <span css={bar}>
                    <Button
                      size="small"
                      aria-label={`Move ${item.label} up`}
                      disabled={index === 0}
                      onClick={() => swap(index, index - 1)}
                    >
                      ↑
                    </Button>
                    <Button
                      size="small"
                      aria-label={`Move ${item.label} down`}
                      disabled={index === sorted.length - 1}
                      onClick={() => swap(index, index + 1)}
                    >
                      ↓
                    </Button>
                    <Button size="small" aria-label={`Edit ${item.label}`} onClick={() => onOpen(item.id)}>
                      Edit
                    </Button>
                    <Button size="small" aria-label={`Duplicate ${item.label}`} onClick={() => create.mutate(item.id)}>
                      Duplicate
                    </Button>
                    <Button
                      size="small"
                      aria-label={`${archiveVerb(item)} ${item.label}`}
                      onClick={() => archive.mutate(item)}
                    >
                      {archiveVerb(item)}
                    </Button>
                  </span>
                </li>
              ))}
            </ul>
          </div>
        );
      }}
    </QueryResult>
  );
}

const archiveVerb = ({ body }: SiteDocument) => (body.archived === true ? 'Bring back' : 'Archive');

function noteOf({ state, body }: SiteDocument): string {
  const states = { published: 'Published', draft: 'Draft', scheduled: 'Scheduled', new: 'Not published yet' };
  return [states[state], body.archived === true && 'archived', body.hidden === true && 'hidden']
    .filter(Boolean)
    .join(', ');
}

/** Items that the order does not name come last; archived ones after all others. */
function inOrder(items: readonly SiteDocument[], ids: readonly string[]): SiteDocument[] {
  const place = ({ id, body }: SiteDocument) => {
    const index = ids.indexOf(id);
    return (index < 0 ? ids.length : index) + (body.archived === true ? 10_000 : 0);
  };
  return [...items].sort((one, other) => place(one) - place(other));
}
