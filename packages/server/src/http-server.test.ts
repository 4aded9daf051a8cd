import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { parseTrustedProxies } from './client-ip.js';
import { createHttpServer } from './http-server.js';

/** Much shorter than in service, so that nobody waits; the same code and real connections. */
const LIMITS = { headMs: 300, bodyGraceMs: 400, unreadMs: 400, checkMs: 50 };
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
    .post('/refused', async (c) => {
      await c.req.raw.body?.getReader().read();
      return c.text('refused', 422);
    })
    .post('/unread', (c) => c.text('refused', 422))
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

it('disconnects a slow head while others get responses', async () => {
  const slow = Array.from({ length: 5 }, () => say('GET /ok HTTP/1.1\r\nHost: a\r\nX: '));
  for (const { socket } of slow) drip(socket, 'a');
  expect(await ok()).toBe(200);
  for (const { heard } of slow) expect(await heard).toMatch(/^(HTTP\/1\.1 408 |$)/);
});

it('handles one request of a connection at a time, and responds to all in their order', async () => {
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
  expect(await known.heard).toBe('');
  expect(await chunked.heard).toBe('');
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

it('disconnects a client that does not read its response, but not one that waits for ours', async () => {
  const waits = say('GET /late HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  const deaf = say('GET /large HTTP/1.1\r\nHost: a\r\n\r\n', { reads: false });
  // Both are there, then the deaf one is gone.
  await closed(2);
  await closed(1);
  release();
  expect(await waits.heard).toMatch(/^HTTP\/1\.1 200 [\s\S]*late$/);
  deaf.socket.destroy();
});

describe('connections of networks', () => {
  const SHARES = { perNetwork: 20, perCustomer: 40, total: 100, reserved: 20, fairShare: 4 };
  const again = async (options: Parameters<typeof createHttpServer>[1]) => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await serve({
      limits: { ...LIMITS, bodyGraceMs: 60_000, unreadMs: 60_000, headMs: 60_000 },
      shares: SHARES,
      ...options,
    });
  };
  const PROXIES = parseTrustedProxies('127.0.0.1');
  const open: Socket[] = [];
  afterEach(() => {
    for (const socket of open.splice(0)) socket.destroy();
  });

  /** A request from an address of 127.0.0.0/8, or for a visitor behind the proxy 127.0.0.1: its status, 0 when closed without one. */
  function ask(words: string, { from = '127.0.0.1', visitor = '' } = {}) {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from });
    open.push(socket);
    let text = '';
    const status = new Promise<number>((resolve) => {
      socket.on('data', (data: Buffer) => {
        text += data.toString().slice(0, 300);
        if (text.includes('\r\n\r\n')) resolve(Number(text.slice(9, 12)));
      });
      socket.once('close', () => resolve(0));
      socket.on('error', () => undefined);
    });
    socket.write(words.replace('\r\n', `\r\nHost: a\r\n${visitor && `X-Forwarded-For: ${visitor}\r\n`}`));
    return { socket, status, text: () => text };
  }
  const GET = 'GET /ok HTTP/1.1\r\n\r\n';
  const HOLD = 'POST /body HTTP/1.1\r\nContent-Length: 9\r\n\r\n';
  /** The same, answered with status 100 as soon as the server has it. */
  const CONFIRMED = HOLD.replace('Content-Length', 'Expect: 100-continue\r\nContent-Length');
  const holdConfirmed = (count: number) => Promise.all(Array.from({ length: count }, () => ask(CONFIRMED).status));
  /** Begins `count` requests that do not end. */
  const hold = (count: number, who: Parameters<typeof ask>[1] = {}) => {
    for (let number = 0; number < count; number += 1) ask(HOLD, who);
  };

  it('an IP has so many requests; more get 503 with Retry-After; another IP gets in', async () => {
    await again({});
    expect(new Set(await holdConfirmed(20))).toEqual(new Set([100]));
    const tries = await Promise.all(Array.from({ length: 5 }, () => ask(GET).status));
    expect(tries).toEqual(Array(5).fill(503));
    const refused = ask(GET);
    await refused.status;
    expect(refused.text()).toContain('retry-after: 10');
    expect(await ask(GET, { from: '127.0.0.2' }).status).toBe(200);
    for (const socket of open.splice(0)) socket.destroy();
    await closed(0);
    expect(await ask(GET).status).toBe(200);
  });

  it('an IP with as many idle connections as it may have is served, and its oldest are closed', async () => {
    await again({});
    for (let number = 0; number < 20; number += 1) expect(await ask(GET).status).toBe(200);
    for (let number = 0; number < 10; number += 1) expect(await ask(GET).status).toBe(200);
    await closed(20);
    expect(open.slice(-20).map(({ destroyed }) => destroyed)).toEqual(Array(20).fill(false));
  });

  it('refused connections that say nothing are closed, and do not add up', async () => {
    const slow = { bodyGraceMs: 60_000, headMs: 60_000, unreadMs: 60_000 };
    await again({ limits: { ...LIMITS, ...slow, refusals: 3, refusalMs: 50 } });
    await holdConfirmed(20);
    const silent = Array.from({ length: 30 }, () => ask(''));
    expect(new Set(await Promise.all(silent.map(({ status }) => status)))).toEqual(new Set([0]));
    await closed(20);
  });

  it('IPs that hold all they can leave room for a new visitor, again and again', async () => {
    await again({});
    for (const number of [1, 2, 3, 4, 5, 6]) hold(20, { from: `127.0.1.${number}` });
    // Four of them all that they may, the others their share of the reserve.
    await closed(88);
    for (let number = 1; number <= 40; number += 1)
      expect({ number, status: await ask(GET, { from: `127.0.2.${number}` }).status }).toEqual({ number, status: 200 });
  });

  it.each([
    [
      'of one IPv4 address, however it is written',
      (number: number) => (number % 2 ? '203.0.113.9' : '::ffff:203.0.113.9'),
      20,
    ],
    ['of one /64', (number: number) => `2001:db8:1:1::${number.toString(16)}`, 20],
    ['of one /48', (number: number) => `2001:db8:1:${number.toString(16)}::1`, 40],
    ['of one address that claims others', (number: number) => `198.51.100.${number}, 203.0.113.9`, 20],
  ])('behind a trusted proxy counts requests under way %s', async (_title, visitorOf, most) => {
    await again({ trustedProxies: PROXIES });
    const asked = Array.from({ length: 50 }, (_, number) => ask(HOLD, { visitor: visitorOf(number + 1) }));
    const refused: number[] = [];
    for (const { status } of asked) void status.then((one) => refused.push(one));
    while (refused.length < 50 - most) await new Promise((resolve) => setImmediate(resolve));
    expect(new Set(refused)).toEqual(new Set([503]));
    expect(await ask(GET, { visitor: '198.51.100.77' }).status).toBe(200);
    // Health checks of the proxy itself.
    expect(await ask(GET).status).toBe(200);
    for (const { socket } of asked) socket.write('123456789');
    expect((await Promise.all(asked.map(({ status }) => status))).filter((status) => status === 200)).toHaveLength(
      most,
    );
    expect(await ask(GET, { visitor: visitorOf(1) }).status).toBe(200);
  });

  it('behind a trusted proxy a new visitor gets in while others hold all requests that they can', async () => {
    await again({ trustedProxies: PROXIES });
    for (let number = 1; number <= 30; number += 1) hold(5, { visitor: `2001:db8:${number}::1` });
    await closed(100);
    expect(await ask(GET, { visitor: '2001:db8:ffff::1' }).status).toBe(200);
  });

  it('counts each request once: keep-alive, pipelines, upgrades, resets, partial requests', async () => {
    await again({ trustedProxies: PROXIES });
    const visitor = '203.0.113.9';
    const head = (words: string) => words.replace('\r\n', `\r\nHost: a\r\nX-Forwarded-For: ${visitor}\r\n`);
    for (let round = 0; round < 30; round += 1) {
      const pipeline = ask(head(GET).repeat(30));
      const reset = ask(`${head(HOLD)}123`);
      const half = ask('GET /ok HTTP/1.1\r\nX-Forwarded-For: 203.0.113.9\r\n');
      const upgrade = ask('GET /ok HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n', { visitor });
      const tunnel = ask('CONNECT /ok HTTP/1.1\r\n\r\n', { visitor });
      const halfClosed = ask(GET, { visitor });
      halfClosed.socket.end();
      await Promise.all([pipeline.status, upgrade.status, tunnel.status, halfClosed.status]);
      for (const { socket } of [pipeline, half, upgrade, tunnel]) socket.destroy();
      reset.socket.resetAndDestroy();
    }
    await closed(0);
    const held = await Promise.all(Array.from({ length: 20 }, () => ask(GET, { visitor }).status));
    expect(new Set(held)).toEqual(new Set([200]));
    for (const socket of open.splice(0)) socket.destroy();
    await closed(0);
    const asked = Array.from({ length: 20 }, () => ask(HOLD, { visitor }));
    for (const { socket } of asked) socket.write('123456789');
    expect(new Set(await Promise.all(asked.map(({ status }) => status)))).toEqual(new Set([200]));
  });
});

it('responds with 400 to a request that names two hosts, and closes', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.write(
    'GET /ok HTTP/1.1\r\nHost: 127.0.0.1\r\nhost: elsewhere.example\r\n\r\nGET /ok HTTP/1.1\r\nHost: x\r\n\r\n',
  );
  let response = '';
  for await (const chunk of socket) response += chunk;
  expect(response).toMatch(/^HTTP\/1\.1 400 /);
  expect(response).not.toContain('200 OK');
});

const CHUNKED = 'Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n';
const WITHOUT_BODY = ['GET', 'HEAD', 'TRACE'];
it.each([
  ...WITHOUT_BODY.map((method) => ({
    title: `a ${method} with a body`,
    head: `${method} /ok HTTP/1.1`,
    rest: 'Content-Length: 3\r\n\r\nabc',
    status: 400,
  })),
  ...WITHOUT_BODY.map((method) => ({
    title: `a ${method} with chunks`,
    head: `${method} /ok HTTP/1.1`,
    rest: CHUNKED,
    status: 400,
  })),
  { title: 'chunks in HTTP/1.0', head: 'POST /body HTTP/1.0', rest: CHUNKED, status: 400 },
  { title: 'chunks and a length', head: 'POST /body HTTP/1.1', rest: `Content-Length: 3\r\n${CHUNKED}`, status: 400 },
  {
    title: 'a coding besides chunks',
    head: 'POST /body HTTP/1.1',
    rest: CHUNKED.replace('chunked', 'gzip, chunked'),
    status: 501,
  },
  {
    title: 'a coding instead of chunks',
    head: 'POST /body HTTP/1.1',
    rest: CHUNKED.replace('chunked', 'gzip'),
    status: 400,
  },
])('refuses $title with $status, and closes', async ({ head, rest, status }) => {
  const { heard } = say(`${head}\r\nHost: a\r\nConnection: keep-alive\r\n${rest}GET /ok HTTP/1.1\r\nHost: a\r\n\r\n`);
  const response = await heard;
  expect(response.match(/HTTP\/1\.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`]);
  expect(seen).toEqual([]);
});

it('admits a GET that says it has no body, and chunks in any case', async () => {
  const empty = say('GET /ok HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  expect(await empty.heard).toMatch(/^HTTP\/1\.1 200 /);
  const upper = say(`POST /body HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${CHUNKED.replace('chunked', 'Chunked')}`);
  expect(await upper.heard).toMatch(/^HTTP\/1\.1 200 /);
});

it.each(['/refused', '/unread'])('a response before the end of the body says that it closes: %s', async (path) => {
  const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${4 << 20}\r\n\r\n`;
  const { socket, heard } = say(`${head}${'x'.repeat(1 << 20)}`);
  drip(socket, 'x'.repeat(1000));
  expect(await heard).toMatch(/^HTTP\/1\.1 422 [\s\S]*\r\nconnection: close\r\n[\s\S]*refused$/i);
});

it('a client that still sends its body gets the whole response', async () => {
  const body = 'x'.repeat(16 << 20);
  const response = await fetch(`http://127.0.0.1:${port}/unread`, { method: 'POST', body });
  expect(await response.text()).toBe('refused');
});

it('a connection stays open after a body that was read', async () => {
  const response = await fetch(`http://127.0.0.1:${port}/body`, { method: 'POST', body: 'x'.repeat(1 << 20) });
  expect(response.headers.get('connection')).toBe('keep-alive');
});
