import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PageComposition } from '@godhuli/contracts/page';
import { createFrontDoor, type FrontDoor } from './front-door.js';
import { createFakeApi, publish, quiet, release, temporaryFolders, writeShell } from './testing/fake-site.js';

/** Each page shows its URL, the names of its data, and how many pages have been rendered before it. */
const SERVER = `let renders = 0;
exports.render = ({ url, data }) => {
  renders += 1;
  const photo = data['/api/photos' + url.slice(2)];
  const html = '<h1>' + (photo ? photo.title : 'none') + '</h1><p>' + url + ' ' + Object.keys(data) + '</p><i>' + renders + '</i>';
  return { html, head: '<title>x</title>', data, ...(photo === null ? { status: 404 } : {}) };
};`;
const FILES = { 'remoteEntry.js': 'var a;', 'server.cjs': SERVER };
const STAFF_FILES = { 'remoteEntry.js': 'var b;' };

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

const LISTS = [
  { route: '/portfolio/*', serverData: [], sitemap: 'categories' as const },
  { route: '/mr/portfolio/*', serverData: [], sitemap: 'categories' as const, lang: 'mr' as const },
  { route: '/films/*', serverData: [], sitemap: 'films' as const },
  { route: '/mr/films/*', serverData: [], sitemap: 'films' as const, lang: 'mr' as const },
];

async function open({ hasLists = false } = {}) {
  const live = release('public-site', '1.0.0-aaaaaaaaaaaa', FILES, {
    routes: [
      ...['/', '/mr', '/hi', '/p/*', '/mr/p/*', '/hi/p/*', '/packages', '/hi/packages', '/g/*'],
      ...(hasLists ? ['/portfolio', '/mr/portfolio', ...LISTS.map(({ route }) => route)] : []),
    ],
    serverData: ['/api/stats'],
    routeData: [
      { route: '/p/*', serverData: ['/api/photos/{1}', '/api/content'], sitemap: 'photos' },
      { route: '/mr/p/*', serverData: ['/api/content'], sitemap: 'photos', lang: 'mr' },
      { route: '/hi/p/*', serverData: ['/api/content'], sitemap: 'photos', lang: 'hi' },
      { route: '/packages', serverData: ['/api/packages'] },
      { route: '/g/*', serverData: ['/api/clients/{1}'] },
      ...(hasLists ? LISTS : []),
    ],
  });
  const staff = release('admin-portal', '2.0.0-bbbbbbbbbbbb', STAFF_FILES);
  const fake = createFakeApi({
    generation: 1,
    remotes: { 'public-site': { live, previous: null }, 'admin-portal': { live: staff, previous: null } },
  });
  publish(fake, live, FILES);
  publish(fake, staff, STAFF_FILES);
  for (const path of ['stats', 'content', 'packages']) {
    fake.data.set(`/api/${path}`, []);
    fake.tags.set(`/api/${path}`, path);
  }
  for (const slug of ['dusk', 'dawn']) {
    fake.data.set(`/api/photos/${slug}`, { title: slug });
    fake.tags.set(`/api/photos/${slug}`, 'portfolio');
  }
  let now = 1_000_000;
  let stepMs = 0;
  const door = await createFrontDoor({
    ...{ api: fake.api, shellDirectory, dataDirectory: folders.create(), logger: quiet },
    site: { publicOrigin: 'http://127.0.0.1' },
    clock: {
      now: () => now + stepMs,
      elapsed: () => now,
      wait: () => new Promise<void>((resolve) => setImmediate(resolve)),
    },
  });
  doors.push(door);
  while (!door.followsChanges()) await new Promise(setImmediate);
  const server = createServer(door.listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' });
    const text = await response.text();
    const page = () =>
      JSON.parse(/id="composition">([^<]*)</.exec(text)?.[1] ?? '') as Pick<PageComposition, 'scripts' | 'generation'>;
    return {
      ...{ status: response.status, text, page, cacheControl: response.headers.get('cache-control') },
      location: response.headers.get('location'),
      sniffing: response.headers.get('x-content-type-options'),
      shown: `${/<h1>(.*?)<\/h1>/.exec(text)?.[1]}: ${/<p>(.*?)<\/p>/.exec(text)?.[1]}`,
      render: Number(/<i>(\d+)<\/i>/.exec(text)?.[1] ?? Number.NaN),
    };
  };
  const advance = (ms: number) => {
    now += ms;
  };
  const stepBack = () => {
    stepMs -= 3_600_000;
  };
  return { fake, get, advance, stepBack };
}

it('a page gets the data of its route alone, with the segment of its URL', async () => {
  const { get } = await open();
  expect((await get('/')).shown).toBe('none: / /api/stats');
  expect((await get('/packages')).shown).toBe('none: /packages /api/packages');
  expect((await get('/p/dusk')).shown).toBe('dusk: /p/dusk /api/content,/api/photos/dusk');
  expect((await get('/p/dawn/?x=1')).shown).toBe('dawn: /p/dawn /api/content,/api/photos/dawn');
});

it.each([
  ['/films', '/portfolio'],
  ['/films/', '/portfolio'],
  ['/p', '/portfolio'],
  ['/mr/films?x=1', '/mr/portfolio'],
])('STORY-4 %s, the shortened URL of one page, leads to the list %s', async (path, list) => {
  const { get } = await open({ hasLists: true });
  const { status, location } = await get(path);
  expect(status).toBe(302);
  expect(location).toBe(list);
});

it('STORY-4 a redirect to a list has the common headers', async () => {
  const { get } = await open({ hasLists: true });
  expect((await get('/p')).sniffing).toBe('nosniff');
});

it.each(['/portfolio', '/films/dusk', '/g', '/hi/p'])('STORY-4 %s leads to no list', async (path) => {
  const { get } = await open({ hasLists: true });
  expect((await get(path)).location).toBeNull();
});

it('every page of the public zone loads the shell without a router', async () => {
  const { get } = await open();
  const scripts = (await get('/p/dusk')).page().scripts.map(({ src }) => src);
  expect(scripts[0]).toBe('/assets/one-page.0123456789ab.js');
});

it('a page is rendered again when its own data changes, not when that of another one does', async () => {
  const { get, fake } = await open();
  const first = await get('/p/dusk');
  fake.data.set('/api/photos/dawn', { title: 'new' });
  fake.purge('portfolio');
  expect((await get('/p/dusk')).text).toBe(first.text);
  fake.data.set('/api/photos/dusk', { title: 'later' });
  fake.purge('portfolio');
  while ((await get('/p/dusk')).shown.startsWith('dusk')) await new Promise(setImmediate);
  expect((await get('/p/dusk')).shown).toBe('later: /p/dusk /api/content,/api/photos/dusk');
});

it('all URLs for which the API has nothing share one page with status 404, rendered once', async () => {
  const { get } = await open();
  const first = await get('/p/nothing');
  expect(first.status).toBe(404);
  expect(first.shown).toBe('none: /p/* /api/content,/api/photos/*');
  expect(first.cacheControl).toBe('no-cache');
  for (let number = 0; number < 150; number += 1) expect((await get(`/p/made-up-${number}`)).text).toBe(first.text);
});

it('a segment that is no name never becomes part of a request to the API', async () => {
  const { get, fake } = await open();
  for (const path of [
    '/p',
    '/p/',
    '/p/*',
    '/p/A',
    '/p/..%2fstats',
    '/p/a/b',
    '/p/%00',
    '/p/a%3Fb',
    `/p/${'x'.repeat(121)}`,
  ])
    expect({ path, status: (await get(path)).status }).toEqual({ path, status: 404 });
  expect(fake.requests.filter((request) => request.includes('photos'))).toEqual([]);
});

it('a photo that is deleted is not found at once, and stays so while the API is unavailable', async () => {
  const { get, fake, advance } = await open();
  expect((await get('/p/dusk')).status).toBe(200);
  fake.data.delete('/api/photos/dusk');
  fake.purge('portfolio');
  while ((await get('/p/dusk')).status === 200) await new Promise(setImmediate);
  fake.isUnavailable = true;
  fake.purge('portfolio');
  advance(5000);
  const { status, text } = await get('/p/dusk');
  expect(status).toBe(404);
  expect(text).not.toContain('dusk');
});

it('while the API is unavailable, known pages are served and for others 503 says that nobody knows', async () => {
  const { get, fake, advance } = await open();
  const known = await get('/p/dusk');
  fake.isUnavailable = true;
  fake.purge('portfolio');
  expect((await get('/p/dusk')).shown).toBe(known.shown);
  for (const path of ['/p/dawn', '/p/made-up']) {
    const { status, text } = await get(path);
    expect({ path, status }).toEqual({ path, status: 503 });
    expect(text).not.toContain('data-rendered');
  }
  fake.isUnavailable = false;
  advance(1001);
  expect((await get('/p/dawn')).status).toBe(200);
});

it('a route whose data cannot be read takes no data from another route', async () => {
  const { get, fake } = await open();
  const failure = Promise.reject(new Error('no'));
  failure.catch(() => undefined);
  fake.slow.set('/api/clients/x', failure);
  expect((await get('/g/x')).status).toBe(503);
  expect((await get('/p/dawn')).status).toBe(200);
});

it('a network without render budget gets a page for the browser to render, without other data', async () => {
  const { get, fake } = await open();
  for (let number = 0; number < 60; number += 1) {
    fake.data.set(`/api/photos/own-${number}`, { title: `own ${number}` });
    await get(`/p/own-${number}`);
  }
  const { status, text } = await get('/p/dusk');
  expect(status).toBe(200);
  expect(text).not.toContain('data-rendered');
  expect(text).toContain('/api/content');
  expect(text).not.toContain('photos/');
});

it('a clock that steps back does not delay the next read of data that could not be read', async () => {
  const { get, fake, advance, stepBack } = await open();
  const failure = Promise.reject(new Error('no'));
  failure.catch(() => undefined);
  fake.slow.set('/api/photos/dawn', failure);
  expect((await get('/p/dawn')).status).toBe(503);
  fake.slow.clear();
  stepBack();
  advance(1001);
  expect((await get('/p/dawn')).status).toBe(200);
});

it('a clock that steps back does not keep a network without render budget', async () => {
  const { get, fake, advance, stepBack } = await open();
  for (let number = 0; number < 60; number += 1) {
    fake.data.set(`/api/photos/own-${number}`, { title: `own ${number}` });
    await get(`/p/own-${number}`);
  }
  expect((await get('/p/dusk')).text).not.toContain('data-rendered');
  stepBack();
  advance(1000);
  expect((await get('/p/dusk')).shown).toBe('dusk: /p/dusk /api/content,/api/photos/dusk');
});

it('LANG-12 the sitemap has the pages of the release, and each entry once in each offered language', async () => {
  const { get, fake } = await open();
  const media = { id: 'a'.repeat(64), width: 1800 };
  fake.data.set('/api/sitemap', ['photos-1', 'photos-31', 'stories-1']);
  fake.data.set('/api/sitemap/languages', ['mr']);
  fake.data.set('/api/sitemap/photos-31', [
    { slug: 'dusk', title: 'Dusk & dawn', titles: { mr: 'सांज' }, media },
    { slug: 'dawn', title: 'Dawn', titles: {}, media: null },
  ]);
  const locations = async (path: string) => (await get(path)).text.match(/(?<=<(image:)?loc>)[^<]*/g);
  const origin = 'http://127.0.0.1';
  expect(await locations('/sitemap.xml')).toEqual([
    `${origin}/sitemaps/pages.xml`,
    `${origin}/sitemaps/photos-1.xml`,
    `${origin}/sitemaps/photos-31.xml`,
  ]);
  const pages = ['/', '/mr', '/hi', '/packages', '/hi/packages'].map((path) => origin + path);
  expect(await locations('/sitemaps/pages.xml')).toEqual(pages.filter((page) => !page.includes('/hi')));
  // An older API does not tell the languages.
  const old = await open();
  old.fake.data.set('/api/sitemap', []);
  expect((await old.get('/sitemaps/pages.xml')).text.match(/(?<=<loc>)[^<]*/g)).toEqual(pages);
  expect(await locations('/sitemaps/photos-31.xml')).toEqual([
    `${origin}/p/dusk`,
    `${origin}/media/${media.id}/1800.v3.jpg`,
    `${origin}/mr/p/dusk`,
    `${origin}/media/${media.id}/1800.v3.jpg`,
    `${origin}/p/dawn`,
  ]);
  expect((await get('/sitemaps/photos-31.xml')).text.match(/(?<=<image:title>)[^<]*/g)).toEqual([
    'Dusk &amp; dawn',
    'सांज',
  ]);
  // A character that XML does not allow, and an older API without titles.
  fake.data.set('/api/sitemap/photos-1', [
    { slug: 'noon', title: 'No\uffffon', titles: {}, media },
    { slug: 'rain', media },
  ]);
  const { text } = await get('/sitemaps/photos-1.xml');
  expect(text.match(/(?<=<image:title>)[^<]*/g)).toEqual(['Noon']);
  expect(text.match(/(?<=<loc>)[^<]*/g)).toEqual([`${origin}/p/noon`, `${origin}/p/rain`]);
  for (const path of ['/sitemaps/photos-2.xml', '/sitemaps/stories-1.xml', '/sitemaps/x'])
    expect({ path, status: (await get(path)).status }).toEqual({ path, status: 404 });
});
