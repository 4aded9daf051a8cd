import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { parseTrustedProxies } from './client-address.js';
import { createHttpServer } from './http-server.js';

/** Much shorter than in service, so that nobody waits; the same code and real connections. */
const LIMITS = { headMs: 300, bodyGraceMs: 400, unreadMs: 400, checkMs: 50, connectionsPerAddress: 20 };
const LARGE = 'x'.repeat(32 * 1024 * 1024);

let server: Server;
let port: number;
let release: () => void;
let seen: string[];
let atOnce: number;
let mostAtOnce: number;
async function serve(options: Parameters<typeof createHttpServer>[1]): Promise<void> {
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  seen = [];
  atOnce = 0;
  mostAtOnce = 0;
  const app = new Hono()
    .get('/ok', (c) => c.text('ok'))
    .get('/large', (c) => c.text(LARGE))
    .get('/counted', async (c) => {
      atOnce += 1;
      mostAtOnce = Math.max(mostAtOnce, atOnce);
      await new Promise((resolve) => setImmediate(resolve));
      atOnce -= 1;
      return c.text(c.req.query('number') ?? '');
    })
    .get('/late', async (c) => {
      await held;
      return c.text('late');
    })
    .post('/body', async (c) => {
      seen.push((await c.req.text()).slice(0, 20));
      return c.text('read');
    });
  server = createHttpServer(getRequestListener(app.fetch), options);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
}
beforeEach(() => serve({ limits: LIMITS }));
afterEach(async () => {
  release();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** Says `words` on a connection of its own; `heard` is everything that came until the end. */
function say(words: string, { reads = true } = {}): { socket: Socket; heard: Promise<string> } {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(words);
  let text = '';
  const heard = new Promise<string>((resolve) => {
    socket.on('data', (data: Buffer) => {
      text += data.toString().slice(0, 300);
    });
    socket.once('close', () => resolve(text));
    if (!reads) socket.pause();
  });
  return { socket, heard };
}
const drip = (socket: Socket, word: string) => {
  const dripping = setInterval(() => socket.write(word), 20);
  socket.once('close', () => clearInterval(dripping));
};
const closed = (count: number) =>
  new Promise<void>((resolve) => {
    const look = () => server.getConnections((_, open) => (open === count ? resolve() : setImmediate(look)));
    look();
  });
const ok = async () => (await fetch(`http://127.0.0.1:${port}/ok`)).status;

it('cuts a head that drips, and answers others meanwhile', async () => {
  const slow = Array.from({ length: 5 }, () => say('GET /ok HTTP/1.1\r\nHost: a\r\nX: '));
  for (const { socket } of slow) drip(socket, 'a');
  expect(await ok()).toBe(200);
  for (const { heard } of slow) expect(await heard).toMatch(/^(HTTP\/1\.1 408 |$)/);
});

it('works on one request of a connection at a time, and answers all of them in their order', async () => {
  const numbers = Array.from({ length: 50 }, (_, number) => number);
  const { heard } = say(
    numbers
      .map(
        (number) =>
          `GET /counted?number=${number} HTTP/1.1\r\nHost: a\r\n${number === 49 ? 'Connection: close\r\n' : ''}\r\n`,
      )
      .join(''),
  );
  const bodies = [...(await heard).matchAll(/\r\n\r\n(\d+)/g)].map(([, number]) => Number(number));
  expect(bodies).toEqual(numbers);
  expect(mostAtOnce).toBe(1);
});

it('stops working for a connection that is gone', async () => {
  const { socket } = say(
    `GET /late HTTP/1.1\r\nHost: a\r\n\r\n${'GET /counted HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(20)}`,
  );
  await expect(ok()).resolves.toBe(200);
  socket.destroy();
  await closed(1);
  release();
  await expect(ok()).resolves.toBe(200);
  expect(mostAtOnce).toBe(0);
});

it('cuts a body that drips, of known length or chunked, before anything is made of it', async () => {
  const known = say('POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n');
  const chunked = say('POST /body HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n');
  drip(known.socket, 'x');
  drip(chunked.socket, '1\r\nx\r\n');
  expect(await ok()).toBe(200);
  expect([await known.heard, await chunked.heard]).toEqual(['', '']);
  expect(seen).toEqual([]);
});

it('waits for a body that comes at a fair pace, however long it takes', async () => {
  const { socket, heard } = say(
    'POST /body HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 600000\r\n\r\n',
  );
  const started = performance.now();
  let left = 600_000;
  const sending = setInterval(() => {
    const part = Math.min(left, 10_000);
    left -= part;
    socket.write('y'.repeat(part));
    if (left === 0) clearInterval(sending);
  }, 20);
  expect(await heard).toMatch(/^HTTP\/1\.1 200 /);
  expect(performance.now() - started).toBeGreaterThan(LIMITS.bodyGraceMs);
  expect(seen).toEqual(['y'.repeat(20)]);
});

it('cuts a client that does not read its answer, and not one that waits for ours', async () => {
  const waits = say('GET /late HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  const deaf = say('GET /large HTTP/1.1\r\nHost: a\r\n\r\n', { reads: false });
  // Both are there, then the deaf one is gone.
  await closed(2);
  await closed(1);
  release();
  expect(await waits.heard).toMatch(/^HTTP\/1\.1 200 [\s\S]*late$/);
  deaf.socket.destroy();
});

it('takes so many connections of one address, and any number of a trusted proxy', async () => {
  const open = () =>
    new Promise<'open' | 'cut'>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('data', () => resolve('open')).once('close', () => resolve('cut'));
      socket.on('error', () => undefined);
      socket.write('GET /ok HTTP/1.1\r\nHost: a\r\n\r\n');
    });
  const tries = await Promise.all(Array.from({ length: 25 }, open));
  expect(tries.filter((one) => one === 'open')).toHaveLength(20);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await serve({ limits: LIMITS, trustedProxies: parseTrustedProxies('127.0.0.0/8') });
  expect(new Set(await Promise.all(Array.from({ length: 25 }, open)))).toEqual(new Set(['open']));
});

it('answers 400 to a request that names two hosts, and closes', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.write(
    'GET /ok HTTP/1.1\r\nHost: 127.0.0.1\r\nhost: elsewhere.example\r\n\r\nGET /ok HTTP/1.1\r\nHost: x\r\n\r\n',
  );
  let answer = '';
  for await (const chunk of socket) answer += chunk;
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).not.toContain('200 OK');
});
