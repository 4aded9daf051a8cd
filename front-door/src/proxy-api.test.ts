import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { gunzipSync, gzipSync } from 'node:zlib';
import { parseTrustedProxies } from '@godhuli/server/client-ip';
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
  const proxied = await createApiProxy(base)(
    new Request('https://studio.example/api/inquiries?x=1', {
      method: 'POST',
      headers: { host: 'studio.example', 'x-forwarded-for': '1.2.3.4', 'content-type': 'text/plain' },
      body: 'hello',
      duplex: 'half',
    } as RequestInit),
    visitor,
  );
  expect(proxied.status).toBe(201);
  expect(proxied.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(await proxied.json()).toMatchObject({
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

it('fails if the API is unavailable', async () => {
  await expect(createApiProxy(new URL('http://127.0.0.1:9'))(new Request('http://site/api/content'))).rejects.toThrow();
});

it('a visitor who leaves in the middle of a body ends that request alone', async () => {
  handle = (request, response) => {
    request.resume();
    if (request.method === 'GET') response.end('fine');
  };
  const api = createApiProxy(base, undefined, { perNetwork: 1 });
  for (let round = 0; round < 5; round += 1) {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('half'));
        if (round % 2) setImmediate(() => controller.error(new Error('aborted')));
      },
    });
    const leaving = new AbortController();
    const sent = api(
      new Request('http://site/api/form', {
        method: 'POST',
        body,
        duplex: 'half',
        signal: leaving.signal,
      } as RequestInit),
      visitor,
    );
    setImmediate(() => leaving.abort());
    await expect(sent).rejects.toThrow();
    // Its place is free again as soon as its connection has ended.
    let status = 503;
    while (status === 503) {
      const proxied = await api(new Request('http://site/api/content'), visitor);
      await proxied.text();
      status = proxied.status;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(status).toBe(200);
  }
});

it('gives up a request to which the API never responds', async () => {
  const asked: string[] = [];
  handle = (request) => {
    request.resume();
    request.once('end', () => asked.push(request.url as string));
  };
  const api = createApiProxy(base);
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'performance'] });
  try {
    const post = { method: 'POST', body: 'hello' };
    const silent = [api(new Request('http://site/a', post), visitor), api(new Request('http://site/b'), visitor)];
    const all = Promise.allSettled([...silent, api(new Request('http://site/c'))]);
    while (asked.length < 3) await new Promise((resolve) => setImmediate(resolve));
    await jest.advanceTimersByTimeAsync(300_000);
    for (const one of await all)
      expect(one).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('silent') } });
  } finally {
    jest.useRealTimers();
  }
});

it('files of releases that do not arrive use no connection of the rest of the site', async () => {
  let held = 0;
  handle = ({ url }, response) => {
    if (url?.startsWith('/api/remotes/')) held += 1;
    else response.end('fine');
  };
  const api = createApiProxy(base);
  const leaving = new AbortController();
  const asked = Array.from({ length: 300 }, (_, number) =>
    api(new Request(`http://site/api/remotes/x/releases/${number}`, { signal: leaving.signal })),
  );
  const gone = Promise.allSettled(asked);
  while (held < 50) await new Promise((resolve) => setImmediate(resolve));
  expect(await (await api(new Request('http://site/api/composition'))).text()).toBe('fine');
  leaving.abort();
  await gone;
  expect(held).toBe(50);
});

it('responds with 503 and Retry-After to a network with too many requests in progress, but not to others', async () => {
  const ends: (() => void)[] = [];
  handle = (_, response) => void ends.push(() => response.end('late'));
  const api = createApiProxy(base, parseTrustedProxies('10.0.0.0/8'), { perNetwork: 2, perCustomer: 3 });
  const from = (address: string) =>
    api(new Request('http://site/api/content', { headers: { 'x-forwarded-for': address } }), {
      incoming: { socket: { remoteAddress: '10.0.0.1' } },
    });
  const asked = [from('2001:db8:1:1::1'), from('2001:db8:1:1::2'), from('2001:db8:1:2::1')];
  for (const address of ['2001:db8:1:1::3', '2001:db8:1:2::2', '2001:db8:1:3::1']) {
    const refused = await from(address);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(await refused.json()).toMatchObject({ status: 503, detail: expect.stringContaining('your network') });
  }
  asked.push(from('203.0.113.9'));
  while (ends.length < 4) await new Promise((resolve) => setImmediate(resolve));
  for (const end of ends) end();
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});

it('closes an unused connection before the API does, and cuts no request under way', async () => {
  server.keepAliveTimeout = 0;
  const api = createApiProxy(base);
  for (const bindings of [visitor, undefined]) {
    /** the last request of each connection */
    const last = new Map<Socket, string>();
    const closed: string[] = [];
    let finish: (() => void) | undefined;
    handle = ({ url = '', socket }, response) => {
      if (!last.has(socket)) socket.once('close', () => closed.push(last.get(socket) as string));
      last.set(socket, url);
      response.setHeader('keep-alive', 'timeout=2');
      if (url === '/slow') finish = () => response.end('whole');
      else response.end();
    };
    const ask = async (path: string) => (await api(new Request(`http://site${path}`), bindings)).text();
    const until = async (condition: () => boolean) => {
      while (!condition()) await new Promise((resolve) => setImmediate(resolve));
    };
    await ask('/first');
    const slow = ask('/slow');
    await until(() => finish !== undefined);
    await ask('/second');
    expect(last.size).toBe(2);
    await until(() => closed.includes('/second'));
    finish?.();
    expect(await slow).toBe('whole');
    await until(() => closed.includes('/slow'));
  }
});
