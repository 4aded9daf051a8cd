import { COMMON_HEADERS } from '@godhuli/server/security-headers';
import { withTimeout } from '@godhuli/server/with-timeout';

/**
 * The API as the front door knows it: a request in, a response out. In one process it is the API's `app.fetch`, else a
 * proxy; `bindings` are those of @hono/node-server and carry the client's socket.
 */
export type Api = (request: Request, bindings?: object) => Response | Promise<Response>;

/** Stands for an origin in the front door's own requests. */
const INTERNAL_ORIGIN = 'http://front-door.internal';

/** A request of the front door's own. */
export function internalRequest(path: string, init: RequestInit = {}): Request {
  return new Request(INTERNAL_ORIGIN + path, init);
}

/** Limits a request of the front door's own. */
const API_TIMEOUT_MS = 10_000;

/** @throws Error if the API does not respond within so many milliseconds, ten seconds unless given */
export const withApiTimeout = <Value>(
  work: (signal: AbortSignal) => Value | Promise<Value>,
  milliseconds = API_TIMEOUT_MS,
): Promise<Value> => withTimeout(milliseconds, `the API did not respond within ${milliseconds} ms`, work);

/** @throws Error if the API cannot be reached, does not respond within ten seconds, or not with 2xx */
export function getJson(api: Api, path: string): Promise<unknown> {
  return withApiTimeout(async (signal) => {
    const response = await api(internalRequest(path, { headers: { accept: 'application/json' }, signal }));
    if (!response.ok) throw new Error(`GET ${path} returned ${response.status}`);
    return response.json();
  });
}

const TITLES = { 403: 'Forbidden', 413: 'Content Too Large', 503: 'Service Unavailable' } as const;

/** Responds with a problem document (RFC 9457), as the API does. */
export function problem(status: keyof typeof TITLES, detail: string, headers: Record<string, string> = {}): Response {
  const body = { type: 'about:blank', title: TITLES[status], status, detail };
  return Response.json(body, {
    status,
    headers: { ...COMMON_HEADERS, 'content-type': 'application/problem+json', 'cache-control': 'no-store', ...headers },
  });
}

/** Responds with 503 to a caller of the API. */
export const unavailableProblem = (detail: string, headers?: Record<string, string>): Response =>
  problem(503, detail, headers);
