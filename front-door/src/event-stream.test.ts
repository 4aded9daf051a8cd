import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { createHttpServer } from '@godhuli/server/http-server';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import type { Api } from './api-client.js';
import { createFrontDoor, type FrontDoor, type FrontDoorOptions } from './front-door.js';
import { createApiProxy } from './proxy-api.js';
import {
  createFakeApi,
  type FakeApi,
  publish,
  quiet,
  release,
  temporaryFolders,
  writeShell,
} from './testing/fake-site.js';

const TOKEN = 'the-token-of-the-front-doors-of-a-test';
const FILES = { 'remoteEntry.js': 'var container = 1;' };
const folders = temporaryFolders();
const shellDirectory = folders.create();
writeShell(shellDirectory);
const doors: FrontDoor[] = [];
const servers: Server[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const door of doors.splice(0)) door.close();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});
afterAll(() => folders.removeAll());

function site(): FakeApi {
  const live = release('public-site', '1.0.0-aaaaaaaaaaaa', FILES);
  const fake = createFakeApi({ generation: 1, remotes: { 'public-site': { live, previous: null } } });
  publish(fake, live, FILES);
  return fake;
}

/** A clock whose waits end at once, and are written down. */
function testClock() {
  const waits: number[] = [];
  const wait = async (ms: number) => {
    waits.push(ms);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { waits, clock: { now: () => 1_000_000, elapsed: () => 1_000_000, wait } };
}

async function open(api: Api, more: Partial<FrontDoorOptions> = {}): Promise<FrontDoor> {
  const { clock } = testClock();
  const door = await createFrontDoor({
    ...{ api, shellDirectory, dataDirectory: folders.create(), logger: quiet, clock },
    ...more,
  });
  doors.push(door);
  return door;
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setImmediate(resolve));
}

/** Keeps what is logged, by level. */
function recordLog() {
  const lines: string[] = [];
  const keep = (level: string) => (_: object, message: string) => void lines.push(`${level} ${message}`);
  return { lines, logger: { info: keep('info'), warn: keep('warn'), error: keep('error') } };
}

const EVENTS = '/api/composition/events';

it('follows changes with its token, and passes the stream on to nobody, whatever they show', async () => {
  const fake = site();
  fake.token = TOKEN;
  const door = await open(fake.api, { frontDoorToken: TOKEN });
  await until(() => door.followsChanges());
  const asked = fake.requests.filter((one) => one.endsWith(EVENTS)).length;
  for (const path of [EVENTS, '/api/composition/%65vents', `${EVENTS}?x=1`])
    for (const [name, value] of [
      ['x', 'y'],
      ['authorization', `Bearer ${TOKEN}`],
      ['accept', 'text/event-stream'],
    ] as const)
      expect({ path, status: (await door.app.request(path, { headers: { [name]: value } })).status }).toEqual({
        path,
        status: 404,
      });
  expect((await door.app.request(EVENTS, { method: 'POST' })).status).toBe(404);
  expect(fake.requests.filter((one) => one.endsWith(EVENTS))).toHaveLength(asked);
  expect(fake.listeners()).toBe(1);
});

it('with a wrong token it says so once, in the log and to /readyz, serves, and polls for new releases', async () => {
  const fake = site();
  fake.token = 'another token';
  const { lines, logger } = recordLog();
  const door = await open(fake.api, { frontDoorToken: TOKEN, logger });
  const refused = () => fake.requests.filter((one) => one.endsWith(EVENTS)).length;
  await until(() => refused() > 20);
  expect(lines.filter((line) => line.includes('FRONT_DOOR_TOKEN'))).toEqual([
    expect.stringMatching(/^error The API refuses FRONT_DOOR_TOKEN/),
  ]);
  const ready = await door.app.request('/readyz');
  expect(ready.status).toBe(200);
  expect(await ready.text()).toEqual(expect.stringMatching(/^degraded\nThe API refuses FRONT_DOOR_TOKEN/));
  expect((await door.app.request('/')).status).toBe(200);
  fake.composition = { ...fake.composition, generation: 2 };
  await until(
    async () =>
      ((await (await door.app.request('/composition.json')).json()) as { generation: number }).generation === 2,
  );
  expect(door.followsChanges()).toBe(false);

  fake.token = TOKEN;
  await until(() => door.followsChanges());
  expect(await (await door.app.request('/readyz')).text()).toBe('ok');
  expect(lines.filter((line) => line.includes('FRONT_DOOR_TOKEN'))).toHaveLength(2);
  expect(lines).toContain('info the API accepts FRONT_DOOR_TOKEN again');
});

it('reconnects to the API after growing, random delays, with one line in the log', async () => {
  const fake = site();
  fake.isUnavailable = true;
  const { lines, logger } = recordLog();
  const { clock, waits } = testClock();
  await open(fake.api, { clock, logger });
  await until(() => waits.length > 200);
  const longest = [250, 500, 1000, 2000, 4000];
  for (const [index, ms] of waits.entries()) {
    const most = longest[index] ?? 5000;
    expect(ms).toBeGreaterThanOrEqual(most / 2);
    expect(ms).toBeLessThanOrEqual(most);
  }
  expect(new Set(waits.slice(5)).size).toBeGreaterThan(100);
  expect(lines.filter((line) => line.includes('composition events'))).toHaveLength(1);
});

it('an API that ends every stream at once does not get ever more requests', async () => {
  const fake = site();
  const { clock, waits } = testClock();
  const api: Api = (request) =>
    new URL(request.url).pathname === EVENTS ? new Response('', { status: 200 }) : fake.api(request);
  await open(api, { clock });
  await until(() => waits.length > 20);
  for (const ms of waits.slice(5)) expect(ms).toBeGreaterThanOrEqual(2500);
});

/** A stream of events like the API's own, of which a test sees whether it is open. */
function stream(signal: AbortSignal) {
  const counted = { open: true, controller: null as ReadableStreamDefaultController<Uint8Array> | null };
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      counted.controller = controller;
    },
    cancel: () => {
      counted.open = false;
    },
  });
  signal.addEventListener('abort', () => {
    counted.open = false;
  });
  return Object.assign(counted, { response: new Response(body, { headers: { 'content-type': 'text/event-stream' } }) });
}

it('gives up a stream on which nothing comes for a minute, and follows changes on the next', async () => {
  const fake = site();
  const streams: ReturnType<typeof stream>[] = [];
  const api: Api = (request) => {
    if (new URL(request.url).pathname !== EVENTS) return fake.api(request);
    const next = stream(request.signal);
    streams.push(next);
    return next.response;
  };
  const say = (words: string) => streams.at(-1)?.controller?.enqueue(new TextEncoder().encode(words));
  const { lines, logger } = recordLog();
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'performance'] });
  try {
    const door = await open(api, { logger });
    await until(() => streams.length === 1);
    say('event: purge\ndata: key\n\n');
    await until(() => door.followsChanges());
    for (let beats = 0; beats < 10; beats += 1) {
      await jest.advanceTimersByTimeAsync(25_000);
      say(': still here\n\n');
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(door.followsChanges()).toBe(true);
    expect(streams).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(60_000);
    await until(() => streams.length === 2);
    expect(door.followsChanges()).toBe(false);
    expect(streams.map((each) => each.open)).toEqual([false, true]);
    expect(lines).toContain('warn lost the connection to the composition events');
    say('event: purge\ndata: key\n\n');
    await until(() => door.followsChanges());
  } finally {
    jest.useRealTimers();
  }
});

it('leaves no stream open when the composition cannot be read behind it', async () => {
  const fake = site();
  const streams: ReturnType<typeof stream>[] = [];
  const api: Api = (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/api/composition' && streams.length > 0 && streams.length < 10)
      return new Response('', { status: 500 });
    if (pathname !== EVENTS) return fake.api(request);
    const next = stream(request.signal);
    streams.push(next);
    return next.response;
  };
  await open(api);
  await until(() => streams.length === 10);
  expect(streams.map((each) => each.open)).toEqual([...Array(9).fill(false), true]);
});

describe('split mode (API_URL), over connections', () => {
  const listening = async (server: Server) => {
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  };
  /** Sends words from an address; the status, 0 when closed without one. */
  function ask(port: number, from: string, words: string) {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from });
    sockets.push(socket);
    const status = new Promise<number>((resolve) => {
      socket.once('data', (data: Buffer) => resolve(Number(data.toString().slice(9, 12))));
      socket.once('close', () => resolve(0));
      socket.on('error', () => undefined);
    });
    socket.write(words);
    return { socket, status };
  }
  const READ = 'GET /api/content HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
  const FORM = `POST /api/form HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}`;

  async function split() {
    const fake = site();
    fake.token = TOKEN;
    let held = 0;
    const elsewhere = new Hono()
      .get('/api/content', (c) => c.json([]))
      .post('/api/form', async (c) => {
        held += 1;
        await c.req.text();
        return c.json({}, 201);
      })
      .all('*', (c) => fake.api(c.req.raw));
    // As api/src/main.ts makes it, without TRUSTED_PROXIES: every visitor has the front door's address there.
    const apiPort = await listening(createHttpServer(getRequestListener(elsewhere.fetch)));
    const door = await open(createApiProxy(new URL(`http://127.0.0.1:${apiPort}`)), { frontDoorToken: TOKEN });
    const port = await listening(createHttpServer(door.listener));
    await until(() => door.followsChanges());
    return { fake, door, port, held: () => held };
  }
  const visitorsAreServed = async (port: number) => {
    for (let visitor = 1; visitor <= 20; visitor += 1) {
      const asked = [READ, READ, FORM].map((words) => ask(port, `127.0.2.${visitor}`, words).status);
      expect(await Promise.all(asked)).toEqual([200, 200, 201]);
    }
  };

  it('998 event streams of one IP cost no other visitor a read or a form', async () => {
    const { port, fake } = await split();
    const asked = Array.from({ length: 998 }, () =>
      ask(port, '127.0.1.1', `GET ${EVENTS} HTTP/1.1\r\nHost: localhost\r\n\r\n`),
    );
    expect(new Set(await Promise.all(asked.map(({ status }) => status)))).toEqual(new Set([404]));
    expect(fake.listeners()).toBe(1);
    await visitorsAreServed(port);
  });

  it('998 requests of one IP that never end cost no other visitor a read or a form', async () => {
    const { port, door, held } = await split();
    const asked = Array.from({ length: 998 }, () => ask(port, '127.0.1.1', FORM.replace('{}', '{')));
    let refused = 0;
    for (const { status } of asked) void status.then((one) => (refused += one === 503 ? 1 : 0));
    await until(() => held() + refused === 998);
    expect(held()).toBe(300);
    await visitorsAreServed(port);
    expect(door.followsChanges()).toBe(true);
    for (const { socket } of asked) socket.destroy();
    // What has ended is counted no more.
    await until(async () => (await ask(port, '127.0.1.1', READ).status) === 200);
  });

  it('ten IPs that hold all they can leave room for new visitors', async () => {
    const { port } = await split();
    const held = Array.from({ length: 10 }, (_, address) =>
      Array.from({ length: 300 }, () => ask(port, `127.0.1.${address + 1}`, FORM.replace('{}', '{'))),
    );
    await ask(port, '127.0.3.1', READ).status;
    await visitorsAreServed(port);
    expect(held.flat()).toHaveLength(3000);
  });

  it('a response without a body gives its connection back at once', async () => {
    let connections = 0;
    const server = createServer((_, response) => void response.writeHead(304).end());
    server.on('connection', () => (connections += 1));
    const api = createApiProxy(new URL(`http://127.0.0.1:${await listening(server)}`), undefined, { perNetwork: 1 });
    const visitor = { incoming: { socket: { remoteAddress: '203.0.113.9' } } };
    for (let round = 0; round < 10; round += 1)
      await until(async () => (await api(new Request('http://site/api/content'), visitor)).status === 304);
    expect(connections).toBeLessThanOrEqual(2);
  });
});
