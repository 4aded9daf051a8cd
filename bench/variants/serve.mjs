/**
 * Serves a variant's folder like the front door: brotli, entity tags, immutable assets, a document that is revalidated. Data,
 * photos and fonts come from the product once, and then from memory like everything else.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, normalize } from 'node:path';

const TYPES = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
};

/** Returns a response from the files of the variant. */
function fromFolder(folder, path) {
  const file = join(folder, path === '/' ? 'index.html' : normalize(path));
  if (!existsSync(`${file}.br`)) return null;
  const body = readFileSync(`${file}.br`);
  return {
    body,
    headers: {
      'content-type': TYPES[file.split('.').at(-1)],
      'content-encoding': 'br',
      vary: 'accept-encoding',
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

/** @returns `{ url, stop }` */
export function serveVariant(folder, product) {
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
      const { status = 200, headers, body } = await respondTo(incoming.url);
      outgoing.writeHead(status, { ...headers, 'content-length': body.length });
      outgoing.end(body);
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
