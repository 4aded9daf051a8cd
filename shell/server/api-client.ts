/**
 * The API as the front door knows it: a request in, a response out. In one process it is the API's `app.fetch`, else a
 * proxy; `bindings` are those of @hono/node-server and carry the client's socket.
 */
export type Api = (request: Request, bindings?: object) => Response | Promise<Response>;

/** Stands in for an origin where the front door itself asks. */
const INTERNAL_ORIGIN = 'http://front-door.internal';

/** A request of the front door's own. */
export function internalRequest(path: string, init: RequestInit = {}): Request {
  return new Request(INTERNAL_ORIGIN + path, init);
}

/** The API has this long to answer a question of the front door's own, in milliseconds. */
export const LONGEST_ANSWER_MS = 10_000;

/**
 * Bounds how long `work` may take.
 * @throws Error after `limitMs`; `work` goes on, with an aborted signal
 */
export async function within<Value>(
  limitMs: number,
  work: (signal: AbortSignal) => Value | Promise<Value>,
): Promise<Value> {
  const limit = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`the API did not answer within ${limitMs} ms`));
      limit.abort();
    }, limitMs);
    timer.unref();
  });
  try {
    return await Promise.race([work(limit.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** @throws Error when the API cannot be asked, does not answer within ten seconds, or not with 2xx */
export function getJson(api: Api, path: string): Promise<unknown> {
  return within(LONGEST_ANSWER_MS, async (signal) => {
    const response = await api(internalRequest(path, { headers: { accept: 'application/json' }, signal }));
    if (!response.ok) throw new Error(`GET ${path} returned ${response.status}`);
    return response.json();
  });
}
