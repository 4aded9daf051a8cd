import type { StaffPortfolioItem } from '@godhuli/contracts/portfolio';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { type ClipboardEvent, useState } from 'react';
import { useDropzone } from 'react-dropzone';
import { ConflictNotice } from '../../app/conflict-notice';
import { FormDialog } from '../../app/form-dialog';
import { Banner } from '../../ui/banner';
import { Button } from '../../ui/button';
import { hintStyles } from '../../ui/field.styles';
import { Key } from '../../ui/keys';
import { DetailFields } from './detail-fields';
import { DraftStrip } from './draft-strip';
import { HistoryDialog } from './history-dialog';
import { columns, keyHint, retryRow } from './item-dialog.styles';
import { PhotoField } from './photo-field';
import { useDrafts } from './use-drafts';

interface ItemDialogProps {
  /** the item to edit, or null to add */
  item: StaffPortfolioItem | null;
  category: string;
  onSaved(): void;
  onDone(count: number): void;
  onClose(): void;
}

const DISCARD_DETAIL = 'Photos and text that you have not saved will be lost.';

/** Adds items or edits one (ADM-GAL-3). Photos come by drop, paste, file picker or URL. */
export function ItemDialog({ item, category, onSaved, onDone, onClose }: ItemDialogProps) {
  const drafts = useDrafts({ item, category, onSaved, onDone });
  const [isShowingHistory, setShowingHistory] = useState(false);
  const dropzone = useDropzone({
    noClick: true,
    noKeyboard: true,
    multiple: item === null,
    onDrop: (files, refused) => drafts.addFiles([...files, ...refused.map(({ file }) => file)]),
  });
  const { current } = drafts;
  return (
    <FormDialog
      title={item ? 'Edit item' : 'Add New Item'}
      isWide
      isDirty={drafts.isDirty}
      isSaving={drafts.isSaving}
      saveLabel={saveLabel(item, drafts.drafts.length)}
      discardDetail={DISCARD_DETAIL}
      formStyles={columns}
      root={dropzone.getRootProps({
        onPaste: (event: ClipboardEvent) => {
          const files = [...event.clipboardData.files];
          if (files.length === 0) return;
          event.preventDefault();
          drafts.addFiles(files);
        },
      })}
      above={drafts.drafts.length > 1 && <DraftStrip drafts={drafts} />}
      footStart={
        <>
          <p css={[hintStyles, keyHint]}>
            <Key>Esc</Key> closes, <Key>Ctrl</Key> <Key>Enter</Key> saves
          </p>
          {item && <Button onClick={() => setShowingHistory(true)}>History</Button>}
        </>
      }
      dialogs={
        item &&
        isShowingHistory && (
          <HistoryDialog
            item={drafts.stored ?? item}
            isDirty={drafts.isDirty}
            discardDetail={DISCARD_DETAIL}
            onSaved={onSaved}
            onRestored={() => onDone(1)}
            onClose={() => setShowingHistory(false)}
          />
        )
      }
      onSave={() => void drafts.save()}
      onClose={() => {
        drafts.stop();
        onClose();
      }}
    >
      {drafts.failure && (
        <div css={{ gridColumn: '1 / -1' }}>
          <Banner>{drafts.failure}</Banner>
        </div>
      )}
      {drafts.conflict && (
        <ConflictNotice
          noun="item"
          {...drafts.conflict}
          differences={drafts.conflict.differences.map((each) => ({ ...each, path: each.field }))}
          isSaving={drafts.isSaving}
          onKeepMine={() => void drafts.save()}
          onTakeTheirs={drafts.takeTheirs}
          onTakeField={({ path }) => {
            const difference = drafts.conflict?.differences.find(({ field }) => field === path);
            if (difference) drafts.applyTheirs(difference);
          }}
        />
      )}
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
          <DetailFields draft={current} drafts={drafts} changedInEnglish={item?.changedInEnglish} />
        </>
      )}
    </FormDialog>
  );
}

function saveLabel(item: StaffPortfolioItem | null, count: number): string {
  if (item) return 'Save changes';
  return count === 1 ? 'Add item' : `Add ${count} items`;
}
