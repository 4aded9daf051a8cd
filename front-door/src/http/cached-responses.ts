import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { DOCUMENT_CHECK } from '@godhuli/contracts/page';
import { PREVIEW_COOKIE } from '@godhuli/contracts/preview';
import type { Encoding } from '@godhuli/server/accept-encoding';
import { matchesEntityTag } from '@godhuli/server/entity-tag';
import { respond } from '@godhuli/server/representation';
import type { CachedResponse, ResponseCache } from '@godhuli/server/response-cache';
import { checkedHeaders } from './document-headers.js';

const REQUEST_ID_HEADER = 'x-request-id';

interface CachedResponsesOptions {
  cache: ResponseCache<CachedResponse>;
  /** Returns the key of all URLs that get the same page; null for a page that is not served in front of the routes. */
  pageKeyOf: (url: Pick<URL, 'pathname' | 'search'>, origin: string) => string | null;
  /** receives the status of each response from the cache */
  onHit?: ((status: number) => void) | undefined;
}

/**
 * Creates the first handler of a request: sends a fresh response from the cache, in front of all routes. Returns false, and has
 * done nothing, if the routes must respond.
 */
export function createCachedResponses({ cache, pageKeyOf, onHit }: CachedResponsesOptions) {
  function keyOf({ url: target = '/', headers }: IncomingMessage, origin: string): string | null {
    const queryAt = target.indexOf('?');
    const pathname = queryAt < 0 ? target : target.slice(0, queryAt);
    // The routes handle other spellings of a path.
    if (!pathname.startsWith('/') || /[%#]|\/\//.test(pathname) || target.includes('#')) return null;
    // A public response of the API depends on the path only. The API decides which other origins may read it.
    if (pathname.startsWith('/api/')) return headers.origin === undefined ? pathname : null;
    return pageKeyOf({ pathname, search: target.slice(pathname.length) }, origin);
  }

  /** @param origin as the visitor sees it; null for a host that is not ours */
  return (incoming: IncomingMessage, outgoing: ServerResponse, origin: string | null): boolean => {
    const { method, headers } = incoming;
    if (origin === null || (method !== 'GET' && method !== 'HEAD')) return false;
    // Staff who preview a release see another page than everyone else.
    if (headers.cookie?.includes(`${PREVIEW_COOKIE}=`)) return false;
    const key = keyOf(incoming, origin);
    const cached = key === null ? undefined : cache.get(key);
    if (!cached || cached.status !== undefined) return false;
    const prepared = prepare(cached, headers['accept-encoding'] as string | undefined);
    if (!prepared) return false;
    const isUnchanged = matchesEntityTag(headers['if-none-match'], prepared.etag);
    const status = isUnchanged ? 304 : 200;
    const sent = isUnchanged ? headersOf304(prepared, headers[DOCUMENT_CHECK] !== undefined) : prepared.headers;
    outgoing.writeHead(status, prepared.hasRequestId ? [...sent, REQUEST_ID_HEADER, randomUUID()] : sent);
    outgoing.end(isUnchanged || method === 'HEAD' ? undefined : prepared.bytes);
    onHit?.(status);
    return true;
  };
}

/** A cached response in one encoding. Headers are names and values in turn, as `writeHead` takes them. */
interface PreparedResponse {
  etag: string;
  bytes: Buffer;
  headers: string[];
  headersOf304: string[];
  /** to a document that asks about itself; null if it does not */
  headersOfCheck: string[] | null;
  hasRequestId: boolean;
}

const headersOf304 = (prepared: PreparedResponse, isCheck: boolean): string[] =>
  (isCheck && prepared.headersOfCheck) || prepared.headersOf304;

/** Building the headers takes a tenth of the time of a whole response. */
const preparedResponses = new WeakMap<CachedResponse, Map<Encoding, PreparedResponse>>();

/** Returns undefined while the encoding has not been compressed. */
function prepare(cached: CachedResponse, acceptEncoding: string | undefined): PreparedResponse | undefined {
  const { representation } = cached;
  const encoding = representation.encodingFor(acceptEncoding);
  const known = preparedResponses.get(cached)?.get(encoding);
  if (known) return known;
  const bytes = representation.compressed(encoding);
  if (!bytes) return undefined;
  const { [REQUEST_ID_HEADER]: requestId, ...others } = cached.headers;
  const of304 = representation.headersOf304(encoding, others);
  const prepared: PreparedResponse = {
    etag: representation.etag(encoding),
    // A plain view would become a Buffer again for each response.
    bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    headers: Object.entries(representation.headers(encoding, bytes, others)).flat(),
    headersOf304: Object.entries(of304).flat(),
    headersOfCheck: cached.isChecked ? Object.entries({ ...of304, ...checkedHeaders(of304.vary) }).flat() : null,
    hasRequestId: requestId !== undefined,
  };
  const ofResponse = preparedResponses.get(cached) ?? new Map<Encoding, PreparedResponse>();
  preparedResponses.set(cached, ofResponse.set(encoding, prepared));
  return prepared;
}

/** Responds with a cached response to a request that has reached a route. */
export async function respondFromCache(request: Request, cached: CachedResponse, status = 200): Promise<Response> {
  const response = await respond(request, cached.representation, headersOf(cached), status);
  if (response.status !== 304 || !cached.isChecked || !request.headers.has(DOCUMENT_CHECK)) return response;
  const checked = checkedHeaders(response.headers.get('vary'));
  for (const [name, value] of Object.entries(checked)) response.headers.set(name, value);
  return response;
}

/** Each response of the API has a request id of its own. */
const headersOf = ({ headers }: CachedResponse): Readonly<Record<string, string>> =>
  REQUEST_ID_HEADER in headers ? { ...headers, [REQUEST_ID_HEADER]: randomUUID() } : headers;
