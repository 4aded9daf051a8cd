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

/** @throws Error when the API cannot be asked or does not answer with 2xx */
export async function getJson(api: Api, path: string): Promise<unknown> {
  const response = await api(internalRequest(path, { headers: { accept: 'application/json' } }));
  if (!response.ok) throw new Error(`GET ${path} answered ${response.status}`);
  return response.json();
}
