import { Agent, type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { pipeline, Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { clientIp, type TrustedProxies } from '@godhuli/server/client-ip';
import { createNetworkShares, type ShareLimits } from '@godhuli/server/network-shares';
import { type Api, unavailableProblem } from './api-client.js';

/** Headers that belong to one connection, besides those that `Connection` names (RFC 9110, 7.6.1). */
const HOP_BY_HOP = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'];
/** A visitor who names one of these in `Connection` must not remove what a trusted proxy has said about them. */
const FORWARDED = /^(x-)?forwarded/;
const NO_BODY = new Set([204, 304]);
const EVENT_STREAM = 'text/event-stream';

/** Concurrent requests of visitors. With `OWN_CONNECTIONS` and `FILE_CONNECTIONS` fewer than the API accepts from one IP. */
const SHARES: ShareLimits = { perNetwork: 300, perCustomer: 450, total: 800, reserved: 200, fairShare: 16 };
/** Connections for the front door's own requests: page data, the composition, reports. */
const OWN_CONNECTIONS = 100;
/** Connections for releases and their files: any visitor may request a file of any release. */
const FILE_CONNECTIONS = 50;
const RELEASES = '/api/remotes/';
/** A response must begin within this time after its request was sent. Photos are encoded one after the other. */
const RESPONSE_TIMEOUT_MS = 300_000;
/**
 * An idle connection is closed after this time, or sooner if the API's `Keep-Alive` header names a shorter time. Node reads
 * that header only if this is set. Otherwise a request on a connection that the API is closing would fail. A running request
 * is not affected.
 */
const IDLE_TIMEOUT_MS = 5000;
const TOO_MANY = 'Too many requests from your network at once. Please try again in a moment.';
const RETRY_AFTER_SECONDS = '5';

interface NodeBindings {
  incoming?: { socket?: { remoteAddress?: string } };
}

/**
 * Creates a client of an API in another process. Bytes, compression, streams and status pass unchanged. Visitors' requests, the
 * front door's own, files of releases and the event stream have separate connections, so that none of them waits for another.
 * A network with too many concurrent requests gets 503.
 * @param base `API_URL`, an origin
 * @param trustedProxies whose `X-Forwarded-For` names the network that a request comes from
 */
export function createApiProxy(base: URL, trustedProxies?: TrustedProxies, limits: Partial<ShareLimits> = {}): Api {
  const [send, AgentOf] = base.protocol === 'https:' ? [httpsRequest, HttpsAgent] : [httpRequest, Agent];
  const shares = createNetworkShares({ ...SHARES, ...limits });
  const kept = { keepAlive: true, timeout: IDLE_TIMEOUT_MS };
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
      for (const name of connectionHeaders(headers.connection)) delete headers[name];
      // The length of a body that is not sent, or a body without its length, would make a part of it the next visitor's request.
      if (!request.body) delete headers['content-length'];
      else if (headers['content-length'] === undefined) headers['transfer-encoding'] = 'chunked';
      headers.host = request.headers.get('host') ?? host;
      const peerIp = (bindings as NodeBindings | undefined)?.incoming?.socket?.remoteAddress;
      const forwarded = headers['x-forwarded-for'];
      // The API reads the list from the right while it trusts the proxies, so a visitor's own value stays on the left.
      if (peerIp) headers['x-forwarded-for'] = [forwarded, peerIp].filter((one) => one !== undefined).join(', ');
      const own =
        headers.accept === EVENT_STREAM ? pools.streams : pathname.startsWith(RELEASES) ? pools.files : pools.own;
      const pool = peerIp ? pools.visitors : own;
      const visitor = peerIp && trustedProxies ? clientIp(peerIp, forwarded, trustedProxies) : peerIp;
      const release =
        visitor === undefined
          ? undefined
          : shares.acquire(visitor, { isIdle: () => false, close: () => outgoing.destroy() });
      if (release === null) return resolve(unavailableProblem(TOO_MANY, { 'retry-after': RETRY_AFTER_SECONDS }));
      let outgoing: ClientRequest;
      try {
        outgoing = send(new URL(pathname + search, base), { method: request.method, headers, agent: pool });
      } catch (error) {
        release?.();
        throw error;
      }
      if (release) outgoing.once('close', release);
      outgoing.on('error', reject);
      let hasResponse = false;
      let silence: NodeJS.Timeout | undefined;
      outgoing.once('finish', () => {
        const cut = () => outgoing.destroy(new Error(`the API was silent for ${RESPONSE_TIMEOUT_MS} ms`));
        if (!hasResponse) silence = setTimeout(cut, RESPONSE_TIMEOUT_MS).unref();
      });
      outgoing.once('close', () => clearTimeout(silence));
      outgoing.on('response', (incoming) => {
        hasResponse = true;
        clearTimeout(silence);
        resolve(responseOf(incoming, request.method));
      });
      request.signal.addEventListener('abort', () => outgoing.destroy(), { once: true });
      if (request.signal.aborted) outgoing.destroy();
      if (!request.body) return void outgoing.end();
      // A visitor who leaves in the middle of a body ends only this request.
      pipeline(Readable.fromWeb(request.body as NodeReadableStream), outgoing, (error) => error && reject(error));
    });
}

/** Returns the names of the headers that are not passed on. */
const connectionHeaders = (connection = ''): string[] => {
  const named = connection.split(',').map((name) => name.trim().toLowerCase());
  return [...HOP_BY_HOP, ...named.filter((name) => !FORWARDED.test(name))];
};

function responseOf(incoming: IncomingMessage, method: string): Response {
  const headers = new Headers();
  const notPassedOn = connectionHeaders(incoming.headers.connection);
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value === undefined || notPassedOn.includes(name)) continue;
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, one);
  }
  const status = incoming.statusCode ?? 502;
  const hasBody = !NO_BODY.has(status) && method !== 'HEAD';
  // An unread body would keep its connection busy.
  if (!hasBody) incoming.resume();
  return new Response(hasBody ? (Readable.toWeb(incoming) as unknown as ReadableStream) : null, { status, headers });
}
