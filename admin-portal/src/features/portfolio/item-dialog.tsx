import type { PortfolioCategory, StaffPortfolioItem } from '@godhuli/contracts/portfolio';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { type ClipboardEvent, useId, useState } from 'react';
import { useDropzone } from 'react-dropzone';
import { useUnsavedChanges } from '../../app/session/unsaved-changes';
import { Banner } from '../../ui/banner';
import { Button } from '../../ui/button';
import { Modal, ModalHead } from '../../ui/dialog';
import { modalBody, modalFoot } from '../../ui/dialog.styles';
import { DiscardQuestion } from '../../ui/discard-question';
import { hintStyles } from '../../ui/field.styles';
import { Key } from '../../ui/keys';
import { Spinner } from '../../ui/spinner';
import { ConflictNotice } from './conflict-notice';
import { DetailFields } from './detail-fields';
import { DraftStrip } from './draft-strip';
import { HistoryDialog } from './history-dialog';
import { columns, keyHint, retryRow } from './item-dialog.styles';
import { PhotoField } from './photo-field';
import { useDrafts } from './use-drafts';

interface ItemDialogProps {
  /** the item to edit, or null to add */
  item: StaffPortfolioItem | null;
  category: PortfolioCategory;
  onSaved(): void;
  onDone(count: number): void;
  onClose(): void;
}

/** Adds items or edits one (ADM-GAL-3). Photos come by drop, paste, file picker or URL. */
export function ItemDialog({ item, category, onSaved, onDone, onClose }: ItemDialogProps) {
  const id = useId();
  const drafts = useDrafts({ item, category, onSaved, onDone });
  const [isConfirming, setConfirming] = useState(false);
  const [isShowingHistory, setShowingHistory] = useState(false);
  useUnsavedChanges(drafts.isDirty);
  const dropzone = useDropzone({
    noClick: true,
    noKeyboard: true,
    multiple: item === null,
    onDrop: (files, refused) => drafts.addFiles([...files, ...refused.map(({ file }) => file)]),
  });
  const close = () => (drafts.isDirty ? setConfirming(true) : onClose());
  const { current } = drafts;
  return (
    <Modal
      isWide
      aria-labelledby={id}
      onCloseRequest={close}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void drafts.save();
      }}
    >
      <div
        {...dropzone.getRootProps({
          onPaste: (event: ClipboardEvent) => {
            const files = [...event.clipboardData.files];
            if (files.length === 0) return;
            event.preventDefault();
            drafts.addFiles(files);
          },
          style: { display: 'flex', flexDirection: 'column', minHeight: 0 },
        })}
      >
        <ModalHead id={id} title={item ? 'Edit item' : 'Add New Item'} onClose={close} />
        {drafts.drafts.length > 1 && <DraftStrip drafts={drafts} />}
        <form
          css={[modalBody, columns]}
          noValidate
          id={`${id}-form`}
          aria-busy={drafts.isSaving}
          onSubmit={(event) => {
            event.preventDefault();
            void drafts.save();
          }}
        >
          {drafts.failure && (
            <div css={{ gridColumn: '1 / -1' }}>
              <Banner>{drafts.failure}</Banner>
            </div>
          )}
          {drafts.conflict && <ConflictNotice conflict={drafts.conflict} onApplyTheirs={drafts.applyTheirs} />}
          {drafts.failedCount > 1 && (
            <div css={retryRow}>
              <p>We could not upload {drafts.failedCount} photos.</p>
              <Button size="small" onClick={drafts.retryAll}>
                <RotateCw aria-hidden="true" strokeWidth={1.75} /> Retry all
              </Button>
            </div>
          )}
          <input {...dropzone.getInputProps({ 'aria-label': 'Photo file', tabIndex: -1 })} />
          {current && (
            <>
              <PhotoField
                draft={current}
                drafts={drafts}
                isOver={dropzone.isDragActive}
                canTakeSeveral={item === null}
                portrait={item?.portrait ?? null}
                onPick={dropzone.open}
              />
              <DetailFields draft={current} drafts={drafts} />
            </>
          )}
        </form>
        <footer css={modalFoot}>
          <p css={[hintStyles, keyHint]}>
            <Key>Esc</Key> closes, <Key>Ctrl</Key> <Key>Enter</Key> saves
          </p>
          {item && <Button onClick={() => setShowingHistory(true)}>History</Button>}
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={`${id}-form`} variant="primary" disabled={drafts.isSaving}>
            {drafts.isSaving ? (
              <>
                <Spinner /> Saving...
              </>
            ) : (
              saveLabel(item, drafts.drafts.length)
            )}
          </Button>
        </footer>
      </div>
      {item && isShowingHistory && (
        <HistoryDialog
          item={item}
          onClose={() => setShowingHistory(false)}
          onRestored={() => {
            onSaved();
            onDone(1);
          }}
        />
      )}
      {isConfirming && (
        <DiscardQuestion
          detail="Photos and text that you have not saved will be lost."
          onDiscard={onClose}
          onKeep={() => setConfirming(false)}
        />
      )}
    </Modal>
  );
}

function saveLabel(item: StaffPortfolioItem | null, count: number): string {
  if (item) return 'Save changes';
  return count === 1 ? 'Add item' : `Add ${count} items`;
}
