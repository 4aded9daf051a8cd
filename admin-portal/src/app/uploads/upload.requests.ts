import { ApiError } from '@godhuli/contracts/api-error';
import { API_CREDENTIALS, apiUrl } from '@godhuli/contracts/call-api';
import {
  CHUNK_TYPE,
  type Duplicate,
  duplicatesSchema,
  finishedUploadSchema,
  type Upload,
  type UploadsInput,
  uploadListSchema,
  uploadPageSchema,
  uploadSchema,
} from '@godhuli/contracts/uploads';
import { z } from 'zod';
import { asStaff, call, parseResponse } from '../call';

const UPLOADS_PATH = '/api/admin/portfolio/uploads';

/** Files as they are sent: the server decides about a category that this code does not know. */
export type SentUploads = Omit<UploadsInput, 'category'> & { category: string };

/** Names files to the server. A retry with the same keys registers nothing new. */
export async function registerUploads(input: SentUploads, signal: AbortSignal): Promise<Upload[]> {
  return (await call(uploadListSchema, UPLOADS_PATH, { method: 'POST', json: input, signal })).uploads;
}

/** Reads every unfinished and refused upload of the user. */
export async function listUploads(signal: AbortSignal): Promise<Upload[]> {
  const uploads: Upload[] = [];
  let cursor = '';
  while (true) {
    const page = await call(uploadPageSchema, `${UPLOADS_PATH}?limit=200${cursor}`, { signal });
    uploads.push(...page.uploads);
    if (page.next === null) return uploads;
    cursor = `&cursor=${page.next}`;
  }
}

/** Returns the items with the photo of a file with this sha256. */
export async function findDuplicates(hash: string, signal: AbortSignal): Promise<Duplicate[]> {
  return (await call(duplicatesSchema, `${UPLOADS_PATH}/duplicates?hash=${hash}`, { signal })).duplicates;
}

/** Returns the items with a stored photo. */
export async function findItemsWithPhoto(mediaId: string, signal: AbortSignal): Promise<Duplicate[]> {
  return (await call(duplicatesSchema, `${UPLOADS_PATH}/duplicates?mediaId=${mediaId}`, { signal })).duplicates;
}

/** Has the server make a photo of a complete file. */
export async function finishUpload(id: string, keepDuplicate: boolean, signal: AbortSignal): Promise<void> {
  await call(finishedUploadSchema, `${UPLOADS_PATH}/${id}/finish`, { method: 'POST', json: { keepDuplicate }, signal });
}

export async function cancelUpload(id: string): Promise<void> {
  await call(z.unknown(), `${UPLOADS_PATH}/${id}`, { method: 'DELETE' });
}

/** The upload that a refused part or end named, or null. */
export function uploadOf(error: unknown): Upload | null {
  return error instanceof ApiError ? (uploadSchema.safeParse(error.problem?.upload).data ?? null) : null;
}

/** The items that a refused end named, or null. */
export function duplicatesOf(error: unknown): Duplicate[] | null {
  if (!(error instanceof ApiError)) return null;
  return duplicatesSchema.shape.duplicates.safeParse(error.problem?.duplicates).data ?? null;
}

interface Part {
  offset: number;
  body: Blob;
  onProgress(sentBytes: number): void;
  signal: AbortSignal;
}

/** Sends one part of a file. @returns the upload as it is then */
export const appendPart = (id: string, part: Part): Promise<Upload> => asStaff(() => send(id, part));

/** By XMLHttpRequest, since fetch reports no progress. */
function send(id: string, { offset, body, onProgress, signal }: Part): Promise<Upload> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PATCH', apiUrl(`${UPLOADS_PATH}/${id}`));
    request.withCredentials = API_CREDENTIALS === 'include';
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('content-type', CHUNK_TYPE);
    request.setRequestHeader('upload-offset', String(offset));
    const abort = () => request.abort();
    const end = () => signal.removeEventListener('abort', abort);
    request.upload.addEventListener('progress', (event) => onProgress(event.loaded));
    request.addEventListener('error', () => {
      end();
      reject(new ApiError('The connection was lost.', 0));
    });
    request.addEventListener('abort', () => {
      end();
      reject(new DOMException('The upload was cancelled.', 'AbortError'));
    });
    request.addEventListener('load', () => {
      end();
      const data = jsonOf(request.responseText);
      if (request.status >= 200 && request.status < 300) {
        try {
          resolve(parseResponse(uploadSchema, data));
        } catch (error) {
          reject(error);
        }
        return;
      }
      const problem = data as ApiError['problem'];
      const message = problem?.detail ?? `The server returned an error (${request.status}). Please try again.`;
      reject(new ApiError(message, request.status, problem, Number(request.getResponseHeader('retry-after')) || 0));
    });
    signal.addEventListener('abort', abort);
    request.send(body);
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
