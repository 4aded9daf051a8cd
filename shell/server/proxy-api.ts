import { Agent, type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { pipeline, Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { clientAddress, type TrustedProxies } from 'api/http/client-address';
import { createNetworkShares, type ShareLimits } from 'api/http/network-shares';
import type { Api } from './api-client.js';

/** Headers that belong to one connection (RFC 9110, 7.6.1). */
const HOP_BY_HOP = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'];
const NO_BODY = new Set([204, 304]);
const EVENT_STREAM = 'text/event-stream';

/** Requests of visitors under way at once. With `OWN_CONNECTIONS` and `FILE_CONNECTIONS` fewer than the API takes of one address. */
const SHARES: ShareLimits = { perNetwork: 300, perSite: 450, total: 800, reserved: 200, fairShare: 16 };
/** Connections for what the front door itself asks: data of pages, the composition, reports. */
const OWN_CONNECTIONS = 100;
/** Connections for releases and their files: any visitor may ask for a file of any release. */
const FILE_CONNECTIONS = 50;
const RELEASES = '/api/remotes/';
/** An answer that has not begun so many milliseconds after its request was sent does not come. Photographs wait for each other. */
const LONGEST_SILENCE_MS = 300_000;
/**
 * An unused connection is closed after so many milliseconds, or sooner when the API's `Keep-Alive` header names a shorter
 * time, which Node heeds only with this set: a request on a connection that the API is closing would fail. A request
 * under way is not cut by it.
 */
const LONGEST_IDLE_MS = 5000;
const RETRY_AFTER_SECONDS = 5;

interface NodeBindings {
  incoming?: { socket?: { remoteAddress?: string } };
}

/**
 * The API in another process. Bytes pass as they are: its own compression, its streams, its status. Visitors' requests,
 * the front door's own, files of releases and the event stream have connections of their own, so that none of them waits
 * for another; a network that has too many requests under way is answered 503.
 * @param base `API_URL`, an origin
 * @param trustedProxies whose `X-Forwarded-For` says which network a request comes from
 */
export function createApiProxy(base: URL, trustedProxies?: TrustedProxies, limits: Partial<ShareLimits> = {}): Api {
  const [send, AgentOf] = base.protocol === 'https:' ? [httpsRequest, HttpsAgent] : [httpRequest, Agent];
  const shares = createNetworkShares({ ...SHARES, ...limits });
  const kept = { keepAlive: true, timeout: LONGEST_IDLE_MS };
  const pools = {
    visitors: new AgentOf(kept),
    own: new AgentOf({ ...kept, maxSockets: OWN_CONNECTIONS }),
    files: new AgentOf({ ...kept, maxSockets: FILE_CONNECTIONS }),
    streams: new AgentOf(kept),
  };
  return (request, bindings) =>
    new Promise((resolve, reject) => {
      const { pathname, search, host } = new URL(request.url);
      const headers = Object.fromEntries(request.headers);
      for (const name of HOP_BY_HOP) delete headers[name];
      headers.host = request.headers.get('host') ?? host;
      const address = (bindings as NodeBindings | undefined)?.incoming?.socket?.remoteAddress;
      const forwarded = headers['x-forwarded-for'];
      // The API reads the list from the right, as far as its trusted proxies go: what a visitor claims comes first.
      if (address) headers['x-forwarded-for'] = [forwarded, address].filter((one) => one !== undefined).join(', ');
      const own =
        headers.accept === EVENT_STREAM ? pools.streams : pathname.startsWith(RELEASES) ? pools.files : pools.own;
      const pool = address ? pools.visitors : own;
      const visitor = address && trustedProxies ? clientAddress(address, forwarded, trustedProxies) : address;
      const release =
        visitor === undefined
          ? undefined
          : shares.take(visitor, { isIdle: () => false, close: () => outgoing.destroy() });
      if (release === null) return resolve(tooMany());
      let outgoing: ClientRequest;
      try {
        outgoing = send(new URL(pathname + search, base), { method: request.method, headers, agent: pool });
      } catch (error) {
        release?.();
        throw error;
      }
      if (release) outgoing.once('close', release);
      outgoing.on('error', reject);
      let answered = false;
      let silence: NodeJS.Timeout | undefined;
      outgoing.once('finish', () => {
        const cut = () => outgoing.destroy(new Error(`the API was silent for ${LONGEST_SILENCE_MS} ms`));
        if (!answered) silence = setTimeout(cut, LONGEST_SILENCE_MS).unref();
      });
      outgoing.once('close', () => clearTimeout(silence));
      outgoing.on('response', (incoming) => {
        answered = true;
        clearTimeout(silence);
        resolve(responseOf(incoming, request.method));
      });
      request.signal.addEventListener('abort', () => outgoing.destroy(), { once: true });
      if (request.signal.aborted) outgoing.destroy();
      if (!request.body) return void outgoing.end();
      // A visitor who leaves in the middle of a body ends this request alone.
      pipeline(Readable.fromWeb(request.body as NodeReadableStream), outgoing, (error) => error && reject(error));
    });
}

function tooMany(): Response {
  const detail = 'Too many requests from your network at once. Please try again in a moment.';
  return Response.json(
    { type: 'about:blank', title: 'Service Unavailable', status: 503, detail },
    {
      status: 503,
      headers: { 'content-type': 'application/problem+json', 'retry-after': String(RETRY_AFTER_SECONDS) },
    },
  );
}

function responseOf(incoming: IncomingMessage, method: string): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value === undefined || HOP_BY_HOP.includes(name)) continue;
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, one);
  }
  const status = incoming.statusCode ?? 502;
  const hasBody = !NO_BODY.has(status) && method !== 'HEAD';
  // What is not read keeps its connection.
  if (!hasBody) incoming.resume();
  return new Response(hasBody ? (Readable.toWeb(incoming) as unknown as ReadableStream) : null, { status, headers });
}
