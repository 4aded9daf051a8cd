import CircleAlert from 'lucide-react/icons/circle-alert';
import Image from 'lucide-react/icons/image';
import X from 'lucide-react/icons/x';
import { memo } from 'react';
import { duplicateUrl, type UploadEntry } from '../../app/uploads/upload-entry';
import { uploadQueue } from '../../app/uploads/upload-queue';
import { Button, IconButton } from '../../ui/button';
import { formatBytes } from '../../ui/format-size';
import { useHost } from '../../ui/host-context';
import { Link } from '../../ui/link';
import { usePreview } from './previews';

const percentOf = ({ sentBytes, bytes }: UploadEntry) => Math.min(100, Math.floor((sentBytes / bytes) * 100));

function stateText(entry: UploadEntry): string {
  const { state, bytes, problem } = entry;
  const texts: Record<UploadEntry['state'], string> = {
    queued: 'Waiting',
    checking: 'Checking…',
    uploading: `${percentOf(entry)}% of ${formatBytes(bytes)}`,
    saving: 'Saving…',
    lost: 'Waiting for the connection',
    duplicate: 'You already have this photo',
    'needs-file': `Unfinished: ${percentOf(entry)}% is stored. Pick this file again.`,
    failed: problem,
  };
  return texts[state];
}

/** One file with its progress, or with what staff have to decide. */
export const UploadRow = memo(function UploadRow({ entry }: { entry: UploadEntry }) {
  const { key, name, state } = entry;
  const preview = usePreview(key);
  const isBad = state === 'failed';
  return (
    <>
      <span>
        {preview ? (
          <img src={preview} alt="" />
        ) : isBad ? (
          <CircleAlert aria-hidden="true" strokeWidth={1.75} />
        ) : (
          <Image aria-hidden="true" strokeWidth={1.75} />
        )}
      </span>
      <div>
        <strong>{name}</strong>
        <p data-bad={isBad || undefined}>
          {stateText(entry)}
          {state === 'duplicate' && <DuplicateLinks entry={entry} />}
        </p>
        {state === 'uploading' && <progress max={100} value={percentOf(entry)} aria-label={`Uploading ${name}`} />}
        {state === 'duplicate' && (
          <div>
            <Button size="small" aria-label={`Upload ${name} again`} onClick={() => uploadQueue.keep(key)}>
              Keep both
            </Button>
            <Button size="small" aria-label={`Skip ${name}`} onClick={() => uploadQueue.remove(key)}>
              Skip
            </Button>
          </div>
        )}
        {isBad && entry.canRetry && (
          <div>
            <Button size="small" aria-label={`Try ${name} again`} onClick={() => uploadQueue.retry(key)}>
              Try again
            </Button>
          </div>
        )}
      </div>
      <IconButton
        aria-label={isBad ? `Remove ${name} from the list` : `Cancel ${name}`}
        onClick={() => uploadQueue.remove(key)}
      >
        <X aria-hidden="true" strokeWidth={1.75} />
      </IconButton>
    </>
  );
});

function DuplicateLinks({ entry }: { entry: UploadEntry }) {
  const { basePath } = useHost();
  const [first] = entry.duplicates;
  if (!first) return null;
  return (
    <>
      : <Link href={duplicateUrl(basePath, first)}>{first.title}</Link>
      {first.isInTrash && ' (in the trash)'}
    </>
  );
}
