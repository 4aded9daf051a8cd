import { useId } from 'react';
import { Button } from '../../ui/button';
import { Modal, ModalHead } from '../../ui/dialog';
import { modalBody, modalFoot } from '../../ui/dialog.styles';
import { formatCount } from '../../ui/format-size';
import type { Bulk, BulkConflicts } from './use-bulk-edit';

/** The photos that someone else changed in between: as they are now, and the choice to change these as well. */
export function BulkConflictsDialog({
  bulk,
  conflicts: { edit, conflicts },
}: {
  bulk: Bulk;
  conflicts: BulkConflicts;
}) {
  const id = useId();
  const changed = conflicts.flatMap(({ reason, current }) => (reason === 'changed' && current ? [current] : []));
  const missing = conflicts.length - changed.length;
  return (
    <Modal aria-labelledby={id} onCloseRequest={bulk.dismissConflicts}>
      <ModalHead
        id={id}
        title={`${formatCount(conflicts.length, 'photo was', 'photos were')} not changed`}
        onClose={bulk.dismissConflicts}
      />
      <div css={modalBody}>
        {changed.length > 0 && (
          <>
            <p>Someone else changed these photos. You see their version now.</p>
            <ul css={{ margin: '.5rem 0', maxHeight: '14rem', overflowY: 'auto' }}>
              {changed.map(({ _id, title }) => (
                <li key={_id}>{title}</li>
              ))}
            </ul>
          </>
        )}
        {missing > 0 && <p>{formatCount(missing, 'photo')} had been deleted or restored by someone else.</p>}
      </div>
      <footer css={modalFoot}>
        <Button data-first-focus onClick={bulk.dismissConflicts}>
          Keep their version
        </Button>
        {changed.length > 0 && (
          <Button
            variant="primary"
            disabled={bulk.isBusy}
            onClick={() => void bulk.apply(changed, edit).catch(() => undefined)}
          >
            Change these too
          </Button>
        )}
      </footer>
    </Modal>
  );
}
