import { ApiError } from './api-error.js';

/** Whether a call was aborted by its caller, which is not an error. */
const isAbort = (cause: unknown) => cause instanceof DOMException && cause.name === 'AbortError';

declare global {
  /** Set by the build (`API_BASE_URL`): the origin of the API; '' or absent if it is the origin of the page. */
  var API_BASE_URL: string | undefined;
}
// The build replaces the name with a string, so this is not a property of `globalThis`.
const BASE_URL = typeof API_BASE_URL === 'string' ? API_BASE_URL : '';

/** Sends the session cookie also to an API on another origin, which has to allow this one. */
export const API_CREDENTIALS: RequestCredentials = BASE_URL === '' ? 'same-origin' : 'include';

/** Returns the URL of a call, with the base URL of the build. @param path begins with `/api/` */
export const apiUrl = (path: string): string => `${BASE_URL}${path}`;

export type ApiCallInit = RequestInit & { json?: unknown; read?: (response: Response) => Promise<unknown> };

/**
 * Calls the API with JSON and the session cookie. Logs a failure as 'API Error:' with the response's data or the error
 * message, and throws it as {@link ApiError} (API-7).
 * @param path begins with `/api/`
 * @param init `json` is sent as the body; `read` reads a successful response, as JSON unless given
 * @returns the JSON of the response, or undefined for 204
 */
export async function callApi(path: string, init: ApiCallInit = {}): Promise<unknown> {
  const { json, read, ...rest } = init;
  const headers = new Headers(rest.headers);
  headers.set('accept', 'application/json');
  if (json !== undefined) headers.set('content-type', 'application/json');
  try {
    const response = await fetch(apiUrl(path), {
      credentials: API_CREDENTIALS,
      ...rest,
      headers,
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    if (response.status === 204) return undefined;
    const data: unknown = await (response.ok && read ? read(response) : response.json()).catch((cause: unknown) => {
      if (isAbort(cause)) throw cause;
      return undefined;
    });
    if (response.ok && data !== undefined) return data;
    const problem = typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : undefined;
    throw new ApiError(
      String(problem?.detail ?? `The server returned an error (${response.status}). Please try again.`),
      response.status,
      problem,
      Number(response.headers.get('retry-after')) || 0,
    );
  } catch (cause) {
    if (isAbort(cause)) throw cause;
    const error =
      cause instanceof ApiError ? cause : new ApiError(cause instanceof Error ? cause.message : String(cause), 0);
    console.error('API Error:', error.problem ?? error.message);
    throw error;
  }
}
