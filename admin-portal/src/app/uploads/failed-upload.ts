import { ApiError } from '@godhuli/contracts/api-error';
import { failureText, fieldErrorsOf } from '../call';
import { isLost } from './reconnect';
import { duplicatesOf, uploadOf } from './upload.requests';
import type { UploadEntry } from './upload-entry';

/** Returns how an error changes an entry. @param hasFile whether this page has its file */
export function changeAfter(error: unknown, hasFile: boolean): Partial<UploadEntry> {
  const duplicates = duplicatesOf(error);
  if (duplicates) return { state: 'duplicate', duplicates };
  // The server has another number of bytes than this page thought.
  const upload = uploadOf(error);
  if (upload) return { sentBytes: upload.received, state: hasFile ? 'queued' : 'needs-file' };
  if (isLost(error)) return { state: 'lost', problem: '' };
  // It has expired: it begins again.
  if (error instanceof ApiError && error.status === 404 && hasFile) return { state: 'queued', id: null, sentBytes: 0 };
  return failure(error);
}

export function failure(error: unknown): Partial<UploadEntry> {
  const status = error instanceof ApiError ? error.status : 0;
  const problem = failureText(error, 'We could not upload this photo. Please try again.');
  // The limit of unfinished uploads is named at the list of files: there is room again once others are stored.
  const hasNoRoom = 'files' in fieldErrorsOf(error);
  return { state: 'failed', problem, canRetry: hasNoRoom || ![413, 415, 422].includes(status) };
}

/** Returns what is wrong with one file of a refused registration, or undefined if the refusal does not name it. */
export function problemOfFile(error: unknown, index: number): string | undefined {
  return Object.entries(fieldErrorsOf(error)).find(([field]) => field.startsWith(`files.${index}.`))?.[1];
}
