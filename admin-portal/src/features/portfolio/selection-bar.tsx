import { type StaffPortfolioItem, TRASH_DAYS } from '@godhuli/contracts/portfolio';
import { useState } from 'react';
import { Cancelled, failureText } from '../../app/call';
import { Button } from '../../ui/button';
import { Confirm } from '../../ui/dialog';
import { formatCount } from '../../ui/format-size';
import { BulkConflictsDialog } from './bulk-conflicts-dialog';
import { BulkDialog } from './bulk-dialog';
import { selectionBar } from './selection-bar.styles';
import { type BulkEdit, useBulkEdit } from './use-bulk-edit';
import type { Selection } from './use-selection';

interface SelectionBarProps {
  selection: Selection;
  items: readonly StaffPortfolioItem[];
  isTrash: boolean;
}

/** What can be done with the chosen photos. */
export function SelectionBar({ selection, items, isTrash }: SelectionBarProps) {
  const bulk = useBulkEdit();
  const [dialog, setDialog] = useState<'edit' | 'trash' | 'erase' | null>(null);
  const { chosen } = selection;
  const isUseless = chosen.length === 0 || chosen.length > bulk.limit || bulk.isBusy;
  const [failure, setFailure] = useState<string | null>(null);
  /** The dialog stays, with what was typed, until the request has succeeded. */
  const applyFromDialog = async (edit: BulkEdit) => {
    if (bulk.isBusy) return;
    setFailure(null);
    try {
      await bulk.apply(chosen, edit);
      setDialog(null);
    } catch (error) {
      if (!(error instanceof Cancelled)) setFailure(failureText(error, 'Nothing was changed. Please try again.'));
    }
  };
  const apply = async (edit: BulkEdit) => {
    setDialog(null);
    // A failure is shown as a toast and the selection stays.
    const done = await bulk.apply(chosen, edit).catch(() => null);
    if (done && edit.action !== 'change') selection.select([]);
  };
  const action = (label: string, edit: BulkEdit) => (
    <Button size="small" isBusy={isUseless} onClick={() => void apply(edit)}>
      {label}
    </Button>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset does not wrap as a flex box in every browser
    <div css={selectionBar} role="group" aria-label="Chosen photos">
      <span role="status">
        {chosen.length} selected{chosen.length > bulk.limit && `, at most ${bulk.limit} at once`}
      </span>
      <Button size="small" onClick={selection.selectAll} disabled={chosen.length === items.length}>
        Select all {items.length}
      </Button>
      {isTrash ? (
        <>
          {action('Restore', { action: 'restore' })}
          <Button size="small" variant="quiet-bad" isBusy={isUseless} onClick={() => setDialog('erase')}>
            Delete forever
          </Button>
        </>
      ) : (
        <>
          <Button size="small" isBusy={isUseless} onClick={() => setDialog('edit')}>
            Edit selected
          </Button>
          {action('Publish', { action: 'change', change: { published: true } })}
          {action('Unpublish', { action: 'change', change: { published: false } })}
          <Button
            size="small"
            isBusy={isUseless || chosen.length < 2}
            onClick={() => bulk.orderByTime(chosen.map(({ _id }) => _id))}
          >
            Order by time taken
          </Button>
          <Button size="small" isBusy={isUseless} onClick={() => setDialog('trash')}>
            Move to trash
          </Button>
        </>
      )}
      <Button size="small" onClick={selection.end}>
        Done
      </Button>
      {dialog === 'edit' && (
        <BulkDialog
          count={chosen.length}
          isSaving={bulk.isBusy}
          failure={failure}
          onApply={(edit) => void applyFromDialog(edit)}
          onClose={() => {
            setDialog(null);
            setFailure(null);
          }}
        />
      )}
      {dialog === 'trash' && (
        <Confirm
          question={`Move ${formatCount(chosen.length, 'photo')} to the trash?`}
          detail={`The website no longer shows them. You can restore them for ${TRASH_DAYS} days.`}
          confirmLabel="Move to trash"
          onConfirm={() => void apply({ action: 'trash' })}
          onCancel={() => setDialog(null)}
        />
      )}
      {dialog === 'erase' && (
        <Confirm
          question={`Delete ${formatCount(chosen.length, 'photo')} forever?`}
          detail="This cannot be undone."
          confirmLabel="Delete forever"
          onConfirm={() => void apply({ action: 'erase' })}
          onCancel={() => setDialog(null)}
        />
      )}
      {bulk.conflicts && <BulkConflictsDialog bulk={bulk} conflicts={bulk.conflicts} />}
    </div>
  );
}
