import { ApiError } from '@godhuli/contracts/api-error';
import { API_CREDENTIALS, apiUrl } from '@godhuli/contracts/call-api';
import { type Media, mediaSchema } from '@godhuli/contracts/media';
import { asStaff, call, parseResponse } from '../../app/call';

const MEDIA_PATH = '/api/admin/media';

function problemOf(text: string): ApiError['problem'] {
  try {
    const data: unknown = JSON.parse(text);
    return typeof data === 'object' && data !== null ? (data as ApiError['problem']) : undefined;
  } catch {
    return undefined;
  }
}

function failure(status: number, text = '', retryAfter: string | null = null): ApiError {
  const problem = problemOf(text);
  const message =
    problem?.detail ??
    (status === 0 ? 'The connection was lost.' : `The server returned an error (${status}). Please try again.`);
  const error = new ApiError(message, status, problem, Number(retryAfter) || 0);
  console.error('API Error:', error.problem ?? error.message);
  return error;
}

interface UploadOptions {
  onProgress(loadedBytes: number): void;
  signal: AbortSignal;
}

/**
 * Uploads one image and reports its progress.
 * @returns the stored image; only a successful response with an image in it counts as stored
 */
export const uploadImage = (file: File, options: UploadOptions): Promise<Media> => asStaff(() => upload(file, options));

/** By XMLHttpRequest, since fetch reports no progress. */
function upload(file: File, { onProgress, signal }: UploadOptions): Promise<Media> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', apiUrl(MEDIA_PATH));
    request.withCredentials = API_CREDENTIALS === 'include';
    request.setRequestHeader('accept', 'application/json');
    request.upload.addEventListener('progress', (event) => onProgress(event.loaded));
    request.addEventListener('error', () => reject(failure(0)));
    request.addEventListener('abort', () => reject(new DOMException('The upload was cancelled.', 'AbortError')));
    request.addEventListener('load', () => {
      if (request.status < 200 || request.status > 299) {
        reject(failure(request.status, request.responseText, request.getResponseHeader('retry-after')));
        return;
      }
      try {
        resolve(parseResponse(mediaSchema, problemOf(request.responseText)));
      } catch (error) {
        reject(error);
      }
    });
    signal.addEventListener('abort', () => request.abort());
    const form = new FormData();
    form.set('file', file);
    request.send(form);
  });
}

/** Has the server download and store an image of another site. */
export function importImage(url: string, signal: AbortSignal): Promise<Media> {
  return call(mediaSchema, MEDIA_PATH, { method: 'POST', json: { url }, signal });
}
