/**
 * Serves a variant's folder like the front door: brotli, entity tags, immutable assets, a document that is revalidated. Data,
 * photos and fonts come from the product once, and then from memory like everything else. The document of a variant with a
 * server of its own comes from that server, for each request.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress } from 'node:zlib';

const TYPES = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
  woff2: 'font/woff2',
  png: 'image/png',
};

/** Returns a response from the files of the variant. */
function fromFolder(folder, path) {
  const file = join(folder, path === '/' ? 'index.html' : normalize(path));
  const type = TYPES[extname(file).slice(1)];
  if (!type || !existsSync(file)) return null;
  const isCompressed = existsSync(`${file}.br`);
  const body = readFileSync(isCompressed ? `${file}.br` : file);
  return {
    body,
    headers: {
      'content-type': type,
      ...(isCompressed ? { 'content-encoding': 'br', vary: 'accept-encoding' } : {}),
      etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`,
      'cache-control': path === '/' ? 'no-cache' : 'public, max-age=31536000, immutable',
    },
  };
}

const PASSED_ON = ['content-type', 'etag', 'cache-control', 'vary'];

/** Returns the compressed response of the product. It uses `node:http`, because `fetch` decompresses. */
async function fromProduct(product, path) {
  const { request } = await import('node:http');
  return new Promise((resolve, reject) => {
    request(product + path, { headers: { 'accept-encoding': 'br', accept: '*/*' } }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.once('end', () => {
        const names = [...PASSED_ON, 'content-encoding'].filter((name) => response.headers[name]);
        const headers = Object.fromEntries(names.map((name) => [name, response.headers[name]]));
        resolve({ status: response.statusCode, body: Buffer.concat(chunks), headers });
      });
    })
      .once('error', reject)
      .end();
  });
}

/** Sends the document of a rendering server as it arrives, compressed on the way as a reverse proxy does. */
async function renderedBy(renderer, outgoing) {
  const { status, headers, body } = await fetch(renderer);
  const type = headers.get('content-type');
  outgoing.writeHead(status, { 'content-type': type, 'content-encoding': 'br', 'cache-control': 'no-cache' });
  const compressed = createBrotliCompress({
    flush: constants.BROTLI_OPERATION_FLUSH,
    params: { [constants.BROTLI_PARAM_QUALITY]: 5 },
  });
  await pipeline(body, compressed, outgoing);
}

/**
 * @param renderer the URL of the variant's own server, which renders its document
 * @returns `{ url, stop }`
 */
export function serveVariant(folder, product, renderer) {
  const kept = new Map();
  const respondTo = async (path) => {
    const known = kept.get(path);
    if (known) return known;
    const response = fromFolder(folder, path) ?? (await fromProduct(product, path));
    kept.set(path, response);
    return response;
  };
  const server = createServer(async (incoming, outgoing) => {
    try {
      if (renderer && incoming.url === '/') return await renderedBy(renderer, outgoing);
      const { status = 200, headers, body } = await respondTo(incoming.url);
      if (headers.etag && incoming.headers['if-none-match'] === headers.etag) outgoing.writeHead(304, headers).end();
      else outgoing.writeHead(status, { ...headers, 'content-length': body.length }).end(body);
    } catch (error) {
      outgoing.writeHead(502).end(String(error));
    }
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve({
        url: `http://127.0.0.1:${server.address().port}`,
        stop: () => {
          server.close();
          server.closeAllConnections();
        },
      }),
    );
  });
}
