import { ApiError } from '@godhuli/contracts/api-error';
import { API_CREDENTIALS, apiUrl } from '@godhuli/contracts/call-api';
import { type Media, mediaSchema } from '@godhuli/contracts/media';
import { endSession } from '../session/session';
import { call, parseAnswer } from './call';

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
  if (status === 401) endSession();
  return error;
}

/**
 * Uploads one photograph, telling how many bytes have gone out. By XMLHttpRequest, since fetch cannot tell.
 * @returns the stored photograph; only an answer of 201 with a photograph in it counts as stored
 */
export function uploadPhotograph(
  file: File,
  { onProgress, signal }: { onProgress(loadedBytes: number): void; signal: AbortSignal },
): Promise<Media> {
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
        resolve(parseAnswer(mediaSchema, problemOf(request.responseText)));
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

/** Has the server fetch and store a photograph from a web address. */
export function fetchPhotograph(url: string, signal: AbortSignal): Promise<Media> {
  return call(mediaSchema, MEDIA_PATH, { method: 'POST', json: { url }, signal });
}
