import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ComposedRelease } from '@godhuli/contracts/releases';
import { parseTrustedProxies } from '@godhuli/server/client-ip';
import { createFrontDoor, type FrontDoor, type FrontDoorOptions } from './front-door.js';
import { createFakeApi, publish, quiet, release, temporaryFolders, writeShell } from './testing/fake-site.js';

/** Each page says the how manieth render it is, so that a test sees what was rendered and what came from memory. */
const SERVER = `let renders = 0;
exports.render = ({ url, data, origin }) => {
  renders += 1;
  if (url.includes('broken')) throw new Error('broken');
  if (url.includes('large')) url += ' ' + 'x'.repeat(600000);
  return { html: '<h1>' + data['/api/stats'][0].number + ' ' + url + '</h1><p>render ' + renders + '</p>', head: '<link rel="canonical" href="' + origin + '">', data };
};`;
const PUBLIC_FILES = { 'remoteEntry.js': `var a = ${JSON.stringify('x'.repeat(1000))};`, 'server.cjs': SERVER };
const LEGACY_FILES = { 'remoteEntry.js': 'var b;' };
const OURS = { publicOrigin: 'http://studio.example' };

const folders = temporaryFolders();
const shellDirectory = folders.create();
writeShell(shellDirectory);
const doors: FrontDoor[] = [];
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
  for (const door of doors.splice(0)) door.close();
});
afterAll(() => folders.removeAll());

function siteOf(more: Partial<ComposedRelease> = {}) {
  const live = release('public-site', '1.0.0-aaaaaaaaaaaa', PUBLIC_FILES, { serverData: ['/api/stats'], ...more });
  const legacy = release('legacy-admin', '2.0.0-bbbbbbbbbbbb', LEGACY_FILES, { routes: ['/', '/dashboard'] });
  const fake = createFakeApi({
    generation: 1,
    remotes: { 'public-site': { live, previous: null }, 'legacy-admin': { live: legacy, previous: null } },
  });
  fake.data.set('/api/stats', [{ number: '500+' }]);
  publish(fake, live, PUBLIC_FILES);
  publish(fake, legacy, LEGACY_FILES);
  return fake;
}

interface Asked {
  method?: string;
  host?: string;
  /** the network, as a trusted proxy tells it */
  from?: string;
  headers?: Record<string, string>;
}

/** The front door on a port behind a trusted proxy. `fromMemory` counts the answers that no render and no route made. */
async function open(fake = siteOf(), address: FrontDoorOptions['site'] = OURS, trustedProxies = '127.0.0.1') {
  let now = 1_000_000;
  let fromMemory = 0;
  const warnings: string[] = [];
  const door = await createFrontDoor({
    ...{ api: fake.api, shellDirectory, dataDirectory: folders.create() },
    site: { ...address, trustedProxies: parseTrustedProxies(trustedProxies) },
    logger: { ...quiet, warn: (_details, message) => void warnings.push(message) },
    clock: { now: () => now, elapsed: () => now, wait: () => new Promise<void>((resolve) => setImmediate(resolve)) },
    onCacheHit: () => {
      fromMemory += 1;
    },
  });
  doors.push(door);
  while (!door.followsChanges()) await new Promise(setImmediate);
  const server = createServer(door.listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const get = async (path: string, { method, host = 'studio.example', from = '203.0.113.9', headers }: Asked = {}) => {
    const sent = httpRequest({
      ...{ port, path, method, host: '127.0.0.1' },
      headers: { host, 'x-forwarded-for': from, ...headers },
    }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    return { status: response.statusCode, etag: response.headers.etag, text: Buffer.concat(chunks).toString('latin1') };
  };
  const advance = (ms: number) => {
    now += ms;
  };
  return { get, advance, warnings, fromMemory: () => fromMemory };
}

const renderOf = (text: string) => Number(/<p>render (\d+)</.exec(text)?.[1] ?? Number.NaN);

it('gives the very bytes of / for every unknown query, from memory, and renders it once', async () => {
  const { get, fromMemory } = await open();
  const page = await get('/');
  const queries = ['?', '?x', '?__proto__=1', '?%E0%A4%A', '?utm_source=advert&gclid=1', '?preview=1', '?a=1?b=2'];
  const many = Array.from({ length: 100 }, (_, number) => `?x=${number}${'y'.repeat(number * 70)}`);
  for (const query of [...queries, ...many]) expect((await get(`/${query}`)).text).toBe(page.text);
  expect(fromMemory()).toBe(queries.length + many.length);
  expect(renderOf(page.text)).toBe(1);
});

it('caches one response for all spellings of a path, host and header that get the same bytes', async () => {
  const { get, fromMemory } = await open();
  const known: [string, string, string][] = [
    ['/', 'br', '/'],
    ['/admin-old', 'br', '/admin-old/?x=1'],
    ['/admin-old/dashboard', 'br', '/admin-old/dashboard/'],
    ['/api/stats', 'identity', '/api/stats?x=1'],
  ];
  for (const [path, encoding, other] of known) {
    const first = await get(path, { headers: { 'accept-encoding': encoding } });
    const before = fromMemory();
    const again = [
      await get(other, { headers: { 'accept-encoding': encoding } }),
      await get(other, { headers: { 'accept-encoding': `${encoding};q=0.123, x;q=0.5`, 'accept-language': 'mr' } }),
      await get(other, { headers: { 'accept-encoding': encoding, 'x-forwarded-host': 'evil.example' } }),
      await get(other, { host: '10.1.2.3:4567', headers: { 'accept-encoding': encoding } }),
    ];
    for (const { text } of again) expect({ path, text }).toEqual({ path, text: first.text });
    const head = await get(other, { method: 'HEAD', headers: { 'accept-encoding': encoding } });
    expect(head.etag).toEqual(first.etag);
    expect(head.text).toBe('');
    expect({ path, fromMemory: fromMemory() - before }).toEqual({ path, fromMemory: 5 });
  }
});

it('gives the pages of unknown paths, other cases and encoded spellings from no cache', async () => {
  const { get, fromMemory } = await open();
  await get('/');
  for (const path of ['/nowhere', '/ADMIN', '/%61dmin', '/admin-old/nowhere', '//', '/?x=1/../..//', '/API/stats'])
    for (const status of [404, 404])
      expect({ path, status: (await get(path)).status }).toEqual({ path, status: path[1] === '?' ? 200 : status });
  expect(fromMemory()).toBe(2);
});

it('renders a release from the query parameters that it names, whatever other parameters are around them', async () => {
  const { get } = await open(siteOf({ queryParameters: ['type', 'page'] }));
  const first = await get('/?type=wedding&page=2');
  expect(first.text).toContain('<h1>500+ /?type=wedding&page=2</h1>');
  for (const query of ['?page=2&type=wedding', '?x=1&type=wedding&utm=2&page=2#there'])
    expect((await get(`/${query}`)).text).toBe(first.text);
  expect((await get('/?Type=wedding')).text).toContain('<h1>500+ /</h1>');
  expect((await get(`/?type=${'w'.repeat(300)}`)).text).toContain('<h1>500+ /</h1>');
});

it('a network that invents many pages gets them unrendered; shared pages and others stay rendered', async () => {
  const fake = siteOf({ routes: ['/', '/album/*'] });
  const { get, advance, warnings } = await open(fake);
  const greedy = async (count: number, from: (number: number) => string) => {
    const pages: string[] = [];
    for (let number = 0; number < count; number += 1)
      pages.push((await get(`/album/${pages.length}-${Math.random()}`, { from: from(number) })).text);
    return pages.filter((text) => text.includes('data-rendered')).length;
  };
  const inHousehold = (number: number) => `2001:db8:0:7:${number.toString(16)}::1`;
  expect(await greedy(100, inHousehold)).toBe(60);
  const unrendered = await get('/album/new', { from: inHousehold(1) });
  expect(unrendered.status).toBe(200);
  expect(unrendered.text).toContain('500+');
  expect((await get('/album/other', { from: inHousehold(2) })).text).toBe(unrendered.text);
  // A carrier's network with one attacker behind it.
  expect((await get('/', { from: inHousehold(3) })).text).toContain('<h1>500+ /</h1>');
  expect((await get('/album/new', { from: '2001:db8:0:8::1' })).text).toContain('<h1>500+ /album/new</h1>');
  expect((await get('/album/new/', { from: inHousehold(4) })).text).toContain('<h1>500+ /album/new</h1>');
  advance(10_000);
  expect(await greedy(20, inHousehold)).toBe(10);
  expect(fake.reports).toEqual([]);
  expect(new Set(warnings)).toEqual(
    new Set(['a network has used up its render budget; browsers will render its pages']),
  );
});

it('pages that no longer fit in the memory cost budget again, except once after a change of the data', async () => {
  const fake = siteOf({ routes: ['/', '/album/*'] });
  const { get } = await open(fake);
  const renders = new Set<number>();
  /** Asks for more pages than are kept. @returns how many were rendered for it */
  const round = async () => {
    const before = renders.size;
    for (let number = 0; number < 20; number += 1) {
      const render = renderOf((await get(`/album/large-${number}`)).text);
      if (render > 0) renders.add(render);
    }
    return renders.size - before;
  };
  expect(await round()).toBe(20);
  expect(await round()).toBe(20);
  expect(await round()).toBe(20);
  expect(await round()).toBe(0);
  fake.data.set('/api/stats', [{ number: '600+' }]);
  await get('/api/stats/1', { method: 'PUT' });
  expect(await round()).toBe(20);
  expect(await round()).toBe(0);
});

it('the networks of one /48 get four times the renders of one, and another /48 its own', async () => {
  const { get, advance } = await open(siteOf({ routes: ['/', '/album/*'] }));
  const rendered = async (count: number, from: (number: number) => string) => {
    let sum = 0;
    for (let number = 0; number < count; number += 1)
      sum += Number((await get(`/album/${Math.random()}`, { from: from(number) })).text.includes('data-rendered'));
    return sum;
  };
  expect(await rendered(300, (number) => `2001:db8:1:${number.toString(16)}::1`)).toBe(240);
  expect(await rendered(5, (number) => `2001:db8:2:${number}::1`)).toBe(5);
  advance(5000);
  expect(await rendered(40, (number) => `2001:db8:1:a${number}::1`)).toBe(20);
});

it('an IP that a visitor claims without a trusted proxy gives no further renders', async () => {
  const { get } = await open(siteOf({ routes: ['/', '/album/*'] }), OURS, '10.0.0.1');
  let rendered = 0;
  for (let number = 0; number < 80; number += 1)
    rendered += Number(
      (await get(`/album/${number}`, { from: `198.51.100.${number}` })).text.includes('data-rendered'),
    );
  expect(rendered).toBe(60);
});

it('a page that fails where a visitor sent it does not stop the rendering of others', async () => {
  const fake = siteOf({ routes: ['/', '/album/*'] });
  const { get } = await open(fake);
  for (let number = 0; number < 5; number += 1)
    expect((await get(`/album/broken-${number}`)).text).not.toContain('data-rendered');
  expect((await get('/')).text).toContain('<h1>500+ /</h1>');
});

it('three failures in a row of one customer stop their pages for 30 seconds, and those of nobody else', async () => {
  const { get, advance } = await open(siteOf({ routes: ['/', '/album/*'] }));
  const isRendered = async (path: string, from: string) => (await get(path, { from })).text.includes('data-rendered');
  for (let number = 0; number < 5; number += 1) await get(`/album/broken-${number}`, { from: '203.0.113.9' });
  expect(await isRendered('/album/theirs', '203.0.113.9')).toBe(false);
  expect(await isRendered('/', '203.0.113.9')).toBe(true);
  expect(await isRendered('/album/other', '203.0.113.10')).toBe(true);
  advance(30_001);
  expect(await isRendered('/album/theirs', '203.0.113.9')).toBe(true);
});

it('a route that fails for three customers in a row is not rendered for 30 seconds; other routes are', async () => {
  const routeData = [{ route: '/story/*', serverData: ['/api/stats'] }];
  const fake = siteOf({ routes: ['/', '/album/*', '/story/*'], routeData });
  const { get, advance, warnings } = await open(fake);
  const load = async (path: string) => (await get(path, { from: '203.0.113.4' })).text;
  for (const customer of [1, 2, 3]) await get(`/album/broken-${customer}`, { from: `203.0.113.${customer}` });
  const paused = await load('/album/fine');
  expect(paused).not.toContain('data-rendered');
  expect(await load('/album/broken-4')).toBe(paused);
  expect(warnings.at(-1)).toBe('server rendering is paused after repeated failures; browsers will render some pages');
  expect(await load('/story/fine')).toContain('<h1>500+ /story/fine</h1>');
  expect(await load('/')).toContain('<h1>500+ /</h1>');
  advance(30_001);
  expect(await load('/album/fine')).toContain('<h1>500+ /album/fine</h1>');
  expect(fake.reports).toHaveLength(3);
});

it('a page waits a second for those of other customers, then the browser renders it', async () => {
  const fake = siteOf({ routes: ['/', '/album/*'] });
  const build = '/api/remotes/public-site/releases/1.0.0-aaaaaaaaaaaa/files/server.cjs';
  let sendBuild = () => {};
  fake.slow.set(build, new Promise<void>((resolve) => (sendBuild = resolve)));
  const { get, warnings } = await open(fake);
  const first = get('/album/first', { from: '203.0.113.1' });
  // The front door saves the build to its disk, and the first page needs it.
  while (fake.requests.filter((request) => request === `GET ${build}`).length < 2) await new Promise(setImmediate);
  const load = async () => (await get('/album/second', { from: '203.0.113.2' })).text;
  expect(await load()).not.toContain('data-rendered');
  expect(warnings).toContain('the render queue is slow; browsers will render some pages');
  sendBuild();
  expect((await first).text).toContain('<h1>500+ /album/first</h1>');
  expect(await load()).toContain('<h1>500+ /album/second</h1>');
});

it('hosts that nobody configured cost budget, and displace no page of a configured one', async () => {
  const { get } = await open(siteOf(), { allowedHosts: ['studio.example'] });
  const page = await get('/');
  expect(page.text).toContain('canonical" href="http://studio.example"');
  const others: string[] = [];
  for (let number = 0; number < 100; number += 1) {
    const { text } = await get('/', { host: `192.0.2.1:${1000 + number}` });
    others.push(text);
    if (text.includes('data-rendered')) expect(text).toContain(`canonical" href="http://192.0.2.1:${1000 + number}"`);
  }
  expect(others.filter((text) => text.includes('data-rendered'))).toHaveLength(60);
  expect((await get('/')).text).toBe(page.text);
});

it('hosts that a visitor makes up, where none is configured, add no entries to the cache', async () => {
  const { get, fromMemory } = await open(siteOf(), {});
  await get('/api/stats', { host: 'first.localhost' });
  const data = await get('/api/stats', { host: 'second.localhost' });
  expect(data.status).toBe(200);
  expect(fromMemory()).toBe(1);
  const page = await get('/admin-old', { host: '192.0.2.1:1' });
  expect((await get('/admin-old', { host: '192.0.2.1:2' })).text).toBe(page.text);
  expect(fromMemory()).toBe(2);
  const rendered = [await get('/', { host: '192.0.2.1:1' }), await get('/', { host: '192.0.2.1:2' })];
  expect(rendered.map(({ text }) => /canonical" href="([^"]*)/.exec(text)?.[1])).toEqual([
    'http://192.0.2.1:1',
    'http://192.0.2.1:2',
  ]);
  expect(fromMemory()).toBe(2);
  expect((await get('/api/stats', { host: 'elsewhere.example' })).status).toBe(421);
});

it('after a save many visitors at once get the new page from one render', async () => {
  const fake = siteOf();
  const { get } = await open(fake);
  expect(renderOf((await get('/')).text)).toBe(1);
  fake.data.set('/api/stats', [{ number: '600+' }]);
  const asked = fake.requests.length;
  await get('/api/stats/1', { method: 'PUT' });
  const pages = await Promise.all(Array.from({ length: 50 }, (_, visitor) => get(`/?visitor=${visitor}`)));
  expect(new Set(pages.map(({ text }) => renderOf(text)))).toEqual(new Set([2]));
  for (const { text } of pages) expect(text).toContain('<h1>600+ /</h1>');
  expect(fake.requests.slice(asked).filter((request) => request === 'GET /api/stats')).toHaveLength(1);
});

it('a save of something else renders no page again', async () => {
  const fake = siteOf();
  const { get } = await open(fake);
  const page = await get('/');
  await get('/api/stats/1', { method: 'PUT' });
  expect((await get('/')).text).toBe(page.text);
});

it('anonymous writes that changed nothing make nobody wait for a new page', async () => {
  const { get, fromMemory } = await open();
  const page = await get('/');
  const before = fromMemory();
  for (const path of ['/api/none', '/inquiries', '/api/composition/reports', '/preview/leave', '/'])
    await get(path, { method: 'POST', headers: { 'content-type': 'application/json' } });
  expect((await get('/')).text).toBe(page.text);
  expect(fromMemory()).toBe(before + 1);
});
