import type { StaffPortfolioItem } from '@godhuli/contracts/portfolio';
import { Button } from '../../ui/button';
import { formatTimestamp } from '../../ui/format-timestamp';
import { Photo } from '../../ui/photo';
import { trashList } from './portfolio-page.styles';
import type { Bulk } from './use-bulk-edit';
import type { Selection } from './use-selection';

interface TrashListProps {
  items: readonly StaffPortfolioItem[];
  selection: Selection;
  bulk: Bulk;
}

/** The deleted items, which can be restored until they are removed for good. */
export function TrashList({ items, selection, bulk }: TrashListProps) {
  return (
    <ul css={trashList} aria-label="Photos in the trash">
      {items.map((item) => (
        <li key={item._id}>
          {selection.ids && (
            <input
              type="checkbox"
              aria-label={`Select ${item.title}`}
              checked={selection.ids.has(item._id)}
              onChange={({ target, nativeEvent }) =>
                selection.toggle(item._id, target.checked, (nativeEvent as MouseEvent).shiftKey === true)
              }
            />
          )}
          <span style={{ background: item.media?.color }}>
            <Photo media={item.media} image={item.image} alt="" sizes="56px" />
          </span>
          <div>
            <strong>{item.title}</strong>
            {item.deletedAt && <p>Deleted {formatTimestamp(item.deletedAt, new Date())}</p>}
          </div>
          <Button
            size="small"
            aria-label={`Restore ${item.title}`}
            isBusy={bulk.isBusy}
            onClick={() => void bulk.apply([item], { action: 'restore' }).catch(() => undefined)}
          >
            Restore
          </Button>
        </li>
      ))}
    </ul>
  );
}
