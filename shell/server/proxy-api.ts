import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import type { Api } from './api-client.js';

/** Headers that belong to one connection (RFC 9110, 7.6.1). */
const HOP_BY_HOP = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'];
const NO_BODY = new Set([204, 304]);

interface NodeBindings {
  incoming?: { socket?: { remoteAddress?: string } };
}

/**
 * The API in another process. Bytes pass as they are: its own compression, its streams, its status.
 * @param base `API_URL`, an origin
 */
export function createApiProxy(base: URL): Api {
  const send = base.protocol === 'https:' ? httpsRequest : httpRequest;
  return (request, bindings) =>
    new Promise((resolve, reject) => {
      const { pathname, search, host } = new URL(request.url);
      const headers = Object.fromEntries(request.headers);
      for (const name of HOP_BY_HOP) delete headers[name];
      headers.host = request.headers.get('host') ?? host;
      const address = (bindings as NodeBindings | undefined)?.incoming?.socket?.remoteAddress;
      // The API reads the list from the right, as far as its trusted proxies go: what a visitor claims comes first.
      if (address)
        headers['x-forwarded-for'] = [headers['x-forwarded-for'], address]
          .filter((one) => one !== undefined)
          .join(', ');
      const outgoing = send(new URL(pathname + search, base), { method: request.method, headers }, (incoming) =>
        resolve(responseOf(incoming)),
      );
      outgoing.on('error', reject);
      request.signal.addEventListener('abort', () => outgoing.destroy(), { once: true });
      if (request.body) Readable.fromWeb(request.body as NodeReadableStream).pipe(outgoing);
      else outgoing.end();
    });
}

function responseOf(incoming: IncomingMessage): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value === undefined || HOP_BY_HOP.includes(name)) continue;
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, one);
  }
  const status = incoming.statusCode ?? 502;
  const body = NO_BODY.has(status) ? null : (Readable.toWeb(incoming) as unknown as ReadableStream);
  return new Response(body, { status, headers });
}
