import { Button } from '../../ui/button';
import { selectionBar } from './selection-bar.styles';

interface SelectionBarProps {
  shownIds: readonly string[];
  /** null: nothing can be selected, a click on a row opens it */
  selectedIds: ReadonlySet<string> | null;
  onSelect(ids: ReadonlySet<string> | null): void;
  onDelete(permanently: boolean): void;
  /** deletes all likely spam; without it the list is not the whole likely spam */
  onDeleteAll?(): void;
}

/** What can be done with several inquiries. */
export function SelectionBar(props: SelectionBarProps) {
  const { shownIds, selectedIds, onSelect, onDelete, onDeleteAll } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset does not wrap as a flex box in every browser
    <div css={selectionBar} role="group" aria-label="Several inquiries">
      {selectedIds ? (
        <>
          <span role="status">{selectedIds.size} selected</span>
          <Button
            size="small"
            onClick={() => onSelect(new Set(shownIds))}
            disabled={selectedIds.size === shownIds.length}
          >
            Select all {shownIds.length}
          </Button>
          <Button size="small" disabled={selectedIds.size === 0} onClick={() => onDelete(false)}>
            Delete
          </Button>
          <Button size="small" disabled={selectedIds.size === 0} onClick={() => onDelete(true)}>
            Delete permanently
          </Button>
          <Button size="small" onClick={() => onSelect(null)}>
            Cancel
          </Button>
        </>
      ) : (
        <>
          <Button size="small" onClick={() => onSelect(new Set())}>
            Select several
          </Button>
          {onDeleteAll && (
            <Button size="small" onClick={onDeleteAll}>
              Delete all likely spam
            </Button>
          )}
        </>
      )}
    </div>
  );
}
