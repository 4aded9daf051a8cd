import { ApiError } from './api-error.js';

/** Whether a call ended because its caller let go of it: nobody's failure. */
const isAbort = (cause: unknown) => cause instanceof DOMException && cause.name === 'AbortError';

declare global {
  /** Set by the build (`API_BASE_URL`): the origin of an API elsewhere; '' or absent when it has the page's own origin. */
  var API_BASE_URL: string | undefined;
}
// A build puts a text in the place of the name, so this is no property of `globalThis`.
const BASE_URL = typeof API_BASE_URL === 'string' ? API_BASE_URL : '';

/** Whether a call brings the session cookie: also to an API on another origin, which has to allow this one. */
export const API_CREDENTIALS: RequestCredentials = BASE_URL === '' ? 'same-origin' : 'include';

/** The address of a call, by the base URL of the build. @param path begins with `/api/` */
export const apiUrl = (path: string): string => `${BASE_URL}${path}`;

export type ApiCallInit = RequestInit & { json?: unknown; read?: (answer: Response) => Promise<unknown> };

/**
 * Calls the API with JSON and the session cookie. A failure is logged as 'API Error:' plus the answer's
 * data or the message, and thrown again as {@link ApiError} (API-7).
 * @param path begins with `/api/`
 * @param init `json` is sent as the body; `read` reads the answer of a call that went well, as JSON unless it is given
 * @returns the answer's JSON, or undefined for 204
 */
export async function callApi(path: string, init: ApiCallInit = {}): Promise<unknown> {
  const { json, read, ...rest } = init;
  const headers = new Headers(rest.headers);
  headers.set('accept', 'application/json');
  if (json !== undefined) headers.set('content-type', 'application/json');
  try {
    const answer = await fetch(apiUrl(path), {
      credentials: API_CREDENTIALS,
      ...rest,
      headers,
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    if (answer.status === 204) return undefined;
    const data: unknown = await (answer.ok && read ? read(answer) : answer.json()).catch((cause: unknown) => {
      if (isAbort(cause)) throw cause;
      return undefined;
    });
    if (answer.ok && data !== undefined) return data;
    const problem = typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : undefined;
    throw new ApiError(
      String(problem?.detail ?? `The server returned an error (${answer.status}). Please try again.`),
      answer.status,
      problem,
      Number(answer.headers.get('retry-after')) || 0,
    );
  } catch (cause) {
    if (isAbort(cause)) throw cause;
    const error =
      cause instanceof ApiError ? cause : new ApiError(cause instanceof Error ? cause.message : String(cause), 0);
    console.error('API Error:', error.problem ?? error.message);
    throw error;
  }
}
