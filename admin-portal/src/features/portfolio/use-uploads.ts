import { ApiError } from '@godhuli/contracts/api-error';
import { useEffect, useRef } from 'react';
import { failureText } from '../../app/call';
import { fileProblem } from '../../app/uploads/photo-file';
import { findItemsWithPhoto } from '../../app/uploads/upload.requests';
import { CENTRE, type Draft, type PhotoSource, sourceName, withoutErrors } from './draft';
import { importImage, uploadImage } from './media.requests';
import { useReconnect } from './use-reconnect';

/** How often an upload is tried again automatically while the site responds; after that, staff decide. */
const AUTOMATIC_TRIES = 5;
/** Whether the gallery has a photo already is asked for so long. */
const DUPLICATES_TIMEOUT_MS = 5000;
/** No response, or that of a proxy which got none. */
const LOST_STATUSES = [0, 502, 504];
/** A refused file is refused again. */
const FINAL_STATUSES = [413, 415, 422];

interface UseUploads {
  drafts: readonly Draft[];
  update(key: string, change: (draft: Draft) => Draft): void;
  /** whether to ask for items of the gallery that have the photo already */
  findsDuplicates: boolean;
}

/** The uploads of the drafts' photos. One that was lost is tried again when the connection is back. */
export function useUploads({ drafts, update, findsDuplicates }: UseUploads) {
  const controllers = useRef(new Map<string, AbortController>());
  useEffect(() => {
    const running = controllers.current;
    return () => {
      for (const controller of running.values()) controller.abort();
    };
  }, []);
  const cancel = (key: string) => controllers.current.get(key)?.abort();

  async function upload(key: string, source: PhotoSource, tries = 0): Promise<void> {
    cancel(key);
    const problem = source.kind === 'file' && fileProblem(source.file);
    if (problem) {
      const photo = { state: 'failed', source, message: problem, canRetry: false } as const;
      return update(key, (draft) => ({ ...draft, errors: {}, photo }));
    }
    const controller = new AbortController();
    const { signal } = controller;
    controllers.current.set(key, controller);
    const preview = source.kind === 'file' ? URL.createObjectURL(source.file) : '';
    update(key, (draft) => ({ ...draft, errors: {}, photo: { state: 'uploading', source, loadedBytes: 0, preview } }));
    const onProgress = (loadedBytes: number) =>
      update(key, (draft) =>
        draft.photo.state === 'uploading' ? { ...draft, photo: { ...draft.photo, loadedBytes } } : draft,
      );
    try {
      const media =
        source.kind === 'file'
          ? await uploadImage(source.file, { signal, onProgress })
          : await importImage(source.url, signal);
      // Without a response the photo is added: it is stored, and the question is only a help.
      const limit = AbortSignal.any([signal, AbortSignal.timeout(DUPLICATES_TIMEOUT_MS)]);
      const duplicates = findsDuplicates ? await findItemsWithPhoto(media.id, limit).catch(() => []) : [];
      if (signal.aborted) return;
      update(key, (draft) => ({
        ...draft,
        photo: { state: 'stored', media, duplicates },
        errors: withoutErrors(draft.errors, ['photo']),
        values: { ...draft.values, focal: CENTRE },
      }));
    } catch (error) {
      if (signal.aborted) return;
      const { status, retryAfterS } = error instanceof ApiError ? error : { status: -1, retryAfterS: 0 };
      const isLost = LOST_STATUSES.includes(status);
      const autoRetry = (isLost || status === 503) && tries < AUTOMATIC_TRIES ? { tries, retryAfterS } : undefined;
      const message =
        isLost && autoRetry
          ? `The connection was lost. ${sourceName(source)} will be uploaded when the connection is back.`
          : failureText(error, `We could not upload ${sourceName(source)}. Please try again.`);
      const canRetry = !FINAL_STATUSES.includes(status);
      update(key, (draft) => ({ ...draft, photo: { state: 'failed', source, message, canRetry, autoRetry } }));
    } finally {
      URL.revokeObjectURL(preview);
    }
  }

  const failed = drafts.flatMap(({ key, photo }) => (photo.state === 'failed' ? [{ key, ...photo }] : []));
  const waiting = failed.flatMap(({ key, source, autoRetry }) => (autoRetry ? [{ key, source, ...autoRetry }] : []));
  useReconnect(
    waiting.length > 0 && {
      tries: Math.max(...waiting.map(({ tries }) => tries)),
      retryAfterS: Math.max(...waiting.map(({ retryAfterS }) => retryAfterS)),
    },
    () => {
      for (const { key, source, tries } of waiting) void upload(key, source, tries + 1);
    },
  );
  return { upload, cancel, failed: failed.filter(({ canRetry }) => canRetry) };
}
