import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { TrustedProxies } from './client-address.js';
import { isTrustedProxy } from './client-address.js';

/** A head that has not arrived by then is cut. */
const HEAD_MS = 10_000;
/** A body has this long whatever its pace; later it must have come at `MIN_BYTES_PER_SECOND` on average. */
const BODY_GRACE_MS = 25_000;
/** Twenty-five megabytes over the slowest line that we wait for take about six minutes. */
const MIN_BYTES_PER_SECOND = 64 * 1024;
const LONGEST_REQUEST_MS = 600_000;
/** A client that takes nothing of its answer for so long is cut. */
const UNREAD_MS = 20_000;
const CHECK_MS = 2000;
/** No visitor needs so many; proxies that are trusted are not counted. */
const CONNECTIONS_PER_ADDRESS = 1000;
const CONNECTIONS = 10_000;

interface UnderWay {
  request: IncomingMessage;
  startedAt: number;
  /** what the connection had brought before this request's body */
  bytesBefore: number;
}

/**
 * A Node server for `fetch` that no slow, endless or greedy client can hold: late heads, dripping bodies, unread
 * answers and too many connections of one address are cut within 30 s. Builds, never listens.
 */
export function createHttpServer(
  fetch: Parameters<typeof createAdaptorServer>[0]['fetch'],
  { trustedProxies }: { trustedProxies?: TrustedProxies } = {},
): Server {
  const server = createAdaptorServer({
    fetch,
    serverOptions: {
      headersTimeout: HEAD_MS,
      requestTimeout: LONGEST_REQUEST_MS,
      connectionsCheckingInterval: CHECK_MS,
    },
  }) as Server;
  server.maxConnections = CONNECTIONS;
  server.timeout = UNREAD_MS;

  const underWay = new Map<Socket, UnderWay>();
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    underWay.set(socket, { request, startedAt: performance.now(), bytesBefore: socket.bytesRead });
    response.once('close', () => {
      if (underWay.get(socket)?.request === request) underWay.delete(socket);
    });
  });
  const checking = setInterval(() => {
    const now = performance.now();
    for (const [socket, one] of underWay) if (isDripping(socket, one, now)) socket.destroy();
  }, CHECK_MS).unref();
  server.once('close', () => clearInterval(checking));

  // Node tells here of every connection on which nothing has moved for `timeout`.
  server.on('timeout', (socket: Socket) => {
    const waitsForUs = underWay.has(socket) && socket.writableLength === 0;
    if (waitsForUs) socket.setTimeout(UNREAD_MS);
    else socket.destroy();
  });

  limitByAddress(server, trustedProxies);
  return server;
}

function isDripping(socket: Socket, { request, startedAt, bytesBefore }: UnderWay, now: number): boolean {
  const ageMs = now - startedAt;
  if (request.complete || ageMs < BODY_GRACE_MS) return false;
  return socket.bytesRead - bytesBefore < (ageMs / 1000) * MIN_BYTES_PER_SECOND;
}

function limitByAddress(server: Server, trustedProxies: TrustedProxies | undefined): void {
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (trustedProxies && isTrustedProxy(address, trustedProxies)) return;
    const count = (open.get(address) ?? 0) + 1;
    if (count > CONNECTIONS_PER_ADDRESS) return void socket.destroy();
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  });
}
