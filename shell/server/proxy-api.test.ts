import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createApiProxy } from './proxy-api.js';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
let handle: Handler = () => undefined;
let server: Server;
let base: URL;
beforeAll(async () => {
  server = createServer((request, response) => handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const visitor = { incoming: { socket: { remoteAddress: '203.0.113.9' } } };

it('CARD-6 passes a call on as it is, and says itself where it came from', async () => {
  handle = (request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const { host, 'x-forwarded-for': address, connection } = request.headers;
      response.writeHead(201, { 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] });
      response.end(JSON.stringify({ method: request.method, url: request.url, host, address, connection, body }));
    });
  };
  const answer = await createApiProxy(base)(
    new Request('https://studio.example/api/inquiries?x=1', {
      method: 'POST',
      headers: { host: 'studio.example', 'x-forwarded-for': '1.2.3.4', 'content-type': 'text/plain' },
      body: 'hello',
      duplex: 'half',
    } as RequestInit),
    visitor,
  );
  expect(answer.status).toBe(201);
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(await answer.json()).toMatchObject({
    method: 'POST',
    url: '/api/inquiries?x=1',
    host: 'studio.example',
    address: '1.2.3.4, 203.0.113.9',
    body: 'hello',
  });
});

it('leaves compressed bytes and 304 as they are', async () => {
  handle = (request, response) => {
    if (request.headers['if-none-match']) response.writeHead(304, { etag: '"x"' }).end();
    else response.writeHead(200, { 'content-encoding': 'gzip', etag: '"x"' }).end(gzipSync('packed'));
  };
  const api = createApiProxy(base);
  const packed = await api(new Request('http://site/api/content'));
  expect(packed.headers.get('content-encoding')).toBe('gzip');
  expect(gunzipSync(Buffer.from(await packed.arrayBuffer())).toString()).toBe('packed');
  const same = await api(new Request('http://site/api/content', { headers: { 'if-none-match': '"x"' } }));
  expect(same.status).toBe(304);
});

it('fails when the API is away', async () => {
  await expect(createApiProxy(new URL('http://127.0.0.1:9'))(new Request('http://site/api/content'))).rejects.toThrow();
});
