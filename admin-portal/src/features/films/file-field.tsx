import Upload from 'lucide-react/icons/upload';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { failureText } from '../../app/call';
import { useUnsavedChanges } from '../../app/session/unsaved-changes';
import { Button } from '../../ui/button';
import { FieldError } from '../../ui/field';
import { hintStyles, labelStyles } from '../../ui/field.styles';
import { formatBytes } from '../../ui/format-size';
import { fileBox } from './films.styles';

interface FileFieldProps<Stored> {
  label: string;
  hint: string;
  accept: string;
  maxBytes: number;
  tooLarge: string;
  /** what is stored now, or null */
  stored: ReactNode | null;
  error: string | undefined;
  upload(file: File, options: { onProgress(bytes: number): void; signal: AbortSignal }): Promise<Stored>;
  onStored(stored: Stored, file: File): void;
  onRemove(): void;
  onBusy(isBusy: boolean): void;
}

interface Running {
  file: File;
  loadedBytes: number;
}

/** A file that is uploaded at once when it is chosen, with progress, and kept by id until the form is saved. */
export function FileField<Stored>(props: FileFieldProps<Stored>) {
  const { label, hint, accept, maxBytes, stored } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [running, setRunning] = useState<Running | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const message = failure ?? props.error;
  // The form counts a running upload; one that failed is not saved either, so a question about leaving must not answer itself.
  useUnsavedChanges(failure !== null);

  async function start(file: File): Promise<void> {
    setFailure(file.size > maxBytes ? props.tooLarge : null);
    if (file.size > maxBytes) return;
    const controller = new AbortController();
    abort.current = controller;
    setRunning({ file, loadedBytes: 0 });
    props.onBusy(true);
    try {
      const onProgress = (loadedBytes: number) => setRunning({ file, loadedBytes });
      props.onStored(await props.upload(file, { onProgress, signal: controller.signal }), file);
    } catch (error) {
      if (!controller.signal.aborted)
        setFailure(failureText(error, 'We could not upload this file. Please try again.'));
    } finally {
      setRunning(null);
      props.onBusy(false);
    }
  }

  const percent = running && running.file.size > 0 ? Math.floor((running.loadedBytes / running.file.size) * 100) : 0;
  return (
    <div>
      <label htmlFor={id} css={labelStyles}>
        {label}
      </label>
      <div css={fileBox}>
        <input
          ref={input}
          id={id}
          type="file"
          accept={accept}
          tabIndex={-1}
          onChange={(event) => {
            const file = event.target.files?.[0];
            event.target.value = '';
            if (file) void start(file);
          }}
        />
        {running ? (
          <>
            <p>
              {running.file.name}, {formatBytes(running.file.size)}
            </p>
            <progress max={100} value={Math.min(percent, 100)} aria-label={`Uploading ${running.file.name}`} />
          </>
        ) : (
          stored && <p>{stored}</p>
        )}
        {/* One button, so that the focus stays on it, and a second click on 'Cancel upload' removes nothing. */}
        <Button
          size="small"
          aria-label={running ? undefined : `${stored ? 'Replace' : 'Choose'} ${label.toLowerCase()}`}
          onClick={() => (running ? abort.current?.abort() : input.current?.click())}
        >
          {running ? (
            'Cancel upload'
          ) : (
            <>
              <Upload aria-hidden="true" strokeWidth={1.75} /> {stored ? 'Replace' : 'Choose a file'}
            </>
          )}
        </Button>
        {stored && !running && (
          <Button size="small" aria-label={`Remove ${label.toLowerCase()}`} onClick={props.onRemove}>
            Remove
          </Button>
        )}
      </div>
      {message && (
        <div role="alert">
          <FieldError>{message}</FieldError>
        </div>
      )}
      <p css={hintStyles}>{hint}</p>
    </div>
  );
}
