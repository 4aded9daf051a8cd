import { ApiError } from '@godhuli/contracts/api-error';
import { API_CREDENTIALS, apiUrl } from '@godhuli/contracts/call-api';
import { type Media, mediaSchema } from '@godhuli/contracts/media';
import type { z } from 'zod';
import { asStaff, parseResponse } from './call';

interface UploadOptions {
  onProgress(loadedBytes: number): void;
  /** Idempotency-Key: a retry with the same one adds nothing */
  key?: string;
  signal: AbortSignal;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function failure(status: number, text: string): ApiError {
  const body = parsed(text);
  const problem = typeof body === 'object' && body !== null ? (body as ApiError['problem']) : undefined;
  const message = problem?.detail ?? 'The connection was lost.';
  const error = new ApiError(message, status, problem);
  console.error('API Error:', error.problem ?? error.message);
  return error;
}

/**
 * Uploads a file as the body of a request and reports its progress, which fetch does not.
 * @param body the file itself, or a form that contains it
 * @param type content type of a file; a form has its own
 * @returns the response
 */
export const uploadFile = <Schema extends z.ZodType>(
  schema: Schema,
  path: string,
  body: File | FormData,
  type: string | null,
  { onProgress, signal, key }: UploadOptions,
): Promise<z.infer<Schema>> =>
  asStaff(
    () =>
      new Promise((resolve, reject) => {
        const request = new XMLHttpRequest();
        request.open('POST', apiUrl(path));
        request.withCredentials = API_CREDENTIALS === 'include';
        request.setRequestHeader('accept', 'application/json');
        if (key !== undefined) request.setRequestHeader('idempotency-key', key);
        if (type !== null) request.setRequestHeader('content-type', type);
        request.upload.addEventListener('progress', (event) => onProgress(event.loaded));
        request.addEventListener('error', () => reject(failure(0, '')));
        request.addEventListener('abort', () => reject(new DOMException('The upload was cancelled.', 'AbortError')));
        request.addEventListener('load', () => {
          if (request.status < 200 || request.status > 299)
            return reject(failure(request.status, request.responseText));
          try {
            resolve(parseResponse(schema, parsed(request.responseText)));
          } catch (error) {
            reject(error);
          }
        });
        signal.addEventListener('abort', () => request.abort());
        request.send(body);
      }),
  );

/** Uploads a photo. The response is the stored one. */
export function uploadPhoto(file: File, options: UploadOptions): Promise<Media> {
  const form = new FormData();
  form.set('file', file);
  return uploadFile(mediaSchema, '/api/admin/media', form, null, options);
}
