import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clientAddress, isTrustedProxy, type TrustedProxies } from './client-address.js';
import { createNetworkShares, type ShareLimits } from './network-shares.js';

/** What a client may take of the server's time and room; times in milliseconds. */
const LIMITS = {
  /** a head that has not arrived by then is cut */
  headMs: 10_000,
  /** a body has this long whatever its pace; later it must have come at `minBytesPerSecond` on average */
  bodyGraceMs: 25_000,
  /** twenty-five megabytes over the slowest line that we wait for take about seven minutes */
  minBytesPerSecond: 64 * 1024,
  longestRequestMs: 600_000,
  /** a client that takes nothing of its answer for so long is cut; Node looks once more where a part has gone out before */
  unreadMs: 12_000,
  /** how often heads and bodies are looked at */
  checkMs: 2000,
  /** trusted proxies have this many connections beside those of `shares` */
  proxyConnections: 2000,
  /** refused connections that may wait for their 503 at once; others are closed without one */
  refusals: 200,
  /** a refused connection that has sent no request by then is closed */
  refusalMs: 1000,
};

/** What networks may hold: connections, or behind trusted proxies requests under way. No visitor needs so many. */
const SHARES: ShareLimits = { perNetwork: 1000, perSite: 2000, total: 10_000, reserved: 2000, fairShare: 32 };

const RETRY_AFTER_SECONDS = 10;

/** The latest request of a connection. */
interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  startedAt: number;
  /** what the connection had brought before this request's body */
  bytesBefore: number;
}

/**
 * A Node server for `listener` that no slow, endless or greedy client can hold: late heads, dripping bodies, unread
 * answers are cut within 30 s, and no network holds so much that another's visitor is refused (`createNetworkShares`).
 * However many requests a connection sends at once (pipelining), `listener` has one of them at a time. Builds, never
 * listens.
 */
export function createHttpServer(
  listener: RequestListener,
  options: { trustedProxies?: TrustedProxies; limits?: Partial<typeof LIMITS>; shares?: Partial<ShareLimits> } = {},
): Server {
  const limits = { ...LIMITS, ...options.limits };
  const shares = { ...SHARES, ...options.shares };
  const connections = createNetworkShares(shares);
  const forwardedRequests = createNetworkShares(shares);
  /** Gives back each request under way of a trusted proxy's connection: not every response of a lost connection is closed. */
  const heldByProxies = new WeakMap<Socket, Set<() => void>>();
  const refused = new Set<Socket>();
  // One entry a connection, replaced by its next request: this runs for every answer from memory.
  const latest = new Map<Socket, Exchange>();
  const inTurn: RequestListener = (request, response) => {
    const { socket } = request;
    if (refused.has(socket)) return refuse(request, response);
    if (namesSeveralHosts(request)) {
      // RFC 9112, 3.2. The proxy in front may have read the other one.
      response
        .writeHead(400, { connection: 'close', 'content-type': 'text/plain' })
        .end('Bad Request: two Host headers');
      return;
    }
    const before = latest.get(socket)?.response;
    latest.set(socket, { request, response, startedAt: performance.now(), bytesBefore: socket.bytesRead });
    if (before === undefined || before.writableFinished) admit(request, response);
    else
      before.once('close', () => {
        if (!socket.destroyed) admit(request, response);
      });
  };
  /** The connections of a proxy belong to all its visitors, so their requests are counted instead. */
  const admit: RequestListener = (request, response) => {
    const { socket } = request;
    const held = heldByProxies.get(socket);
    if (options.trustedProxies && held) {
      const address = clientAddress(socket.remoteAddress ?? '', forwardedFor(request), options.trustedProxies);
      // Health checks, and a front door that asks for itself.
      if (!isTrustedProxy(address, options.trustedProxies)) {
        const release = forwardedRequests.take(address, { isIdle: () => false, close: () => socket.destroy() });
        if (!release) return refuse(request, response);
        const giveBack = () => {
          held.delete(giveBack);
          release();
        };
        held.add(giveBack);
        // A body may still come when it has been answered.
        response.once('close', () => (request.complete ? giveBack() : void request.once('end', giveBack)));
      }
    }
    listener(request, response);
  };
  const server = createServer(
    {
      headersTimeout: limits.headMs,
      requestTimeout: limits.longestRequestMs,
      connectionsCheckingInterval: limits.checkMs,
    },
    inTurn,
  );
  // Never met by visitors: `shares` refuses them before.
  server.maxConnections = shares.total + limits.proxyConnections + limits.refusals;
  server.timeout = limits.unreadMs;

  const isDripping = (socket: Socket, { request, startedAt, bytesBefore }: Exchange) => {
    const ageMs = performance.now() - startedAt;
    if (request.complete || ageMs < limits.bodyGraceMs) return false;
    return socket.bytesRead - bytesBefore < (ageMs / 1000) * limits.minBytesPerSecond;
  };
  const checking = setInterval(() => {
    for (const [socket, exchange] of latest) if (isDripping(socket, exchange)) socket.destroy();
  }, limits.checkMs).unref();
  server.once('close', () => clearInterval(checking));

  // Emitted for every connection on which nothing has moved for `timeout`.
  server.on('timeout', (socket: Socket) => {
    const waitsForUs = latest.get(socket)?.response.writableFinished === false && socket.writableLength === 0;
    if (waitsForUs) socket.setTimeout(limits.unreadMs);
    else socket.destroy();
  });

  server.on('connection', (socket: Socket) => {
    socket.once('close', () => latest.delete(socket));
    const address = socket.remoteAddress ?? '';
    if (options.trustedProxies && isTrustedProxy(address, options.trustedProxies)) {
      const held = new Set<() => void>();
      heldByProxies.set(socket, held);
      socket.once('close', () => {
        for (const giveBack of held) giveBack();
      });
      return;
    }
    const release = connections.take(address, {
      isIdle: () => latest.get(socket)?.response.writableFinished ?? true,
      close: () => socket.destroy(),
    });
    if (release) return void socket.once('close', release);
    if (refused.size >= limits.refusals) return void socket.destroy();
    // A response that comes before the request is lost with the reset that follows it.
    refused.add(socket);
    const closing = setTimeout(() => socket.destroy(), limits.refusalMs).unref();
    socket.once('close', () => {
      refused.delete(socket);
      clearTimeout(closing);
    });
  });
  return server;
}

/** Node joins several headers of this name. */
function forwardedFor({ headers }: IncomingMessage): string | undefined {
  const value = headers['x-forwarded-for'];
  return Array.isArray(value) ? value.join(', ') : value;
}

function refuse(request: IncomingMessage, response: ServerResponse): void {
  const detail = 'Too many connections from your network. Please try again in a moment.';
  const isApi = request.url?.startsWith('/api') ?? false;
  response
    .writeHead(503, {
      connection: 'close',
      'retry-after': String(RETRY_AFTER_SECONDS),
      'cache-control': 'no-store',
      'content-type': isApi ? 'application/problem+json' : 'text/plain',
    })
    .end(isApi ? JSON.stringify({ type: 'about:blank', title: 'Service Unavailable', status: 503, detail }) : detail);
}

function namesSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}
