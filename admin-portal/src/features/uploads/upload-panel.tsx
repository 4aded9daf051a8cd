import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import X from 'lucide-react/icons/x';
import { useEffect, useId, useRef, useState } from 'react';
import { useDropzone } from 'react-dropzone';
import { rememberPanel } from '../../app/uploads/panel-state';
import type { UploadSettings } from '../../app/uploads/upload-entry';
import { isBusy, type UploadsSnapshot } from '../../app/uploads/upload-list';
import { uploadQueue } from '../../app/uploads/upload-queue';
import { Button, IconButton } from '../../ui/button';
import { formatCount } from '../../ui/format-size';
import { reserveSpace } from '../../ui/reserve-space';
import { visuallyHidden } from '../../ui/text.styles';
import { forgetPreviews } from './previews';
import { UploadList } from './upload-list';
import * as styles from './upload-panel.styles';
import { UploadSettingsFields } from './upload-settings-fields';

/** The docked panel of uploads. It stays while staff work elsewhere in the portal, and can be made small. */
export default function UploadPanel({ uploads }: { uploads: UploadsSnapshot }) {
  const id = useId();
  const dock = useRef<HTMLElement>(null);
  useEffect(() => reserveSpace(dock.current, '--dock-space'), []);
  const [settings, setSettings] = useState<UploadSettings>(() => ({
    ...{ category: uploadQueue.category, place: '', published: false },
  }));
  const { entries, isSmall } = uploads;
  const waiting = entries.filter(({ state }) => state === 'needs-file');
  const failed = entries.filter(({ state, canRetry }) => state === 'failed' && canRetry);
  const duplicates = entries.filter(({ state }) => state === 'duplicate');
  const dropzone = useDropzone({
    noClick: true,
    noKeyboard: true,
    onDrop: (files, refused) => uploadQueue.add([...files, ...refused.map(({ file }) => file)], settings),
  });
  useEffect(() => {
    // What was begun in another tab or on another device.
    void uploadQueue.load();
    return forgetPreviews;
  }, []);
  const summary = summaryOf(uploads);
  const isOver = entries.length === 0;
  return (
    <section
      css={styles.dock}
      aria-labelledby={id}
      {...dropzone.getRootProps({ role: 'region' })}
      ref={dock}
      tabIndex={undefined}
    >
      <input {...dropzone.getInputProps({ 'aria-label': 'Photo files', tabIndex: -1 })} />
      <header css={styles.head}>
        <div>
          <h2 id={id}>Uploads</h2>
          <p>{summary}</p>
          {!isOver && <progress max={1} value={progressOf(uploads)} aria-label="All uploads" />}
        </div>
        <IconButton
          aria-label={isSmall ? 'Show the uploads' : 'Make the uploads small'}
          aria-expanded={!isSmall}
          onClick={() => {
            uploadQueue.setOpen(true, !isSmall);
            rememberPanel(isSmall ? null : 'small');
          }}
        >
          {isSmall ? (
            <ChevronUp aria-hidden="true" strokeWidth={1.75} />
          ) : (
            <ChevronDown aria-hidden="true" strokeWidth={1.75} />
          )}
        </IconButton>
        {!isBusy(uploads) && (
          <IconButton
            aria-label="Close the uploads"
            onClick={() => {
              rememberPanel('closed');
              uploadQueue.clearDone();
              uploadQueue.setOpen(false);
            }}
          >
            <X aria-hidden="true" strokeWidth={1.75} />
          </IconButton>
        )}
      </header>
      <p role="status" css={visuallyHidden}>
        {announcementOf(uploads)}
      </p>
      {!isSmall && (
        <div css={styles.body}>
          <UploadSettingsFields settings={settings} onChange={setSettings} />
          <div css={styles.dropZone} data-over={dropzone.isDragActive || undefined}>
            Drop photos here or{' '}
            <button type="button" onClick={dropzone.open}>
              choose photos
            </button>
            <small>JPG, PNG or WebP, up to 25 MB each. You can go on working.</small>
          </div>
          {waiting.length > 0 && (
            <div css={styles.notice}>
              <p>{formatCount(waiting.length, 'upload')} unfinished. Pick the same files again to continue.</p>
              <Button size="small" onClick={dropzone.open}>
                Pick these files again
              </Button>
            </div>
          )}
          {duplicates.length > 1 && (
            <div css={styles.notice}>
              <p>{formatCount(duplicates.length, 'photo is', 'photos are')} in the gallery already.</p>
              <Button size="small" onClick={() => uploadQueue.skipDuplicates()}>
                Skip these
              </Button>
            </div>
          )}
          {(failed.length > 0 || entries.length > 1) && (
            <div css={styles.notice}>
              <p>{failed.length > 0 && `${formatCount(failed.length, 'photo')} could not be uploaded.`}</p>
              {failed.length > 0 && (
                <Button size="small" onClick={() => uploadQueue.retryAll()}>
                  Retry all
                </Button>
              )}
              <Button size="small" onClick={() => uploadQueue.removeAll()}>
                Cancel all
              </Button>
            </div>
          )}
          {!isOver && <UploadList entries={entries} />}
        </div>
      )}
    </section>
  );
}

function progressOf({ entries, doneCount }: UploadsSnapshot): number {
  const sent = entries.reduce((sum, { sentBytes, bytes }) => sum + sentBytes / bytes, 0);
  return (doneCount + sent) / Math.max(1, doneCount + entries.length);
}

function summaryOf({ entries, doneCount, isLost }: UploadsSnapshot): string {
  if (isLost) return 'The connection was lost. The uploads go on when it is back.';
  if (entries.length > 0) return `${doneCount} of ${formatCount(doneCount + entries.length, 'photo')} stored`;
  if (doneCount > 0) return `${formatCount(doneCount, 'photo')} stored`;
  return 'Add as many photos as you like.';
}

/** What a screen reader says: results, not progress. */
function announcementOf(uploads: UploadsSnapshot): string {
  const { entries, doneCount, isLost } = uploads;
  if (isLost) return 'The connection was lost.';
  if (isBusy(uploads)) return '';
  const open = entries.length > 0 ? ` ${formatCount(entries.length, 'file needs', 'files need')} your attention.` : '';
  return doneCount > 0 || open ? `${formatCount(doneCount, 'photo')} stored.${open}` : '';
}
