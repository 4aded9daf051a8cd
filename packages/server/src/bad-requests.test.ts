import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { createHttpServer } from './http-server.js';

let server: Server;
beforeAll(async () => {
  server = createHttpServer(({ method }, response) => void (method === 'GET' && response.end('ok')));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Sends requests on one connection, each after the response to the one before, and returns everything that comes back. */
async function send(...requests: string[]): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setNoDelay(true);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  let received = '';
  socket.on('data', (chunk: Buffer) => {
    received += chunk;
  });
  socket.on('error', () => undefined);
  for (const request of requests) {
    const responded = Promise.race([closed, new Promise((resolve) => socket.once('data', resolve))]);
    socket.write(request);
    await responded;
  }
  await closed;
  return received;
}

/** Sends the head of a request in two parts, the second after the server has read the first, and returns the response. */
async function sendInParts(first: string, rest: string): Promise<string> {
  const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(first);
  const peer = await accepted;
  while (peer.bytesRead < first.length) await new Promise(setImmediate);
  socket.write(rest);
  return text(socket);
}

const HEAD = 'GET / HTTP/1.1\r\nhost: studio.test\r\n';
const cookies = Array.from({ length: 20 }, (_, index) => `c${index}=${'x'.repeat(3900)}`).join('; ');

it('clears the cookies of a browser whose cookies no longer fit, with a page to reload', async () => {
  const response = await send(`${HEAD}cookie: ${cookies}\r\n\r\n`);
  expect(response).toMatch(/^HTTP\/1\.1 431 /);
  expect(response).toContain('clear-site-data: "cookies"\r\n');
  expect(response).toContain('cache-control: no-store\r\n');
  expect(response).toContain('x-content-type-options: nosniff\r\n');
  expect(response).toContain('<a href="">Reload</a>');
});

it('clears them on a connection that is kept open, after another response', async () => {
  const response = await send(`${HEAD}\r\n`, `${HEAD}cookie: ${cookies}\r\n\r\n`);
  expect(response).toMatch(/^HTTP\/1\.1 200 /);
  expect(response).toMatch(/HTTP\/1\.1 431 [\s\S]*clear-site-data: "cookies"/);
});

it('a long URL is 431 and signs nobody out', async () => {
  const response = await send(`GET /?${'x'.repeat(20_000)} HTTP/1.1\r\nhost: a\r\ncookie: session=1\r\n\r\n`);
  expect(response).toMatch(/^HTTP\/1\.1 431 /);
  expect(response).not.toContain('clear-site-data');
});

it('a form of another site with a long URL and a body like cookies signs nobody out', async () => {
  const head = `POST /?${'x'.repeat(20_000)} HTTP/1.1\r\nhost: a\r\ncookie: session=1\r\ncontent-type: text/plain`;
  const body = `\r\ncookie: ${'a'.repeat(5000)}=\r\n`;
  const response = await send(`${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
  expect(response).toMatch(/^HTTP\/1\.1 431 /);
  expect(response).not.toContain('clear-site-data');
});

it('a header of another site whose end comes alone signs nobody out', async () => {
  const first = `GET /?${'x'.repeat(16_000)} HTTP/1.1\r\nhost: a\r\naccept: text/`;
  const rest = `html; a=b\r\nuser-agent: ${'x'.repeat(500)}\r\n\r\n`;
  expect(await sendInParts(first, rest)).not.toContain('clear-site-data');
});

it('clears the cookies when the rest of them comes alone', async () => {
  expect(await sendInParts(`${HEAD}cookie: ${cookies.slice(0, 16_000)}`, `${cookies.slice(16_000)}\r\n\r\n`)).toContain(
    'clear-site-data: "cookies"',
  );
});

it('a request that is not HTTP is 400 as before', async () => {
  expect(await send('nonsense\r\n\r\n')).toBe('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
});

const problemIn = (response: string) => JSON.parse(/\{.*\}/.exec(response)?.[0] ?? 'null');

describe.each([
  ['a GET with a body', 'GET /api/photos HTTP/1.1\r\nhost: a\r\ncontent-length: 3\r\n\r\nabc', 400],
  ['two Host headers', 'GET /api/photos HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n', 400],
  ['a head that is not HTTP', 'GET /api/photos HTTP/1.1\r\nno header\r\n\r\n', 400],
  ['a head that is too large', `GET /api/photos?${'x'.repeat(20_000)} HTTP/1.1\r\nhost: a\r\n\r\n`, 431],
])('API-6 %s under /api', (_title, request, status) => {
  it(`is refused with ${status} as a problem`, async () => {
    const response = await send(request);
    expect(response.toLowerCase()).toContain('content-type: application/problem+json');
    expect(problemIn(response)).toMatchObject({
      type: 'about:blank',
      status,
      detail: expect.stringMatching(/^[A-Z].*\.$/),
    });
  });
});

it('API-6 a body under /api whose chunks are no longer valid is refused as a problem', async () => {
  const head = 'POST /api/inquiries HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n';
  expect(problemIn(await sendInParts(head, 'nonsense\r\n'))).toMatchObject({ title: 'Bad Request', status: 400 });
});

it('a page whose request has a body is refused as text', async () => {
  const response = await send('GET / HTTP/1.1\r\nhost: a\r\ncontent-length: 3\r\n\r\nabc');
  expect(response.toLowerCase()).toContain('content-type: text/plain');
});
