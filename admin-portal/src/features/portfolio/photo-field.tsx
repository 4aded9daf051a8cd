import type { Media } from '@godhuli/contracts/media';
import type { Duplicate } from '@godhuli/contracts/uploads';
import ImagePlus from 'lucide-react/icons/image-plus';
import Link2 from 'lucide-react/icons/link-2';
import RotateCw from 'lucide-react/icons/rotate-cw';
import Upload from 'lucide-react/icons/upload';
import { useId, useState } from 'react';
import { duplicateUrl } from '../../app/uploads/upload-entry';
import { Button } from '../../ui/button';
import { FieldError, InputFrame } from '../../ui/field';
import { hintStyles, inputStyles, labelStyles } from '../../ui/field.styles';
import { formatBytes } from '../../ui/format-size';
import { useHost } from '../../ui/host-context';
import { moveFocusOnRemoval } from '../../ui/move-focus-on-removal';
import { Photo } from '../../ui/photo';
import { CropControl } from './crop-control';
import { type Draft, type DraftPhoto, sourceName } from './draft';
import { FocalPoint } from './focal-point';
import { dropZone, progressBox } from './photo-field.styles';
import type { Drafts } from './use-drafts';

interface PhotoFieldProps {
  draft: Draft;
  drafts: Drafts;
  isOver: boolean;
  canTakeSeveral: boolean;
  /** second photo for phones, of the stored item */
  portrait: Media | null;
  onPick(): void;
}

/** The photo of one item: chosen, on its way, failed, or there with its focal point. */
export function PhotoField({ draft, drafts, isOver, canTakeSeveral, portrait, onPick }: PhotoFieldProps) {
  const { photo } = draft;
  const errorId = useId();
  const message = photo.state === 'failed' ? photo.message : draft.errors.photo;
  return (
    <div>
      <p css={labelStyles}>Photo *</p>
      {(photo.state === 'none' || photo.state === 'failed') && (
        <div css={dropZone} data-over={isOver || undefined} data-bad={message ? true : undefined}>
          <span>
            <ImagePlus aria-hidden="true" strokeWidth={1.75} />
          </span>
          <p>
            <strong>{canTakeSeveral ? 'Drop photos here' : 'Drop a photo here'}</strong>
            <br />
            or{' '}
            <button type="button" data-first-focus onClick={onPick} aria-describedby={message ? errorId : undefined}>
              {canTakeSeveral ? 'choose files' : 'choose a file'}
            </button>
          </p>
          <p css={[hintStyles, { margin: 0 }]}>
            JPG, PNG or WebP, up to 25 MB, at least 1600 px wide if possible. You can also paste a photo.
          </p>
        </div>
      )}
      {photo.state === 'uploading' && <UploadProgress photo={photo} onCancel={() => drafts.clearPhoto(draft.key)} />}
      {photo.state === 'stored' && (
        <FocalPoint
          focal={draft.values.focal}
          ratio={photo.media.width / photo.media.height}
          onChange={(focal) => drafts.setValues({ focal })}
          crop={<Photo media={photo.media} image="" alt="" sizes="120px" focal={draft.values.focal} isEager />}
        >
          <Photo media={photo.media} image="" alt={draft.values.alt || draft.values.title} sizes="430px" isEager />
        </FocalPoint>
      )}
      {photo.state === 'linked' && (
        <div css={{ aspectRatio: '3/2', overflow: 'hidden', borderRadius: 'var(--r-2)', marginBottom: '.9rem' }}>
          <Photo media={null} image={photo.url} alt={draft.values.title} sizes="430px" isEager />
        </div>
      )}
      {photo.state === 'stored' && photo.duplicates?.[0] && (
        <DuplicateNotice duplicate={photo.duplicates[0]} onAddAnyway={() => drafts.addAnyway(draft.key)} />
      )}
      {message && (
        <div role="alert">
          <FieldError id={errorId}>{message}</FieldError>
        </div>
      )}
      {photo.state === 'failed' && photo.canRetry && (
        <Button size="small" css={{ marginTop: '.5rem' }} onClick={() => drafts.retry(draft.key, photo.source)}>
          <RotateCw aria-hidden="true" strokeWidth={1.75} /> Try again
        </Button>
      )}
      {(photo.state === 'stored' || photo.state === 'linked') && (
        <Button size="small" css={{ marginRight: '.5rem' }} onClick={onPick}>
          <Upload aria-hidden="true" strokeWidth={1.75} /> Replace photo
        </Button>
      )}
      {photo.state === 'stored' && <CropControl media={photo.media} focal={draft.values.focal} portrait={portrait} />}
      {(photo.state === 'none' || photo.state === 'failed') && (
        <UrlField key={draft.key} photo={photo} onFetch={drafts.addUrl} />
      )}
    </div>
  );
}

/** A photo that the gallery has already. The link opens a tab of its own, so that nothing typed is left. */
function DuplicateNotice({ duplicate, onAddAnyway }: { duplicate: Duplicate; onAddAnyway(): void }) {
  const { basePath } = useHost();
  return (
    <div css={{ marginBottom: '.5rem' }}>
      <p role="status" css={{ marginBottom: '.5rem' }}>
        You already have this photo:{' '}
        <a href={duplicateUrl(basePath, duplicate)} target="_blank" rel="noopener">
          {duplicate.title}
        </a>
        {duplicate.isInTrash && ' (in the trash)'}
      </p>
      <Button ref={moveFocusOnRemoval} size="small" onClick={onAddAnyway}>
        Add anyway
      </Button>
    </div>
  );
}

function UploadProgress({ photo, onCancel }: { photo: Extract<DraftPhoto, { state: 'uploading' }>; onCancel(): void }) {
  const { source, loadedBytes } = photo;
  const name = sourceName(source);
  const size = source.kind === 'file' ? source.file.size : 0;
  // The form around the file counts as loaded, too; when all bytes are sent, the server still has to store them.
  const percent = size > 0 ? Math.min(100, Math.floor((loadedBytes / size) * 100)) : undefined;
  const said =
    percent === undefined ? 'Downloading…' : percent < 100 ? `${percent}% of ${formatBytes(size)}` : 'Saving…';
  return (
    <div css={progressBox}>
      <div>{photo.preview && <img src={photo.preview} alt="" />}</div>
      <p>
        <strong>{name}</strong>
        <span>{said}</span>
      </p>
      <progress max={100} value={percent} aria-label={`Uploading ${name}`} />
      <Button size="small" onClick={onCancel}>
        Cancel upload
      </Button>
    </div>
  );
}

/** A photo by its URL: the server fetches and stores it like an upload. */
function UrlField({ photo, onFetch }: { photo: DraftPhoto; onFetch(url: string): void }) {
  const id = useId();
  const failedUrl = photo.state === 'failed' && photo.source.kind === 'url' ? photo.source.url : '';
  const [url, setUrl] = useState(failedUrl);
  const fetch = () => url.trim() && onFetch(url.trim());
  return (
    <div css={{ marginTop: '1.25rem' }}>
      <label htmlFor={id} css={labelStyles}>
        Or use the web address of an image
      </label>
      <div css={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', gap: '.5rem' }}>
        <InputFrame>
          <Link2 aria-hidden="true" strokeWidth={1.75} />
          <input
            id={id}
            css={inputStyles}
            type="url"
            inputMode="url"
            placeholder="https://"
            aria-invalid={Boolean(failedUrl)}
            value={url}
            onChange={(event) => setUrl(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
              event.preventDefault();
              fetch();
            }}
          />
        </InputFrame>
        <Button onClick={fetch} disabled={!url.trim()}>
          Download
        </Button>
      </div>
    </div>
  );
}
