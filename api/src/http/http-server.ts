import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isTrustedProxy, type TrustedProxies } from './client-address.js';

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
  /** no visitor needs so many; proxies that are trusted are not counted */
  connectionsPerAddress: 1000,
  connections: 10_000,
};

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
 * answers and too many connections of one address are cut within 30 s. However many requests a connection sends at once
 * (pipelining), `listener` has one of them at a time. Builds, never listens.
 */
export function createHttpServer(
  listener: RequestListener,
  options: { trustedProxies?: TrustedProxies; limits?: Partial<typeof LIMITS> } = {},
): Server {
  const limits = { ...LIMITS, ...options.limits };
  // One entry a connection, replaced by its next request: this runs for every answer from memory.
  const latest = new Map<Socket, Exchange>();
  const inTurn: RequestListener = (request, response) => {
    const { socket } = request;
    if (namesSeveralHosts(request)) {
      // RFC 9112, 3.2. The proxy in front may have read the other one.
      response
        .writeHead(400, { connection: 'close', 'content-type': 'text/plain' })
        .end('Bad Request: two Host headers');
      return;
    }
    const before = latest.get(socket)?.response;
    latest.set(socket, { request, response, startedAt: performance.now(), bytesBefore: socket.bytesRead });
    if (before === undefined || before.writableFinished) listener(request, response);
    else
      before.once('close', () => {
        if (!socket.destroyed) listener(request, response);
      });
  };
  const server = createServer(
    {
      headersTimeout: limits.headMs,
      requestTimeout: limits.longestRequestMs,
      connectionsCheckingInterval: limits.checkMs,
    },
    inTurn,
  );
  server.maxConnections = limits.connections;
  server.timeout = limits.unreadMs;

  const isDripping = (socket: Socket, { request, response, startedAt, bytesBefore }: Exchange) => {
    const ageMs = performance.now() - startedAt;
    if (request.complete || response.writableFinished || ageMs < limits.bodyGraceMs) return false;
    return socket.bytesRead - bytesBefore < (ageMs / 1000) * limits.minBytesPerSecond;
  };
  const checking = setInterval(() => {
    for (const [socket, exchange] of latest) if (isDripping(socket, exchange)) socket.destroy();
  }, limits.checkMs).unref();
  server.once('close', () => clearInterval(checking));

  // Node tells here of every connection on which nothing has moved for `timeout`.
  server.on('timeout', (socket: Socket) => {
    const waitsForUs = latest.get(socket)?.response.writableFinished === false && socket.writableLength === 0;
    if (waitsForUs) socket.setTimeout(limits.unreadMs);
    else socket.destroy();
  });

  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    socket.once('close', () => latest.delete(socket));
    const address = socket.remoteAddress ?? '';
    if (options.trustedProxies && isTrustedProxy(address, options.trustedProxies)) return;
    const count = (open.get(address) ?? 0) + 1;
    if (count > limits.connectionsPerAddress) return void socket.destroy();
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  });
  return server;
}

function namesSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}
