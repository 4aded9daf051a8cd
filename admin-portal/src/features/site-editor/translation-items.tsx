import type { ListEntity } from '@godhuli/contracts/documents';
import { useQuery } from '@tanstack/react-query';
import { QueryResult } from '../../app/query-result';
import { Button } from '../../ui/button';
import { Empty } from '../../ui/empty';
import { rows } from '../../ui/rows.styles';
import { itemsQuery } from './site.requests';

interface TranslationItemsProps {
  entity: ListEntity;
  /** the fields without a translation, by 'entity.id' */
  missing: Readonly<Record<string, readonly string[]>>;
  onOpen(id: string): void;
}

/** The items of a list by their English names, with what is missing in the chosen language. */
export function TranslationItems({ entity, missing, onOpen }: TranslationItemsProps) {
  const items = useQuery(itemsQuery(entity));
  return (
    <QueryResult query={items} skeleton={<p role="status">Loading…</p>} failure="We could not load the list.">
      {(all) =>
        all.length === 0 ? (
          <Empty title={`No ${entity}s yet`}>
            <p>Add the first one in English.</p>
          </Empty>
        ) : (
          <ul css={rows}>
            {all.map(({ id, label }) => {
              const count = missing[`${entity}.${id}`]?.length ?? 0;
              return (
                <li key={id}>
                  <div>
                    {label}
                    <small>{count === 0 ? 'Complete' : `${count} missing`}</small>
                  </div>
                  <Button size="small" aria-label={`Translate ${label}`} onClick={() => onOpen(id)}>
                    Translate
                  </Button>
                </li>
              );
            })}
          </ul>
        )
      }
    </QueryResult>
  );
}
