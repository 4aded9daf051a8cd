import { ApiError } from '@godhuli/contracts/api-error';
import { logoUrl } from '@godhuli/contracts/media-url';
import { portfolioPageSchema } from '@godhuli/contracts/portfolio';
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { call, failureText } from '../../app/call';
import { LoadMore } from '../../app/load-more';
import { QueryResult } from '../../app/query-result';
import { useSession } from '../../app/session/session';
import { useUnsavedChanges } from '../../app/session/unsaved-changes';
import { uploadPhoto } from '../../app/upload-file';
import { fileProblem } from '../../app/uploads/photo-file';
import { Button } from '../../ui/button';
import { Modal, ModalHead } from '../../ui/dialog';
import { modalBody } from '../../ui/dialog.styles';
import { FieldError } from '../../ui/field';
import { hintStyles, labelStyles } from '../../ui/field.styles';
import { Photo } from '../../ui/photo';
import { SearchField } from '../../ui/search-field';
import { muted } from '../../ui/text.styles';
import { useDebounced } from '../../ui/use-debounced';
import { bar } from './site-editor.styles';
import { PHOTO_UPLOAD } from './use-upload-question';

interface PhotoChoiceProps {
  label: string;
  hint?: string;
  /** of the chosen photo */
  id: string | null;
  error: string | undefined;
  /** shows it whole and not cropped, as for a logo */
  isWhole?: boolean;
  onChange(id: string | null): void;
}

/** The photo of a document: from the gallery, or a new upload. */
export function PhotoChoice({ label, hint, id, error, isWhole, onChange }: PhotoChoiceProps) {
  const hintId = useId();
  const [isOpen, setOpen] = useState(false);
  /** what is wrong with the chosen file, before it is sent */
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const { user } = useSession();
  const abort = useRef<AbortController>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const sent = useMutation({
    mutationKey: PHOTO_UPLOAD,
    async mutationFn(file: File) {
      const controller = new AbortController();
      const { signal } = controller;
      abort.current = controller;
      const media = await uploadPhoto(file, { onProgress: () => undefined, signal });
      signal.throwIfAborted();
      return media;
    },
    onSuccess: (media) => onChange(media.id),
  });
  // After signing in again, the upload that the end of the session refused is repeated.
  const isRefused = sent.error instanceof ApiError && sent.error.status === 401;
  // Also one that failed: a question about leaving must not answer itself.
  useUnsavedChanges(sent.isPending || sent.isError);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the user changes
  useEffect(() => {
    if (user && isRefused && sent.variables) sent.mutate(sent.variables);
  }, [user]);
  const failure =
    problem ?? (sent.error ? failureText(sent.error, 'We could not upload this photo. Please try again.') : null);
  /** The latest choice counts: an upload that is still running does not replace it. */
  const endUpload = () => {
    setProblem(null);
    abort.current?.abort();
    sent.reset();
  };
  const send = (file: File) => {
    endUpload();
    const found = fileProblem(file);
    setProblem(found);
    if (!found) sent.mutate(file);
  };
  const change = (chosen: string | null) => {
    endUpload();
    onChange(chosen);
  };
  const uploadLabel = sent.isPending ? 'Uploading…' : 'Upload a photo';
  return (
    <div>
      <p css={labelStyles}>{label}</p>
      {id && (
        <img
          src={isWhole ? logoUrl({ id }) : `/media/${id}/og.jpg`}
          alt=""
          css={{
            width: '100%',
            aspectRatio: '1200 / 630',
            objectFit: isWhole ? 'contain' : 'cover',
            borderRadius: 'var(--r-2)',
            marginBottom: '.6rem',
          }}
        />
      )}
      <div css={bar}>
        <Button ref={choose} size="small" aria-label={`Choose from gallery: ${label}`} onClick={() => setOpen(true)}>
          Choose from gallery
        </Button>
        <Button
          size="small"
          aria-label={`${uploadLabel}: ${label}`}
          aria-describedby={hintId}
          isBusy={sent.isPending}
          onClick={() => input.current?.click()}
        >
          {uploadLabel}
        </Button>
        <input
          ref={input}
          type="file"
          accept="image/jpeg,image/png,image/webp"
          aria-label={`File of ${label.toLowerCase()}`}
          hidden
          onChange={({ target }) => {
            const file = target.files?.[0];
            target.value = '';
            if (file) send(file);
          }}
        />
        {id && (
          <Button
            size="small"
            aria-label={`Remove photo: ${label}`}
            onClick={() => {
              change(null);
              // This button goes with the photo (WCAG 2.4.3).
              choose.current?.focus();
            }}
          >
            Remove photo
          </Button>
        )}
      </div>
      {(failure ?? error) && (
        <div role="alert">
          <FieldError>{failure ?? error}</FieldError>
        </div>
      )}
      <p css={hintStyles} id={hintId}>
        JPG, PNG or WebP, up to 25 MB.{hint && ` ${hint}`}
      </p>
      {isOpen && (
        <Gallery
          onClose={() => setOpen(false)}
          onChoose={(chosen) => {
            change(chosen);
            setOpen(false);
          }}
        />
      )}
    </div>
  );
}

function pageUrl(search: string, cursor: string | null): string {
  const page = { order: 'newest', limit: '50', ...(search && { q: search }), ...(cursor && { cursor }) };
  return `/api/admin/portfolio?${new URLSearchParams(page)}`;
}

function Gallery({ onClose, onChoose }: { onClose(): void; onChoose(id: string): void }) {
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim(), 200);
  const query = useInfiniteQuery({
    queryKey: ['site', 'gallery', search],
    queryFn: ({ pageParam, signal }) => call(portfolioPageSchema, pageUrl(search, pageParam), { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
  return (
    <Modal aria-labelledby="gallery-choice" isWide onCloseRequest={onClose}>
      <ModalHead id="gallery-choice" title="Choose a photo" onClose={onClose} />
      <div css={[modalBody, { display: 'grid', gap: '1rem' }]}>
        <SearchField
          label="Search photos"
          placeholder="Title, place or description"
          value={typed}
          onChange={setTyped}
        />
        <QueryResult query={query} skeleton={<p role="status">Loading…</p>} failure="We could not load the gallery.">
          {({ pages }) => (
            <ul css={{ display: 'grid', gap: '.75rem', gridTemplateColumns: 'repeat(auto-fill, minmax(9rem, 1fr))' }}>
              {pages
                .flatMap(({ items }) => items)
                .flatMap(({ _id, media, title }) =>
                  media ? (
                    <li key={_id}>
                      <button type="button" css={{ width: '100%' }} onClick={() => onChoose(media.id)}>
                        <span css={{ display: 'block', aspectRatio: '3 / 2', overflow: 'hidden' }}>
                          <Photo media={media} image="" alt="" sizes="160px" />
                        </span>
                        {title}
                      </button>
                    </li>
                  ) : (
                    []
                  ),
                )}
            </ul>
          )}
        </QueryResult>
        {query.data?.pages[0]?.total === 0 && <p css={muted}>No photo matches. Upload photos in the gallery first.</p>}
        <LoadMore query={query} errorTitle="We could not load more photos">
          Show more photos
        </LoadMore>
      </div>
    </Modal>
  );
}
