import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { PREVIEW_COOKIE } from '@godhuli/contracts/preview';
import { acceptedEncoding } from 'api/http/accepted-encoding';
import { BoundedCache } from '../bounded-cache.js';
import { matches } from './representation.js';

/** One answer as it goes out: header names and values in turn, as `writeHead` takes them. */
interface ReadyAnswer {
  etag: string;
  headers: string[];
  /** the headers of a 304 (RFC 9110, 15.4.5) */
  unchangedHeaders: string[];
  /** each answer of the API has an id of its own; its value is then the last of both lists */
  hasRequestId: boolean;
  body: Uint8Array;
  /** the same bytes as characters of Latin-1, where that is the cheaper way to send them */
  text: string | null;
}

export interface ReadyAnswers {
  /**
   * Answers from memory, or says false and has done nothing.
   * @param site the origin that the visitor sees; null for a host that is not ours
   */
  answer(incoming: IncomingMessage, outgoing: ServerResponse, site: string | null): boolean;
  /** Keeps the answer of `make` when it may be given again as it is; answers it either way. */
  keep(request: Request, site: string | null, make: () => Response | Promise<Response>): Promise<Response>;
  /** Forgets everything; an answer that is being made will not be kept. */
  clear(): void;
}

export interface KeptAddress {
  /** path and query */
  address: string;
  /** whether the answer names the site's own origin */
  namesSite: boolean;
}

interface ReadyAnswersOptions {
  /** the key that can be trusted now, or null */
  surrogateKey: () => string | null;
  /**
   * Returns the one address of all paths with queries that get the same answer; null for what is not kept. It gives so few
   * addresses that no visitor can fill the memory with them.
   */
  addressOf: (target: string) => KeptAddress | null;
  /** hears the status of each answer given from memory */
  onAnswer?: ((status: number) => void) | undefined;
}

const CACHE_BYTES = 16 * 1024 * 1024;
/** Node sends a string in one write with its head, bytes in two; copying the characters costs more than that above. */
const TEXT_BYTES = 8 * 1024;
/** Names the answers that end together; meant for the front door, not for browsers. */
const SURROGATE_KEY = 'surrogate-key';
const REQUEST_ID = 'x-request-id';
const OF_UNCHANGED = new Set(['content-type', 'content-length', 'content-encoding']);

/** Stands for all sites in the key of an answer that names none, so that hosts which visitors make up give no copies of it. */
const ANY_SITE = '';

const keyOf = (site: string, address: string, encoding: string) => `${site} ${address} ${encoding}`;

/**
 * Public pages and reads as ready bytes at Node's own server, so that one that has not changed costs what any bytes cost.
 * An answer is kept if it carries the surrogate key whose end the API's event stream announces, has an entity tag, and
 * varies by `Accept-Encoding` alone. What a visitor may choose beside that (query, spelling of the path, headers) makes no entries.
 */
export function createReadyAnswers({ surrogateKey, addressOf, onAnswer }: ReadyAnswersOptions): ReadyAnswers {
  const answers = new BoundedCache<ReadyAnswer>(CACHE_BYTES, sizeOf);
  let generation = 0;
  const keyFor = (site: string, { address, namesSite }: KeptAddress, encoding: string) =>
    keyOf(namesSite ? site : ANY_SITE, address, encoding);

  function find(site: string, target: string, encoding: string): ReadyAnswer | undefined {
    const hit = target.includes('?')
      ? undefined
      : (answers.get(keyOf(site, target, encoding)) ?? answers.get(keyOf(ANY_SITE, target, encoding)));
    if (hit) return hit;
    const kept = addressOf(target);
    return kept === null ? undefined : answers.get(keyFor(site, kept, encoding));
  }

  return {
    answer(incoming, outgoing, site) {
      const { method, headers, url = '/' } = incoming;
      if (site === null || (method !== 'GET' && method !== 'HEAD')) return false;
      // Staff who preview a release see another page than everyone else.
      if (headers.cookie?.includes(`${PREVIEW_COOKIE}=`)) return false;
      const encoding = acceptedEncoding(headers['accept-encoding'] as string | undefined);
      const ready = find(site, url, encoding);
      if (!ready) return false;
      const condition = headers['if-none-match'];
      const unchanged = condition !== undefined && matches(condition, ready.etag);
      const sent = unchanged ? ready.unchangedHeaders : ready.headers;
      // Written out before anyone else can change it: `writeHead` reads the list at once.
      if (ready.hasRequestId) sent[sent.length - 1] = randomUUID();
      outgoing.writeHead(unchanged ? 304 : 200, sent);
      if (unchanged || method === 'HEAD') outgoing.end();
      else if (ready.text === null) outgoing.end(ready.body);
      else outgoing.end(ready.text, 'latin1');
      onAnswer?.(unchanged ? 304 : 200);
      return true;
    },
    async keep(request, site, make) {
      const begun = generation;
      const response = await make();
      const key = response.headers.get(SURROGATE_KEY);
      if (key === null) return response;
      response.headers.delete(SURROGATE_KEY);
      if (request.method !== 'GET' || !mayBeKept(response) || key !== surrogateKey()) return response;
      const { pathname, search } = new URL(request.url);
      const kept = addressOf(pathname + search);
      if (site === null || kept === null) return response;
      const body = new Uint8Array(await response.arrayBuffer());
      const encoding = acceptedEncoding(request.headers.get('accept-encoding'));
      if (begun === generation) answers.set(keyFor(site, kept, encoding), readyAnswer(response.headers, body));
      return new Response(body, { status: 200, headers: response.headers });
    },
    clear() {
      generation += 1;
      answers.clear();
    },
  };
}

/** Text that is also kept as characters has its bytes twice. */
function sizeOf({ body, headers, text }: ReadyAnswer): number {
  const characters = headers.reduce((sum, header) => sum + header.length, 0);
  return body.length + (text?.length ?? 0) + characters + 64 * headers.length;
}

function mayBeKept({ status, headers }: Response): boolean {
  const varies = headers.get('vary');
  return (
    status === 200 &&
    headers.has('etag') &&
    !headers.has('set-cookie') &&
    (varies === null || varies.toLowerCase() === 'accept-encoding')
  );
}

function readyAnswer(from: Headers, body: Uint8Array): ReadyAnswer {
  const named = [...from].filter(([name]) => name !== REQUEST_ID && name !== 'content-length');
  named.push(['content-length', String(body.length)]);
  const hasRequestId = from.has(REQUEST_ID);
  if (hasRequestId) named.push([REQUEST_ID, randomUUID()]);
  return {
    etag: from.get('etag') ?? '',
    headers: named.flat(),
    unchangedHeaders: named.filter(([name]) => !OF_UNCHANGED.has(name)).flat(),
    hasRequestId,
    body,
    text: body.length <= TEXT_BYTES ? Buffer.from(body).toString('latin1') : null,
  };
}
