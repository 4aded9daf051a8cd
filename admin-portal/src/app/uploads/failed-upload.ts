import { ApiError } from '@godhuli/contracts/api-error';
import { failureText } from '../call';
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
  return { state: 'failed', problem, canRetry: ![413, 415, 422].includes(status) };
}
