import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import { clientIp, isTrustedProxy, type TrustedProxies } from './client-ip.js';
import { createNetworkShares, type ShareLimits } from './network-shares.js';
import { COMMON_HEADERS } from './security-headers.js';

/** The limits of one client; times in milliseconds. */
const LIMITS = {
  /** the head of a request must arrive within this time */
  headMs: 10_000,
  /** a body has this time at any speed; after that its average must be at least `minBytesPerSecond` */
  bodyGraceMs: 25_000,
  /** 25 MB at `minBytesPerSecond` take about seven minutes */
  minBytesPerSecond: 64 * 1024,
  longestRequestMs: 600_000,
  /** a client that reads nothing of its response for this long is disconnected */
  unreadMs: 12_000,
  /** how often heads and bodies are checked */
  checkMs: 2000,
  /** connections of trusted proxies, in addition to those of `shares` */
  proxyConnections: 2000,
  /** refused connections that may wait for their 503 at the same time; others are closed at once */
  refusals: 200,
  /** a refused connection without a request is closed after this time */
  refusalMs: 1000,
};

/** The limits of networks: connections, or running requests behind trusted proxies. No visitor needs this many. */
const SHARES: ShareLimits = { perNetwork: 1000, perCustomer: 2000, total: 10_000, reserved: 2000, fairShare: 32 };

const RETRY_AFTER_SECONDS = 10;

/** The latest request of a connection. */
interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  startedAt: number;
  /** bytes that the connection had received before this request's body */
  bytesBefore: number;
}

/**
 * Creates a Node server for `listener` that no slow or greedy client can block: slow heads, slow bodies and unread responses
 * are disconnected within 30 s, and no network can take the connections of another (`createNetworkShares`). `listener` gets
 * one request of a connection at a time, even if the client pipelines. Does not start to listen.
 */
export function createHttpServer(
  listener: RequestListener,
  options: { trustedProxies?: TrustedProxies; limits?: Partial<typeof LIMITS>; shares?: Partial<ShareLimits> } = {},
): Server {
  const limits = { ...LIMITS, ...options.limits };
  const shares = { ...SHARES, ...options.shares };
  const connections = createNetworkShares(shares);
  const forwardedRequests = createNetworkShares(shares);
  /** Releases the running requests of a proxy's connection: Node does not close every response of a lost connection. */
  const proxyRequests = new WeakMap<Socket, Set<() => void>>();
  const refused = new Set<Socket>();
  // One entry per connection, replaced by its next request, because this also runs for every cached response.
  const latest = new Map<Socket, Exchange>();
  const oneAtATime: RequestListener = (request, response) => {
    const { socket } = request;
    // Bytes after a response that has closed the connection: the client repeats this request on another one.
    if (socket.writableEnded) return;
    if (refused.has(socket)) return refuse(request, response);
    const before = latest.get(socket)?.response;
    latest.set(socket, { request, response, startedAt: performance.now(), bytesBefore: socket.bytesRead });
    const problem = findProblem(request);
    if (problem) {
      const { type, text } = refusalBody(isApi(request.url), problem.status, problem.detail);
      response.writeHead(problem.status, { connection: 'close', 'content-type': type }).end(text);
      return;
    }
    if (before === undefined || before.writableFinished) admit(request, response);
    else
      before.once('close', () => {
        if (!socket.destroyed) admit(request, response);
      });
  };
  /** All visitors share the connections of a proxy, so their requests are counted instead. */
  const admit: RequestListener = (request, response) => {
    const { socket } = request;
    const held = proxyRequests.get(socket);
    const forwarded = request.headers['x-forwarded-for']?.toString();
    // A proxy that names no client made the request itself: a health check, or the front door's own.
    if (options.trustedProxies && held && forwarded) {
      const ip = clientIp(socket.remoteAddress ?? '', forwarded, options.trustedProxies);
      if (!isTrustedProxy(ip, options.trustedProxies)) {
        const release = forwardedRequests.acquire(ip, { isIdle: () => false, close: () => socket.destroy() });
        if (!release) return refuse(request, response);
        const releaseOnce = () => {
          held.delete(releaseOnce);
          release();
        };
        held.add(releaseOnce);
        // The body may still arrive after the response.
        response.once('close', () => (request.complete ? releaseOnce() : void request.once('end', releaseOnce)));
      }
    }
    if (mayBeAnsweredEarly(request)) closeAfterEarlyResponse(request, response, limits.refusalMs);
    listener(request, response);
  };
  const server = createServer(
    {
      headersTimeout: limits.headMs,
      requestTimeout: limits.longestRequestMs,
      connectionsCheckingInterval: limits.checkMs,
    },
    oneAtATime,
  );
  // Visitors never reach this limit, because `shares` refuses them before.
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

  server.on('clientError', (error: ClientError, socket: Socket) => {
    if (socket.writableEnded) return;
    const { request, response } = latest.get(socket) ?? {};
    // Node takes the socket from a response that has ended. Before that, more bytes would be part of it.
    const isResponding = response?.headersSent && response.socket !== null;
    if (!socket.writable || isResponding) return void socket.destroy();
    socket.end(badRequestResponse(error, request?.complete === false ? request.url : urlOf(error)));
    // The client would lose the response if the connection were closed while it still sends.
    const closing = setTimeout(() => socket.destroy(), limits.refusalMs).unref();
    socket.once('close', () => clearTimeout(closing));
  });

  // Emitted for every connection without traffic for `timeout`.
  server.on('timeout', (socket: Socket) => {
    const isProcessing = latest.get(socket)?.response.writableFinished === false && socket.writableLength === 0;
    if (isProcessing) socket.setTimeout(limits.unreadMs);
    else socket.destroy();
  });

  server.on('connection', (socket: Socket) => {
    socket.once('close', () => latest.delete(socket));
    const peer = socket.remoteAddress ?? '';
    if (options.trustedProxies && isTrustedProxy(peer, options.trustedProxies)) {
      const held = new Set<() => void>();
      proxyRequests.set(socket, held);
      socket.once('close', () => {
        for (const releaseOnce of held) releaseOnce();
      });
      return;
    }
    const release = connections.acquire(peer, {
      isIdle: () => latest.get(socket)?.response.writableFinished ?? true,
      close: () => socket.destroy(),
    });
    if (release) return void socket.once('close', release);
    if (refused.size >= limits.refusals) return void socket.destroy();
    // The 503 is sent after the request has arrived: the client would lose one that is sent before.
    refused.add(socket);
    const closing = setTimeout(() => socket.destroy(), limits.refusalMs).unref();
    socket.once('close', () => {
      refused.delete(socket);
      clearTimeout(closing);
    });
  });
  return server;
}

function refuse(request: IncomingMessage, response: ServerResponse): void {
  const detail = 'Too many connections from your network. Please try again in a moment.';
  const { type, text } = refusalBody(isApi(request.url), 503, detail);
  response
    .writeHead(503, {
      connection: 'close',
      'retry-after': String(RETRY_AFTER_SECONDS),
      'cache-control': 'no-store',
      'content-type': type,
    })
    .end(text);
}

/** The rest of a body that is not longer than this arrives with its head or soon after. */
const SHORT_BODY_BYTES = 64 * 1024;

const mayBeAnsweredEarly = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > SHORT_BODY_BYTES;

/**
 * A response that begins before the body has arrived is the last one of its connection, because the HTTP adapter closes the
 * connection soon after it. The response says so, and the client may still send for `lingerMs`: it would lose the response if
 * the connection were closed at once.
 */
function closeAfterEarlyResponse(request: IncomingMessage, response: ServerResponse, lingerMs: number): void {
  const { socket } = request;
  const { writeHead } = response;
  const writeLastHead = (...parameters: Parameters<typeof writeHead>) => {
    if (!request.complete) {
      response.shouldKeepAlive = false;
      const { destroySoon } = socket;
      socket.destroySoon = () => {
        socket.destroySoon = destroySoon;
        socket.end();
        const closing = setTimeout(() => socket.destroy(), lingerMs).unref();
        socket.once('close', () => clearTimeout(closing));
      };
    }
    return writeHead.apply(response, parameters);
  };
  response.writeHead = writeLastHead as typeof writeHead;
}

const isApi = (url = '') => /^\/api(?![^/?])/.test(url);

/** Returns why a request is refused: as a problem (API-6) under `/api`, otherwise as text. */
function refusalBody(isProblem: boolean, status: number, detail: string): { type: string; text: string } {
  if (!isProblem) return { type: 'text/plain', text: detail };
  const problem = { type: 'about:blank', title: STATUS_CODES[status], status, detail };
  return { type: 'application/problem+json', text: JSON.stringify(problem) };
}

/** What Node's parser reports, with the last bytes that it has read. */
type ClientError = Error & { code?: string; rawPacket?: Buffer };

/** Returns the URL of a request that Node cannot parse; undefined if its first line came in an earlier part. */
const urlOf = ({ rawPacket }: ClientError) => /^[A-Z]+ (\S*)/.exec(rawPacket?.toString('latin1') ?? '')?.[1];

/** What Node itself sends for an error of its parser. */
const PARSER_ERRORS: Record<string, { status: number; detail: string }> = {
  HPE_HEADER_OVERFLOW: { status: 431, detail: 'The URL and headers of this request are too long.' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, detail: 'The chunk extensions of this request are too long.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: 'This request did not arrive in time.' },
};
const NOT_HTTP = { status: 400, detail: 'This is not a valid HTTP request.' };

/** Of a head of at most 16 KB, this much can only be cookies that the site no longer wants. */
const MANY_COOKIES_BYTES = 4096;

/** Longer than what another site may put into one header without permission: 128 bytes (Fetch, 'CORS-safelisted request-header'). */
const REST_OF_COOKIES_BYTES = 256;

/**
 * Whether cookies made the head of a request too large. Nothing that another site chooses counts, because it must not sign anyone
 * out: no long URL, no body, and no form, which is a POST. If the head came in parts, only the last one is known.
 */
function hasTooManyCookies({ code, rawPacket }: ClientError): boolean {
  if (code !== 'HPE_HEADER_OVERFLOW' || !rawPacket) return false;
  const [head = ''] = rawPacket.toString('latin1').split('\r\n\r\n', 1);
  const [firstLine = ''] = head.split('\r\n', 1);
  if (/^(?!GET |HEAD )[A-Z]+ .* HTTP\/1\.[01]$/.test(firstLine)) return false;
  const isRestOfCookies = firstLine.length > REST_OF_COOKIES_BYTES && /; [^\s;=]+=/.test(firstLine);
  const cookieBytes = [...head.matchAll(/^cookie:.*$/gim)].reduce((sum, [line]) => sum + line.length, 0);
  return isRestOfCookies || cookieBytes > MANY_COOKIES_BYTES;
}

const RESET_PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Please reload</title></head>
<body><h1>Please reload this page</h1>
<p>Your browser had stored too many cookies of this site. We have removed them. If you were signed in, please sign in again.</p>
<p><a href="">Reload</a></p></body></html>`;

/** Returns the response to a request that Node cannot parse. Without its cookies, a browser can load the site again. */
function badRequestResponse(error: ClientError, url: string | undefined): string {
  const { status, detail } = PARSER_ERRORS[error.code ?? ''] ?? NOT_HTTP;
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, 'Connection: close'];
  const hasCookies = hasTooManyCookies(error);
  if (!hasCookies && !isApi(url)) return [...lines, '', ''].join('\r\n');
  const { type, text } = isApi(url)
    ? refusalBody(true, status, detail)
    : { type: 'text/html; charset=utf-8', text: RESET_PAGE };
  const headers = {
    ...COMMON_HEADERS,
    ...(hasCookies && { 'clear-site-data': '"cookies"' }),
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'content-type': type,
    'content-length': Buffer.byteLength(text),
  };
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  return [...lines, '', text].join('\r\n');
}

const WITHOUT_BODY = ['GET', 'HEAD', 'TRACE'];

/**
 * Returns why a request is refused that a proxy in front may understand differently: it may have used the other host (RFC 9112, 3.2),
 * or found another end of the body (RFC 9112, 6; RFC 9110, 9.3.1). Node itself refuses a body with both a length and chunks.
 */
function findProblem(request: IncomingMessage): { status: number; detail: string } | null {
  if (namesSeveralHosts(request)) return { status: 400, detail: 'This request has two Host headers.' };
  const { method = '', headers, httpVersion } = request;
  const coding = headers['transfer-encoding'];
  if (coding === undefined && (headers['content-length'] ?? '0') === '0') return null;
  if (WITHOUT_BODY.includes(method)) return { status: 400, detail: `A ${method} request has no body.` };
  if (coding === undefined) return null;
  if (httpVersion === '1.0') return { status: 400, detail: 'A request of HTTP/1.0 has no Transfer-Encoding.' };
  if (coding.toLowerCase() === 'chunked') return null;
  if (!/chunked$/i.test(coding)) return { status: 400, detail: 'The body of this request has no end.' };
  return { status: 501, detail: 'This server knows no Transfer-Encoding other than chunked.' };
}

function namesSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}
