import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import {
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
} from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join, relative } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { FIRST_VIEW_END } from '@godhuli/contracts/host';
import { DOCUMENT_CHECK, type PageComposition } from '@godhuli/contracts/page';
import { PREVIEW_COOKIE } from '@godhuli/contracts/preview';
import type { ComposedRelease, Composition } from '@godhuli/contracts/releases';
import { parseTrustedProxies } from '@godhuli/server/client-ip';
import { urlAt } from '@godhuli/server/listen';
import { createFrontDoor, type FrontDoor, type FrontDoorOptions } from './front-door.js';
import {
  BOOT,
  createFakeApi,
  type FakeApi,
  publish,
  quiet,
  release,
  temporaryFolders,
  writeShell,
} from './testing/fake-site.js';

const ENTRY = `var container = ${JSON.stringify('x'.repeat(1000))};`;
const SERVER = `exports.render = ({ url, data, release }) => ({
  html: '<h1>' + (data['/api/stats'] ? data['/api/stats'][0].number : 'none') + ' ' + url + '</h1>',
  head: '<title>Godhuli ' + release.version + '</title><script type="application/ld+json">{}</script>',
  data,
});`;
/** A document that asks whether it is current. */
const CHECK = { [DOCUMENT_CHECK]: '1' };
const PUBLIC_FILES = { 'remoteEntry.js': ENTRY, 'remote.1.js': 'self.a = 1', 'server.cjs': SERVER };
const STAFF_FILES = { 'remoteEntry.js': `${ENTRY}//staff`, 'remote.2.js': 'self.b = 1' };
const LEGACY_FILES = { 'remoteEntry.js': `${ENTRY}//legacy` };

const folders = temporaryFolders();
const shellDirectory = folders.create();
writeShell(shellDirectory);
const doors: FrontDoor[] = [];
afterEach(() => {
  for (const door of doors.splice(0)) door.close();
});
afterAll(() => folders.removeAll());

const publicRelease = (files: Record<string, string> = PUBLIC_FILES, version = '1.0.0-aaaaaaaaaaaa') =>
  release('public-site', version, files, { serverData: ['/api/stats'] });

/** Holds the response of `/api/stats` back. @returns what lets it come */
function holdStats(fake: FakeApi): () => void {
  let respond = (): void => undefined;
  fake.slow.set(
    '/api/stats',
    new Promise((resolve) => {
      respond = resolve;
    }),
  );
  return respond;
}

function siteOf(live: ComposedRelease, files: Record<string, string> = PUBLIC_FILES): FakeApi {
  const staff = release('admin-portal', '2.0.0-bbbbbbbbbbbb', STAFF_FILES, {
    routes: ['/', '/dashboard', '/dashboard/gallery'],
  });
  const legacy = release('legacy-admin', '3.0.0-cccccccccccc', LEGACY_FILES);
  const composition: Composition = {
    generation: 1,
    remotes: {
      'public-site': { live, previous: null },
      'admin-portal': { live: staff, previous: null },
      'legacy-admin': { live: legacy, previous: null },
    },
  };
  const fake = createFakeApi(composition);
  fake.data.set('/api/stats', [{ number: '500+' }]);
  publish(fake, live, files);
  publish(fake, staff, STAFF_FILES);
  publish(fake, legacy, LEGACY_FILES);
  return fake;
}

/** A clock that stands still until it is moved, and whose waits end at once. */
function testClock() {
  let now = 1_000_000;
  let stepMs = 0;
  return {
    now: () => now + stepMs,
    elapsed: () => now,
    wait: () => new Promise<void>((resolve) => setImmediate(resolve)),
    advance(ms: number) {
      now += ms;
    },
    /** As a clock that was an hour ahead is corrected. */
    stepBack() {
      stepMs -= 3_600_000;
    },
  };
}

async function open(
  fake: FakeApi,
  dataDirectory = folders.create(),
  clock = testClock(),
  onCacheHit?: (status: number) => void,
  more: Partial<FrontDoorOptions> = {},
) {
  const door = await createFrontDoor({
    api: fake.api,
    shellDirectory,
    dataDirectory,
    logger: quiet,
    clock,
    onCacheHit,
    ...more,
  });
  doors.push(door);
  // Nothing is kept before the API has said that it will tell of changes.
  if (!fake.isUnavailable) await until(() => door.followsChanges());
  const request = (path: string, init?: RequestInit) => Promise.resolve(door.app.request(path, init));
  return { door, request, clock, dataDirectory };
}

const jsonIn = (html: string, id: string) => JSON.parse(new RegExp(`id="${id}">([^<]*)<`).exec(html)?.[1] ?? '');
const compositionIn = (html: string): PageComposition => ({
  ...jsonIn(html, 'composition'),
  data: jsonIn(html, 'page-data'),
});

/** Waits for something that another process or stream brings about. */
async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 2000; tries += 1) {
    if (await condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  throw new Error('the condition was never met');
}

it('ROUTE-1 ROUTE-2 ROUTE-3 serves every route that a release names with a document of its zone alone', async () => {
  const { request } = await open(siteOf(publicRelease()));
  for (const [path, remote] of [
    ['/', 'public-site'],
    ['/admin', 'admin-portal'],
    ['/admin/dashboard/', 'admin-portal'],
    ['/admin/dashboard/gallery', 'admin-portal'],
    ['/admin-old', 'legacy-admin'],
  ] as const) {
    const response = await request(path);
    expect({ path, status: response.status }).toEqual({ path, status: 200 });
    const page = compositionIn(await response.text());
    expect(Object.keys(page.remotes)).toEqual([remote]);
    expect(page.mount.remote).toBe(remote);
    expect(page.scripts.map(({ src }) => src)).toContain(`${page.remotes[remote]?.live.baseUrl}remoteEntry.js`);
  }
});

it('a document loads the shell that its zone needs: visitors never load a router', async () => {
  const { request } = await open(siteOf(publicRelease()));
  const shellOf = async (path: string) => compositionIn(await (await request(path)).text()).scripts[0]?.src;
  expect(await shellOf('/')).toBe('/assets/one-page.0123456789ab.js');
  expect(await shellOf('/admin')).toBe('/assets/shell.0123456789ab.js');
});

it('counts what it serves itself, and leaves the rest to the API', async () => {
  const counted: string[] = [];
  const door = await createFrontDoor({
    ...{ api: siteOf(publicRelease()).api, shellDirectory, dataDirectory: folders.create() },
    ...{ logger: quiet, clock: testClock() },
    count: async (c, next) => {
      await next();
      counted.push(`${c.req.path} ${c.res.status}`);
    },
  });
  doors.push(door);
  for (const path of ['/', '/nowhere', '/livez', '/api/content', '/api', '/media/x/480.avif']) {
    await (await door.app.request(path)).body?.cancel();
  }
  expect(counted).toEqual(['/ 200', '/nowhere 404', '/livez 200']);
});

it('ROUTE-4 serves an unknown path with 404 and the text of the router', async () => {
  const { request } = await open(siteOf(publicRelease()));
  for (const path of [
    '/nowhere',
    '/admin/nowhere',
    '/admin-old/x',
    '/admin/dashboard/gallery/1',
    '/remotes',
    '/index.html',
  ]) {
    const response = await request(path);
    expect({ path, status: response.status }).toEqual({ path, status: 404 });
    expect(await response.text()).toContain('Unexpected Application Error!');
  }
  expect((await request('/', { method: 'DELETE' })).status).toBe(404);
});

it.each([
  ['/nothing', '<html lang="en-IN">', 'Back to Website'],
  ['/mr/nothing', '<html lang="mr">', 'संकेतस्थळावर परत'],
  ['/hi/p/nothing/x', '<html lang="hi">', 'वेबसाइट पर वापस'],
  ['/mrunal', '<html lang="en-IN">', 'Back to Website'],
])('ROUTE-4 LANG-4 the page for the unknown path %s is in its language', async (path, html, words) => {
  const { request } = await open(siteOf(publicRelease()));
  const response = await request(path);
  expect(response.status).toBe(404);
  const text = await response.text();
  expect(text).toContain(html);
  expect(text).toContain(words);
});

it('ROUTE-4 a remote with the route /** shows its own page for an unknown path, with status 404', async () => {
  const fake = siteOf(publicRelease());
  fake.composition.remotes['admin-portal']?.live.routes.push('/**');
  const { request } = await open(fake);
  const [page, unknown] = [await request('/admin/dashboard'), await request('/admin/nowhere')];
  expect(page.status).toBe(200);
  expect(unknown.status).toBe(404);
  // The words are there before any script runs, and without scripts.
  const words = 'Unexpected Application Error! (404 Not Found)';
  expect(await page.text()).not.toContain(words);
  expect(await unknown.text()).toContain(`<noscript><p class="shell-loading">${words}</p></noscript>`);
  expect((await request('/admin//nowhere')).status).toBe(404);
  expect((await request('/nowhere')).status).toBe(404);
});

it('sends strict headers with every document; the policy allows the one inline script by its digest', async () => {
  const { request } = await open(siteOf(publicRelease()));
  for (const path of ['/', '/admin-old', '/nowhere']) {
    const { headers } = await request(path);
    const policy = headers.get('content-security-policy') ?? '';
    const scripts = policy.split('; ').find((directive) => directive.startsWith('script-src'));
    expect(scripts).toBe(`script-src 'self' 'sha256-${createHash('sha256').update(BOOT).digest('base64')}'`);
    for (const directive of ["frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'", "object-src 'none'"])
      expect(policy).toContain(directive);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('permissions-policy')).toContain('camera=()');
    expect(headers.get('cache-control')).toBe('no-cache');
  }
});

it('sends the common headers with every response of a fixed route', async () => {
  const { door, request } = await open(siteOf(publicRelease()), undefined, undefined, undefined, {
    securityContact: 'mailto:safe@studio.example',
  });
  const fixed = door.app.routes.filter(({ path }) => !/[*:]/.test(path));
  expect(fixed.map(({ path }) => path)).toEqual(expect.arrayContaining(['/robots.txt', '/inquiries', '/livez']));
  const without: string[] = [];
  for (const { method, path } of fixed) {
    const { headers } = await request(path, { method: method === 'ALL' ? 'GET' : method });
    const sent = [headers.get('x-content-type-options'), headers.get('referrer-policy')];
    if (sent.join() !== 'nosniff,strict-origin-when-cross-origin') without.push(`${method} ${path}`);
  }
  expect(without).toEqual([]);
});

it.each([
  ['/', null],
  ['/nowhere', null],
  ['/admin-old', null],
  ['/admin', 'same-origin'],
])(
  'only documents with the session are apart from windows of other pages, also of this site: %s',
  async (path, policy) => {
    const { request } = await open(siteOf(publicRelease()));
    const { headers } = await request(path);
    expect(headers.get('cross-origin-opener-policy')).toBe(policy);
  },
);

it.each(['/admin', '/admin/dashboard/gallery', '/admin//nowhere'])(
  'a document of the portal hides its path and query from other pages of this site: %s',
  async (path) => {
    const { request } = await open(siteOf(publicRelease()));
    const { headers } = await request(path);
    expect(headers.get('referrer-policy')).toBe('origin');
  },
);

const SESSION = 'd'.repeat(43);
const SHOWN = { cookie: `godhuli_session=${SESSION}`, 'sec-fetch-dest': 'document' };
const KEY = /<meta name="document-key" content="([\w-]{43})">/;

it('API-5 only a document of the portal that a browser shows has the key of its session', async () => {
  const { request } = await open(siteOf(publicRelease()));
  const keyIn = async (path: string, headers: Record<string, string>) =>
    KEY.exec(await (await request(path, { headers })).text())?.[1];
  const key = await keyIn('/admin', SHOWN);
  expect(key).not.toBeUndefined();
  expect(await keyIn('/admin/dashboard/gallery', SHOWN)).toBe(key);
  expect(await keyIn('/admin', { ...SHOWN, cookie: `godhuli_session=${'e'.repeat(43)}` })).not.toBe(key);
  const notShown = ['empty', 'iframe', 'object', 'embed', 'frame', 'script'];
  for (const dest of notShown) expect(await keyIn('/admin', { ...SHOWN, 'sec-fetch-dest': dest })).toBeUndefined();
  for (const path of ['/', '/admin-old', '/nowhere']) expect(await keyIn(path, SHOWN)).toBeUndefined();
  expect(await keyIn('/admin', { ...SHOWN, cookie: 'godhuli_session="><script>' })).toBeUndefined();
});

it('API-5 behind https, only the cookie that no other host can plant gives the key', async () => {
  const { request } = await open(siteOf(publicRelease()));
  const shown = async (cookie: string) => {
    const headers = { ...SHOWN, cookie, 'x-forwarded-proto': 'https' };
    return KEY.test(await (await request('/admin', { headers })).text());
  };
  expect(await shown(`__Host-godhuli_session=${SESSION}`)).toBe(true);
  expect(await shown(`godhuli_session=${SESSION}`)).toBe(false);
});

it('API-5 a document with a key is never stored, and one for a session is never sent to another', async () => {
  const { request } = await open(siteOf(publicRelease()));
  const responses = [await request('/admin', { headers: SHOWN }), await request('/admin', { headers: SHOWN })];
  for (const { headers } of responses) expect(headers.get('cache-control')).toBe('private, no-store');
  const other = await request('/admin', { headers: { ...SHOWN, cookie: '' } });
  expect(await other.text()).not.toMatch(KEY);
});

it('only the portal may ask for passkeys', async () => {
  const { request } = await open(siteOf(publicRelease()));
  const allows = async (path: string) => (await request(path)).headers.get('permissions-policy');
  for (const path of ['/', '/admin-old']) expect(await allows(path)).toContain('publickey-credentials-get=()');
  expect(await allows('/admin')).not.toContain('publickey-credentials');
});

it.each(['/', '/remotes/public-site/1.0.0-aaaaaaaaaaaa/remote.js', '/shell/boot.js'])(
  'no script becomes a service worker, which would see the pages of staff: %s',
  async (path) => {
    const { request } = await open(siteOf(publicRelease()));
    expect((await request(path, { headers: { 'service-worker': 'script' } })).status).toBe(403);
  },
);

it('RUN-1 renders on the server when the data directory is named as seen from the working directory', async () => {
  const { request } = await open(siteOf(publicRelease()), relative(process.cwd(), folders.create()));
  expect(await (await request('/')).text()).toContain('data-rendered');
});

it('renders a release on the server with its data, once for the same data', async () => {
  const fake = siteOf(publicRelease());
  const { request } = await open(fake);
  const html = await (await request('/')).text();
  expect(html).toContain('<div data-remote="public-site" data-rendered><h1>500+ /</h1></div>');
  expect(html).toContain('<title>Godhuli 1.0.0-aaaaaaaaaaaa</title>');
  const page = compositionIn(html);
  expect(page.isDeferred).toBe(true);
  expect(page.data).toEqual({ '/api/stats': [{ number: '500+' }] });
  const asked = fake.requests.length;
  expect(await (await request('/')).text()).toBe(html);
  expect(fake.requests.slice(asked)).toEqual([]);
});

it('a rendered page has the page script alone; one that the browser renders has it beside React', async () => {
  const PAGE_SCRIPT = 'assets/page-script.0123456789ab.js';
  const files = { ...PUBLIC_FILES, [PAGE_SCRIPT]: 'document.title' };
  const pageOf = async (all: Record<string, string>) => {
    const live = release('public-site', '1.0.0-aaaaaaaaaaaa', all, { pageScript: PAGE_SCRIPT });
    const { request } = await open(siteOf(live, all));
    const { pageScript, scripts } = compositionIn(await (await request('/')).text());
    expect(scripts.map(({ src }) => src)).toContain('/remotes/public-site/1.0.0-aaaaaaaaaaaa/remoteEntry.js');
    return { pageScript, scripts, response: pageScript && (await request(pageScript.src)) };
  };
  const rendered = await pageOf(files);
  expect(rendered.pageScript).toEqual({
    src: `/remotes/public-site/${PAGE_SCRIPT}`,
    integrity: expect.stringMatching(/^sha384-/),
  });
  expect(await rendered.response?.text()).toBe('document.title');
  expect(rendered.scripts).not.toContainEqual(rendered.pageScript);
  const failed = await pageOf({ ...files, 'server.cjs': `exports.render = () => { throw new Error('no'); };` });
  expect(failed.pageScript).toBeUndefined();
  expect(failed.scripts).toContainEqual(rendered.pageScript);
});

it('a page that the browser renders names its scripts in the head, before the boot script', async () => {
  const { request } = await open(siteOf(publicRelease()));
  const html = await (await request('/admin')).text();
  const { scripts } = compositionIn(html);
  const preloads = scripts.map(
    ({ src, integrity }) =>
      `<link rel="preload" as="script" crossorigin="anonymous" integrity="${integrity}" href="${src}">`,
  );
  expect(scripts.length).toBeGreaterThan(1);
  expect(html.indexOf(preloads.join(''))).toBeGreaterThan(0);
  expect(html.indexOf(preloads.join(''))).toBeLessThan(html.indexOf('<script'));
  // One that the server has rendered shows its photo first.
  expect(await (await request('/')).text()).not.toContain('as="script"');
});

it('the boot script follows the first view of a release that marks its end, and is in the head of others', async () => {
  const documentWith = async (markup: string, path = '/') => {
    const server = `exports.render = ({ data }) => ({ html: ${JSON.stringify(markup)}, head: '<title>Marked</title>', data });`;
    const files = { ...PUBLIC_FILES, 'server.cjs': server };
    const { request } = await open(siteOf(publicRelease(files), files));
    const html = await (await request(path)).text();
    expect(compositionIn(html).mount.path).toBe(path);
    return { html, boot: html.indexOf('<script>'), composition: html.indexOf('id="composition"') };
  };
  const marked = await documentWith(`<!--$--><h1>He<!-- -->ro</h1>${FIRST_VIEW_END}<p>Below</p><!--/$-->`);
  expect(marked.composition).toBeGreaterThan(marked.html.indexOf('ro</h1>'));
  expect(marked.boot).toBeGreaterThan(marked.composition);
  expect(marked.boot).toBeLessThan(marked.html.indexOf('<p>Below</p>'));
  expect(marked.html.split('id="composition"')).toHaveLength(2);
  const headOf = ({ html, boot, composition }: typeof marked) => {
    expect(boot).toBeGreaterThan(composition);
    expect(boot).toBeLessThan(html.indexOf('</head>'));
  };
  headOf(await documentWith('<h1>Hero</h1><p>Below</p>'));
  // A script in these would not run.
  for (const [open, close] of Object.entries({
    '<!-- ': '-->',
    '<template>': '</template>',
    '<noscript>': '</noscript>',
  }))
    headOf(await documentWith(`<h1>Hero</h1>${open}${FIRST_VIEW_END}${close}`));
  // Another element has the id by which the script finds the composition.
  headOf(await documentWith(`<h1>Hero</h1><p id="composition"></p>${FIRST_VIEW_END}`));
  headOf(await documentWith(`<h1>Hero</h1>${FIRST_VIEW_END}`, '/admin'));
});

it('shows a staff edit on the next page, at once in this process, in others after the API’s event', async () => {
  const fake = siteOf(publicRelease());
  const { request } = await open(fake);
  await request('/');
  fake.data.set('/api/stats', [{ number: '600+' }]);
  await request('/api/stats/1', { method: 'PUT' });
  expect(await (await request('/')).text()).toContain('<h1>600+ /</h1>');
  fake.data.set('/api/stats', [{ number: '700+' }]);
  fake.purge();
  await until(async () => (await (await request('/')).text()).includes('<h1>700+ /</h1>'));
});

it('reads from the API at every page while it does not announce changes', async () => {
  const fake = siteOf(publicRelease());
  fake.sendsSurrogateKeys = false;
  const { request } = await open(fake);
  for (const number of ['600+', '700+']) {
    fake.data.set('/api/stats', [{ number }]);
    expect(await (await request('/')).text()).toContain(`<h1>${number} /</h1>`);
  }
});

describe("at Node's own server", () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close().closeAllConnections();
  });

  /** The front door on a port; `get` sends exactly these headers. */
  async function listen(fake: FakeApi, more: Partial<FrontDoorOptions> = {}) {
    const responded: number[] = [];
    const { door } = await open(fake, undefined, undefined, (status) => responded.push(status), more);
    const server = createServer(door.listener).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const get = async (path: string, headers: OutgoingHttpHeaders = {}, method = 'GET') => {
      const sent = httpRequest({ port, path, headers, method, host: '127.0.0.1' }).end();
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
    };
    /** Sends these lines as they are and answers all that comes back. */
    const send = async (...lines: string[]) => {
      const socket = connect(port, '127.0.0.1').setEncoding('latin1');
      socket.write(`${lines.join('\r\n')}\r\n\r\n`);
      let text = '';
      for await (const part of socket) text += part;
      return text;
    };
    return { get, send, responded };
  }
  const withoutDate = ({ date: _date, ...headers }: IncomingHttpHeaders) => headers;

  it('lets a browser keep a document only by 304 to its check, and only for the same cookies', async () => {
    const { get } = await listen(siteOf(publicRelease()));
    const CHECK = { 'x-document-check': '1' };
    const kept = 'private, max-age=86400';
    for (const cookie of [undefined, `${PREVIEW_COOKIE}=made-up`])
      for (const method of ['GET', 'HEAD']) {
        const asked = { 'accept-encoding': 'br', ...(cookie && { cookie }) };
        const { headers } = await get('/', asked);
        const known = { ...asked, 'if-none-match': headers.etag };
        const check = await get('/', { ...known, ...CHECK }, method);
        expect(check.status).toBe(304);
        expect(check.headers['cache-control']).toBe(kept);
        expect(check.headers.vary).toBe(headers.vary ? `${headers.vary}, cookie` : 'cookie');
        expect((await get('/', known, method)).headers['cache-control']).toBe('no-cache');
        expect((await get('/', { ...asked, ...CHECK }, method)).headers['cache-control']).toBe('no-cache');
      }
    for (const path of ['/admin', '/nowhere', '/api/stats']) {
      const { etag } = (await get(path)).headers;
      const check = await get(path, { 'if-none-match': etag ?? '*', ...CHECK });
      expect(check.headers['cache-control']).not.toContain('max-age=86400');
    }
  });

  it.each(['/', '/api/stats', '/admin-old'])(
    'gives %s again from memory, byte for byte and header for header',
    async (path) => {
      const fake = siteOf(publicRelease());
      const { get, responded } = await listen(fake);
      for (const encoding of ['br', 'gzip', 'identity']) {
        const asked = { 'accept-encoding': encoding };
        const first = await get(path, asked);
        const before = responded.length;
        const again = await get(path, asked);
        expect(responded.slice(before)).toEqual([200]);
        expect(again.body.equals(first.body)).toBe(true);
        expect(withoutDate(again.headers)).toEqual(withoutDate(first.headers));
        expect(again.headers['surrogate-key']).toBeUndefined();
        const head = await get(path, asked, 'HEAD');
        expect(head.status).toBe(200);
        expect(head.body).toHaveLength(0);
        expect(head.headers['content-length']).toEqual(String(first.body.length));
        const known = await get(path, { ...asked, 'if-none-match': `"other", W/${first.headers.etag}` });
        expect(known.status).toBe(304);
        expect(known.body).toHaveLength(0);
        expect(known.headers.etag).toEqual(first.headers.etag);
        expect(known.headers['cache-control']).toBe(first.headers['cache-control']);
        expect(known.headers['content-type']).toBeUndefined();
        const checked = await get(path, { ...asked, ...CHECK, 'if-none-match': first.headers.etag });
        expect(checked.status).toBe(304);
        expect(checked.headers['cache-control']).toBe(
          path === '/' ? 'private, max-age=86400' : first.headers['cache-control'],
        );
        expect((await get(path, { ...asked, ...CHECK })).headers['cache-control']).toBe(first.headers['cache-control']);
        await get(path, { ...asked, cookie: `theme=dark; ${PREVIEW_COOKIE}=made-up` });
        expect(responded.slice(before)).toEqual([200, 200, 304, 304, 200]);
      }
    },
  );

  it('forgets with a write through this process, a change elsewhere, and a new composition', async () => {
    const fake = siteOf(publicRelease());
    const { get } = await listen(fake);
    const number = async () => JSON.parse((await get('/api/stats')).body.toString())[0].number;
    expect(await number()).toBe('500+');
    expect(await number()).toBe('500+');
    fake.data.set('/api/stats', [{ number: '600+' }]);
    await get('/api/stats/1', {}, 'PUT');
    expect(await number()).toBe('600+');
    fake.data.set('/api/stats', [{ number: '700+' }]);
    expect(await number()).toBe('600+');
    fake.purge();
    await until(async () => (await number()) === '700+');
    const before = await get('/');
    fake.composition = { ...fake.composition, generation: 2 };
    fake.announce();
    await until(async () => (await get('/')).headers.etag !== before.headers.etag);
  });

  it('keeps its cached responses whatever anybody posts, unless the API says that public data changed', async () => {
    const fake = siteOf(publicRelease());
    const { get, responded } = await listen(fake);
    for (const path of ['/', '/api/stats']) for (let time = 0; time < 2; time += 1) await get(path);
    const kept = responded.length;
    for (const path of ['/api/none', '/api/inquiries', '/api/composition/reports', '/api/admin/auth/login'])
      await get(path, { 'content-type': 'application/json' }, 'POST');
    await get('/api/none', {}, 'DELETE');
    for (const path of ['/', '/api/stats']) await get(path);
    expect(responded).toHaveLength(kept + 2);
    expect((await get('/api/stats/1', {}, 'PUT')).headers['surrogate-purge']).toBeUndefined();
    await get('/');
    expect(responded).toHaveLength(kept + 2);
    await get('/api/stats/1', {}, 'PUT');
    await get('/api/stats');
    expect(responded).toHaveLength(kept + 2);
  });

  /** A site whose page is made from two tables, in the cache of a front door. */
  async function listenWithTags() {
    const fake = siteOf({ ...publicRelease(), serverData: ['/api/stats', '/api/portfolio'] });
    fake.data.set('/api/portfolio', [{ media: null }]);
    fake.tags.set('/api/stats', 'stats').set('/api/portfolio', 'portfolio media');
    const listening = await listen(fake);
    const { get, responded } = listening;
    for (const path of ['/', '/admin-old', '/api/stats', '/api/portfolio'])
      for (let time = 0; time < 2; time += 1) await get(path);
    /** Returns whether a GET is served from the cache. */
    const isCached = async (path: string, headers: OutgoingHttpHeaders = {}) => {
      const before = responded.length;
      await get(path, headers);
      return responded.length > before;
    };
    return { ...listening, fake, isCached };
  }

  it.each(['this process', 'another process'])(
    'a save through %s invalidates the responses that are made from it, and no other',
    async (where) => {
      const { get, fake, isCached } = await listenWithTags();
      const portfolio = await get('/api/portfolio');
      const page = await get('/');
      const asked = fake.requests.length;
      fake.data.set('/api/stats', [{ number: '600+' }]);
      if (where === 'this process') await get('/api/stats/1', {}, 'PUT');
      else fake.purge('stats');
      await until(async () => (await get('/api/stats')).body.toString().includes('600+'));
      const known = await get('/api/portfolio', { 'if-none-match': portfolio.headers.etag });
      expect(known.status).toBe(304);
      expect(known.headers.etag).toEqual(portfolio.headers.etag);
      expect(await isCached('/api/portfolio')).toBe(true);
      expect(await isCached('/admin-old')).toBe(true);
      const changed = await get('/');
      expect(changed.body.toString()).toContain('<h1>600+ /</h1>');
      expect(changed.headers.etag).not.toBe(page.headers.etag);
      expect(fake.requests.slice(asked)).not.toContain('GET /api/portfolio');
      fake.purge('media');
      await until(async () => !(await isCached('/')));
      expect(await isCached('/api/stats')).toBe(true);
    },
  );

  it('an invalidation without tags, as an older API announces it, invalidates everything', async () => {
    const { fake, isCached } = await listenWithTags();
    fake.purge();
    await until(async () => !(await isCached('/api/portfolio')));
    expect(await isCached('/api/stats')).toBe(false);
    expect(await isCached('/')).toBe(false);
  });

  it('passes a large public list on, and asks for it once until data changes', async () => {
    const fake = siteOf(publicRelease());
    const list = ['x'.repeat(3 * 2 ** 20)];
    fake.data.set('/api/portfolio', list);
    const { get } = await listen(fake);
    await get('/api/stats');
    const reads = async () => {
      const before = fake.requests.length;
      const { body } = await get('/api/portfolio');
      expect(JSON.parse(body.toString())).toEqual(list);
      // Files of the live release are read at the same time.
      return fake.requests.slice(before).filter((request) => request === 'GET /api/portfolio').length;
    };
    expect(await reads()).toBe(2);
    expect(await reads()).toBe(1);
    expect(await reads()).toBe(1);
    await get('/api/stats/1', {}, 'PUT');
    expect(await reads()).toBe(2);
  });

  it('CARD-7 a promotion invalidates the pages of its own remote, and no other', async () => {
    const { get, fake, isCached } = await listenWithTags();
    const next = publicRelease(PUBLIC_FILES, '1.1.0-eeeeeeeeeeee');
    publish(fake, next, PUBLIC_FILES);
    const { 'public-site': before, ...others } = fake.composition.remotes;
    fake.composition = {
      generation: 2,
      remotes: { ...others, 'public-site': { live: next, previous: before?.live ?? null } },
    };
    fake.announce();
    await until(async () => (await get('/')).body.toString().includes('1.1.0-eeeeeeeeeeee'));
    expect(await isCached('/admin-old')).toBe(true);
    expect(await isCached('/api/stats')).toBe(true);
  });

  const ADDRESSES = /https?:\/\/[^/<>"\s]+(?=\/sitemap\.xml|\/media\/|\/<)/g;
  /** The origins that robots.txt and the sitemap name. */
  const namedBy = async (get: Awaited<ReturnType<typeof listen>>['get'], headers: OutgoingHttpHeaders) => {
    const texts = await Promise.all(
      ['/robots.txt', '/sitemap.xml'].map(async (path) => (await get(path, headers)).body),
    );
    return [...new Set(texts.flatMap((text) => text.toString().match(ADDRESSES) ?? []))];
  };
  const SERVER_WITH_ORIGIN = `exports.render = ({ data, origin }) => ({ html: '', head: '<link rel="canonical" href="' + origin + '/">', data });`;
  const ORIGIN_FILES = { ...PUBLIC_FILES, 'server.cjs': SERVER_WITH_ORIGIN };
  const originSite = () => siteOf(publicRelease(ORIGIN_FILES), ORIGIN_FILES);
  const canonicalOf = async (get: Awaited<ReturnType<typeof listen>>['get'], headers: OutgoingHttpHeaders) =>
    /canonical" href="([^"]*)"/.exec((await get('/', headers)).body.toString())?.[1];

  it('names https URLs, and HSTS, behind a trusted proxy that ended TLS; anybody else may not say so', async () => {
    const site = { allowedHosts: ['studio.example'], trustedProxies: parseTrustedProxies('127.0.0.0/8') };
    const { get } = await listen(originSite(), { site });
    const plain = { host: 'studio.example' };
    const forwarded = { ...plain, 'x-forwarded-proto': 'https' };
    for (let time = 0; time < 2; time += 1) {
      expect(await canonicalOf(get, plain)).toBe('http://studio.example/');
      expect(await canonicalOf(get, forwarded)).toBe('https://studio.example/');
    }
    expect(await namedBy(get, forwarded)).toEqual(['https://studio.example']);
    expect((await get('/', forwarded)).headers['strict-transport-security']).toBe('max-age=31536000');
    expect((await get('/', plain)).headers['strict-transport-security']).toBeUndefined();
    expect(await canonicalOf(get, { ...plain, 'x-forwarded-proto': 'https, http' })).toBe('http://studio.example/');
    const untrusting = await listen(originSite(), { site: { allowedHosts: ['studio.example'] } });
    expect(await canonicalOf(untrusting.get, forwarded)).toBe('http://studio.example/');
  });

  it('responds with 421, naming the setting, to an unknown host; localhost and IPs need no setting', async () => {
    const { get } = await listen(originSite(), { site: { publicOrigin: 'https://studio.example' } });
    for (const path of ['/', '/robots.txt', '/sitemap.xml', '/api/stats', '/assets/none.js', '/inquiries'])
      for (const host of ['evil.example', 'studio.example.evil.example', 'evil.example:3000', '1.2.3.4.evil.example']) {
        const { status, body } = await get(path, { host });
        expect({ path, host, status }).toEqual({ path, host, status: 421 });
        expect(body.toString()).toMatch(/ALLOWED_HOSTS.*PUBLIC_URL/);
        expect(body.toString()).not.toContain('evil');
      }
    for (const host of [
      'studio.example',
      'STUDIO.example',
      'localhost:3000',
      '127.0.0.1',
      '[::1]:3000',
      '192.168.1.5:80',
    ])
      expect({
        host,
        status: (await get('/', { host })).status,
        canonicalOf: await canonicalOf(get, { host }),
      }).toEqual({ host, status: 200, canonicalOf: 'https://studio.example/' });
    expect((await get('/livez', { host: 'balancer.internal' })).status).toBe(200);
  });

  it('responds to health checks that name no host, as HTTP/1.0 allows, and no page', async () => {
    const { send, get, responded } = await listen(originSite(), { site: { publicOrigin: 'https://studio.example' } });
    for (const path of ['/livez', '/readyz']) {
      // HAProxy's `option httpchk` asks by OPTIONS.
      for (const method of ['GET', 'OPTIONS'])
        expect(await send(`${method} ${path} HTTP/1.0`)).toMatch(/^HTTP\/1\.1 200 .*\r\n\r\nok$/s);
      expect(await send(`HEAD ${path} HTTP/1.0`)).toMatch(/^HTTP\/1\.1 200 .*\r\n\r\n$/s);
    }
    for (const host of ['studio.example', 'localhost']) {
      const page = await get('/', { host });
      for (const path of ['/', '/api/stats', '/robots.txt', '/assets/none.js'])
        for (const request of [[`GET ${path} HTTP/1.0`], [`GET ${path} HTTP/1.1`, 'Host:', 'Connection: close']])
          expect(await send(...request)).toMatch(/^HTTP\/1\.1 421 /);
      expect((await get('/', { host })).body.equals(page.body)).toBe(true);
    }
    // Both hosts have one page, which names PUBLIC_URL.
    expect(responded).toEqual([200, 200, 200]);
    // HTTP/1.1 demands one.
    expect(await send('GET /livez HTTP/1.1', 'Connection: close')).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('knows the host of PUBLIC_URL without its port, which a proxy may drop', async () => {
    const { get } = await listen(originSite(), { site: { publicOrigin: 'https://studio.example:8443' } });
    for (const host of ['studio.example', 'studio.example:8443']) {
      const { status, headers } = await get('/', { host });
      expect({ host, status, strictTransportSecurity: headers['strict-transport-security'] }).toEqual({
        host,
        status: 200,
        strictTransportSecurity: 'max-age=31536000',
      });
      expect(await canonicalOf(get, { host })).toBe('https://studio.example:8443/');
    }
    expect((await get('/', { host: 'www.studio.example' })).status).toBe(421);
  });

  it.each([
    ['MyBox.local', 'http://MyBox.local:3000'],
    ['::1', 'http://[::1]:3000'],
    ['192.168.1.5', 'http://192.168.1.5:3000'],
    ['0.0.0.0', 'http://localhost:3000'],
    ['::', 'http://localhost:3000'],
    [undefined, 'http://localhost:3000'],
  ])('serves the host of the URL that it names when HOST is %s', async (listenHost, url) => {
    expect(urlAt(listenHost, 3000)).toBe(url);
    const { get } = await listen(originSite(), { site: { listenHost } });
    expect((await get('/', { host: new URL(url).host })).status).toBe(200);
    expect((await get('/', { host: url.slice('http://'.length) })).status).toBe(200);
    expect((await get('/', { host: 'other.local:3000' })).status).toBe(421);
  });

  it('says where to report a security problem when there is a contact', async () => {
    const { get } = await listen(siteOf(publicRelease()), { securityContact: 'mailto:safe@studio.example' });
    const { status, body, headers } = await get('/.well-known/security.txt');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/plain; charset=UTF-8');
    expect(body.toString()).toMatch(/^Contact: mailto:safe@studio\.example\nExpires: \d{4}-\d\d-\d\dT00:00:00\.000Z\n/);
    const without = await listen(siteOf(publicRelease()));
    expect((await without.get('/.well-known/security.txt')).status).toBe(404);
  });

  it('keeps nothing that the API does not promise to tell the end of, and no failure', async () => {
    const fake = siteOf(publicRelease());
    fake.sendsSurrogateKeys = false;
    const { get, responded } = await listen(fake);
    for (const path of ['/', '/', '/api/stats', '/api/stats', '/nowhere', '/nowhere', '/api/none', '/api/none'])
      await get(path);
    fake.sendsSurrogateKeys = true;
    const unavailable = siteOf(publicRelease());
    const second = await listen(unavailable);
    unavailable.isUnavailable = true;
    for (const path of ['/api/stats', '/api/stats']) expect((await second.get(path)).status).toBe(503);
    expect(responded).toEqual([]);
    expect(second.responded).toEqual([]);
  });
});

it('keeps serving the last page while the API is unavailable', async () => {
  const fake = siteOf(publicRelease());
  const { request, clock } = await open(fake);
  await request('/');
  fake.isUnavailable = true;
  // Its data may have changed. Only a page may be older.
  fake.purge();
  await until(async () => (await request('/api/stats')).status !== 200);
  clock.advance(60_000);
  const response = await request('/');
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('<h1>500+ /</h1>');
  expect((await request('/api/stats')).status).toBe(503);
});

it('serves the last page within its timeout while the API hangs, and the last write when it responds', async () => {
  const fake = siteOf(publicRelease());
  const { request, clock } = await open(fake);
  await request('/');
  fake.isHanging = true;
  clock.advance(60_000);
  // The clock's wait ends at once: without a limit this would wait for ever.
  expect(await (await request('/')).text()).toContain('<h1>500+ /</h1>');
  expect(await (await request('/')).text()).toContain('<h1>500+ /</h1>');
  fake.isHanging = false;
  fake.data.set('/api/stats', [{ number: '600+' }]);
  await request('/api/stats/1', { method: 'PUT' });
  expect(await (await request('/')).text()).toContain('<h1>600+ /</h1>');
});

it('a file of a release that the API never sends is given up, and requested again by the next visitor', async () => {
  const fake = siteOf(publicRelease());
  const { request } = await open(fake);
  await request('/');
  const path = '/remotes/public-site/9.9.9-ffffffffffff/remote.1.js';
  const asked = () => fake.requests.filter((one) => one.endsWith('/9.9.9-ffffffffffff')).length;
  fake.isHanging = true;
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'performance'] });
  try {
    const first = request(path);
    await until(() => asked() === 1);
    await jest.advanceTimersByTimeAsync(30_000);
    expect((await first).status).toBe(502);
  } finally {
    jest.useRealTimers();
  }
  fake.isHanging = false;
  expect((await request(path)).status).toBe(404);
  expect(asked()).toBe(2);
});

it('sends the first page without data that the slow API has not returned, and the next with it', async () => {
  const fake = siteOf(publicRelease());
  const respondNow = holdStats(fake);
  const { request } = await open(fake);
  const first = await (await request('/')).text();
  expect(first).toContain('<h1>none /</h1>');
  expect(compositionIn(first).data).toEqual({});
  expect(await (await request('/sitemap.xml')).text()).toContain('<sitemapindex');
  respondNow();
  await until(async () => (await (await request('/')).text()).includes('<h1>500+ /</h1>'));
});

it('a slow read that began before a save does not bring the older value back', async () => {
  const fake = siteOf(publicRelease());
  const respondNow = holdStats(fake);
  const { request } = await open(fake);
  expect(await (await request('/')).text()).toContain('<h1>none /</h1>');
  fake.slow.clear();
  fake.data.set('/api/stats', [{ number: '600+' }]);
  await request('/api/stats/1', { method: 'PUT' });
  await until(async () => (await (await request('/')).text()).includes('<h1>600+ /</h1>'));
  respondNow();
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  expect(await (await request('/')).text()).toContain('<h1>600+ /</h1>');
  const status = (await (await request('/status.json')).json()) as unknown;
  expect(status).toEqual({ staleSince: null });
});

it('logs once that pages show older data, shows staff since when, and logs its end once', async () => {
  const fake = siteOf(publicRelease());
  const lines: string[] = [];
  const logger = { ...quiet, warn: (_: object, message: string) => void lines.push(message) };
  const patient = { ...testClock(), wait: () => new Promise<void>(() => undefined) };
  const { request, clock } = await open(fake, folders.create(), patient, undefined, { logger });
  const status = async () => (await (await request('/status.json')).json()) as unknown;
  const linesAbout = (words: string) => lines.filter((line) => line.includes(words));
  await request('/');
  await until(async () => ((await status()) as { staleSince: unknown }).staleSince === null);
  lines.length = 0;
  fake.sendsSurrogateKeys = false;
  fake.purge();
  const failure = Promise.reject(new Error('no database'));
  failure.catch(() => undefined);
  fake.slow.set('/api/stats', failure);
  await until(async () => ((await status()) as { staleSince: unknown }).staleSince !== null);
  const since = new Date(clock.now()).toISOString();
  for (let page = 0; page < 5; page += 1) {
    clock.advance(60_000);
    expect(await (await request('/')).text()).toContain('<h1>500+ /</h1>');
  }
  expect(await status()).toEqual({ staleSince: since });
  expect(linesAbout('last known data')).toHaveLength(1);
  fake.slow.clear();
  clock.advance(60_000);
  await until(async () => ((await status()) as { staleSince: unknown }).staleSince === null);
  expect(linesAbout('current data')).toHaveLength(1);
});

describe('a release that names data that cannot be read', () => {
  /** Makes a release live that also names `path`. */
  const openWith = async (path: string, whileLive: (fake: FakeApi) => void = () => undefined) => {
    const fake = siteOf(publicRelease());
    const lines: string[] = [];
    const logger = { ...quiet, warn: (_: object, message: string) => void lines.push(message) };
    const { request, clock } = await open(fake, folders.create(), testClock(), undefined, { logger });
    const staleSince = async () =>
      ((await (await request('/status.json')).json()) as { staleSince: string | null }).staleSince;
    await until(async () => (await staleSince()) === null);
    lines.length = 0;
    const before = fake.composition;
    const makeLive = async (composition: Composition) => {
      fake.composition = composition;
      fake.announce();
      await until(async () => {
        const { generation } = (await (await request('/composition.json')).json()) as Composition;
        return generation === composition.generation;
      });
    };
    const live = release('public-site', '1.1.0-dddddddddddd', PUBLIC_FILES, { serverData: ['/api/stats', path] });
    publish(fake, live, PUBLIC_FILES);
    whileLive(fake);
    await makeLive({ generation: 2, remotes: { ...before.remotes, 'public-site': { live, previous: null } } });
    const rollBack = () => makeLive({ ...before, generation: 3 });
    return { fake, clock, lines, staleSince, rollBack };
  };

  it('does not make the site out of date if the API has nothing there', async () => {
    const { staleSince, lines } = await openWith('/api/typo');
    await until(() => lines.includes('the data of a page could not be read'));
    expect(await staleSince()).toBeNull();
    expect(lines.filter((line) => line.includes('last known data'))).toEqual([]);
  });

  it('is forgotten once it is rolled back, and the next outage is logged', async () => {
    const failure = Promise.reject(new Error('no'));
    failure.catch(() => undefined);
    const fail = (fake: FakeApi) => void fake.slow.set('/api/broken', failure);
    const { staleSince, lines, fake, clock, rollBack } = await openWith('/api/broken', fail);
    await until(async () => (await staleSince()) !== null);
    await rollBack();
    expect(await staleSince()).toBeNull();
    lines.length = 0;
    fake.slow.set('/api/stats', failure);
    fake.purge();
    clock.advance(60_000);
    await until(async () => (await staleSince()) !== null);
    expect(lines.filter((line) => line.includes('last known data'))).toHaveLength(1);
  });
});

it('a clock that steps back delays no render after failures, neither of a page nor of its release', async () => {
  const server = 'exports.render = () => { throw new Error("no"); };';
  const files = { ...PUBLIC_FILES, 'server.cjs': server };
  const fake = siteOf(publicRelease(files), files);
  const { request, clock } = await open(fake);
  const causes = () => fake.reports.map((report) => (report as { cause: string }).cause);
  const fail = async (count: number) => {
    await request('/');
    await until(() => fake.reports.length === count);
  };
  await fail(1);
  for (const count of [2, 3]) {
    clock.stepBack();
    clock.advance(10_001);
    await fail(count);
  }
  clock.advance(10_001);
  await fail(4);
  expect(causes()[3]).toContain('paused');
  clock.stepBack();
  clock.advance(30_001);
  await fail(5);
  expect(causes()[4]).not.toContain('paused');
});

it.each([
  ['throws', 'exports.render = () => { throw new Error("no"); };'],
  ['never ends', 'exports.render = () => { for (;;); };'],
  [
    'puts a script into the head',
    `exports.render = () => ({ html: '', head: '<script>alert(1)</script>', data: {} });`,
  ],
  ['leaves a comment open', `exports.render = () => ({ html: '<h1>Hero</h1><!-- ', head: '', data: {} });`],
  ['leaves a template open', `exports.render = () => ({ html: '<h1>Hero</h1><template>', head: '', data: {} });`],
  ['uses an id of the host', `exports.render = () => ({ html: '<h1 id="shell">Hero</h1>', head: '', data: {} });`],
  [
    'reads outside its release',
    `exports.render = () => ({ html: require('fs').readFileSync('/etc/passwd', 'utf8'), head: '', data: {} });`,
  ],
  [
    'uses the network',
    `exports.render = async () => ({ html: await (await fetch('http://127.0.0.1')).text(), head: '', data: {} });`,
  ],
  [
    'starts processes',
    `const { execSync } = require('child_process'); exports.render = () => ({ html: execSync('id') + '', head: '', data: {} });`,
  ],
])('renders in the browser, and reports, when a server build %s', async (_what, server) => {
  const files = { ...PUBLIC_FILES, 'server.cjs': server };
  const fake = siteOf(publicRelease(files), files);
  const { request } = await open(fake);
  const response = await request('/');
  expect(response.status).toBe(200);
  const html = await response.text();
  expect(html).not.toContain('data-rendered');
  expect(compositionIn(html)).toMatchObject({ isDeferred: false, data: { '/api/stats': [{ number: '500+' }] } });
  expect(fake.reports).toMatchObject([{ remote: 'public-site', version: '1.0.0-aaaaaaaaaaaa', stage: 'server' }]);
});

it('ROUTE-1 CARD-7 a release cannot give a page of its routes status 404; the attempt is reported', async () => {
  const server = `exports.render = ({ data }) => ({ html: '<h1>gone</h1>', head: '', data, status: 404 });`;
  const files = { ...PUBLIC_FILES, 'server.cjs': server };
  const fake = siteOf(publicRelease(files), files);
  const { request } = await open(fake);
  const response = await request('/');
  expect(await response.text()).toContain('<h1>gone</h1>');
  expect(response.status).toBe(200);
  expect(fake.reports).toMatchObject([
    { stage: 'server', page: '/', cause: 'It has status 404 for a page that its routes name.' },
  ]);
});

it('ROUTE-1 CARD-7 nothing is reported while the data of a page with status 404 is missing', async () => {
  const server = `exports.render = ({ data }) => ({ html: '<h1>gone</h1>', head: '', data, status: 404 });`;
  const files = { ...PUBLIC_FILES, 'server.cjs': server };
  const fake = siteOf(publicRelease(files), files);
  fake.data.delete('/api/stats');
  const { request } = await open(fake);
  expect((await request('/')).status).toBe(200);
  expect(fake.reports).toEqual([]);
});

it('CARD-7 a promotion that cuts off a render of the old release reports no failure of it', async () => {
  const server = `exports.render = async ({ data }) => {
    console.error('rendering');
    await new Promise((resolve) => setTimeout(resolve, 900));
    return { html: '<h1>old</h1>', head: '', data };
  };`;
  const files = { ...PUBLIC_FILES, 'server.cjs': server };
  const fake = siteOf(publicRelease(files), files);
  const warnings: string[] = [];
  const logger = { ...quiet, warn: (_: object, message: string) => void warnings.push(message) };
  const { request } = await open(fake, undefined, undefined, undefined, { logger });
  const cutOff = request('/');
  await until(() => warnings.includes('a server build wrote to standard error'));
  const next = publicRelease(PUBLIC_FILES, '1.1.0-eeeeeeeeeeee');
  publish(fake, next, PUBLIC_FILES);
  fake.composition = {
    generation: 2,
    remotes: { ...fake.composition.remotes, 'public-site': { live: next, previous: null } },
  };
  fake.announce();
  const response = await cutOff;
  expect(response.status).toBe(200);
  expect(await response.text()).not.toContain('data-rendered');
  await until(async () => (await (await request('/')).text()).includes('1.1.0-eeeeeeeeeeee'));
  expect(fake.reports).toEqual([]);
});

it('follows a restored backup, whose generation number was used for other releases before', async () => {
  const fake = siteOf(publicRelease());
  const { request, dataDirectory } = await open(fake);
  expect(await (await request('/')).text()).toContain('1.0.0-aaaaaaaaaaaa');
  const restored = publicRelease(PUBLIC_FILES, '0.9.0-dddddddddddd');
  publish(fake, restored, PUBLIC_FILES);
  fake.composition = {
    ...fake.composition,
    remotes: { ...fake.composition.remotes, 'public-site': { live: restored, previous: null } },
  };
  fake.announce();
  await until(async () => (await (await request('/')).text()).includes('<title>Godhuli 0.9.0-dddddddddddd</title>'));
  const lastKnown = () => readFileSync(join(dataDirectory, 'composition.json'), 'utf8');
  await until(() => lastKnown().includes('0.9.0-dddddddddddd'));
});

it('renders on the server whatever text an element of the head contains', async () => {
  const text = '<script> <base> http-equiv=refresh';
  const escaped = text.replaceAll('<', '&lt;');
  const server = `exports.render = ({ data }) => ({
    html: '<h1>rendered</h1>',
    head: '<title>${escaped}</title><meta name="description" content="${text}"><meta property="og:title" content="${escaped}">',
    data,
  });`;
  const files = { ...PUBLIC_FILES, 'server.cjs': server };
  const fake = siteOf(publicRelease(files), files);
  const { request } = await open(fake);
  expect(await (await request('/')).text()).toContain('<h1>rendered</h1>');
  expect(fake.reports).toEqual([]);
});

it.each([
  '<script>alert(1)</script>',
  '<script type="text/javascript" data-x=\'type="application/ld+json"\'>alert(1)</script>',
  '<base href="https://elsewhere.example/">',
  '<meta a"b http-equiv=refresh content="0;url=https://elsewhere.example/">',
  '<META\nHTTP-EQUIV="refresh" content="0">',
  '<noscript><meta http-equiv=refresh content=0></noscript>',
  '<noscript><style></noscript><script>alert(1)</script>',
  '<template><base href=/></template>',
  '<svg><script>alert(1)</script></svg>',
  '<title>never ends',
])('does not put %s into a head', async (forbidden) => {
  const server = `exports.render = ({ data }) => ({ html: '<h1>rendered</h1>', head: ${JSON.stringify(forbidden)}, data });`;
  const files = { ...PUBLIC_FILES, 'server.cjs': server };
  const fake = siteOf(publicRelease(files), files);
  const { request } = await open(fake);
  const html = await (await request('/')).text();
  expect(html).not.toContain(forbidden);
  expect(html).not.toContain('<h1>rendered</h1>');
});

const FORM_SERVER = `exports.render = ({ form, data }) => ({
  html: form ? '<p>' + form.status + ' ' + form.values.guests + ' ' + form.errors.guests + '</p>' : '<p>empty</p>',
  head: '',
  data: form ? { ...data, form } : data,
  formVersion: form && form.version,
});`;
const postForm = (request: (path: string, init?: RequestInit) => Promise<Response>) =>
  request('/inquiries', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ guests: '9000' }).toString(),
  });
const refuseGuests = () =>
  new Response(JSON.stringify({ errors: [{ field: 'guests', message: 'Too many.' }] }), { status: 422 });

it('PUB-CONT-3 renders a posted form with the live release, and never caches it', async () => {
  const files = { ...PUBLIC_FILES, 'server.cjs': FORM_SERVER };
  const fake = siteOf(publicRelease(files), files);
  fake.respondToInquiry = refuseGuests;
  const { request } = await open(fake);
  const response = await postForm(request);
  expect(response.status).toBe(422);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const html = await response.text();
  expect(html).toContain('<p>invalid 9000 Too many.</p>');
  expect(html).not.toContain('data-first-view');
  expect(compositionIn(html)).toMatchObject({ url: '/', data: { form: { values: { guests: '9000' } } } });
  expect(await (await request('/')).text()).toContain('<p>empty</p>');
  expect(fake.reports).toEqual([]);
});

it('PUB-CONT-2 a message of 20,000 Devanagari characters is refused beside its field, and kept', async () => {
  const server = `exports.render = ({ form, data }) => ({
    html: '<p>' + form?.status + ' ' + form?.errors.message + '</p><textarea>' + form?.values.message + '</textarea>',
    head: '', data, formVersion: form && form.version,
  });`;
  const files = { ...PUBLIC_FILES, 'server.cjs': server };
  const fake = siteOf(publicRelease(files), files);
  fake.respondToInquiry = () =>
    new Response('{"status":413,"detail":"The request body is larger than 20 KB."}', { status: 413 });
  const { request } = await open(fake);
  const message = 'न'.repeat(20_000);
  const response = await request('/inquiries', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ message }).toString(),
  });
  expect(response.status).toBe(413);
  const html = await response.text();
  expect(html).toContain('<p>invalid Please shorten your message.</p>');
  expect(html).toContain(`<textarea>${message}</textarea>`);
});

it('LANG-8 a posted form is rendered at its page, if the release names that page, with its language', async () => {
  const server = `exports.render = ({ url, form, data }) => ({
    html: '<p>' + url + '</p>', head: '', data, lang: url === '/mr' ? 'mr' : undefined, formVersion: form && form.version,
  });`;
  const files = { ...PUBLIC_FILES, 'server.cjs': server };
  const release = { ...publicRelease(files), routes: ['/', '/mr', '/p/*'] };
  const { request } = await open(siteOf(release, files));
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const post = async (page: string) =>
    (await request(`/inquiries?page=${page}`, { method: 'POST', headers, body: 'guests=1' })).text();
  const marathi = await post('/mr');
  expect(marathi).toContain('<html lang="mr">');
  expect(marathi).toContain('<p>/mr</p>');
  expect(compositionIn(marathi)).toMatchObject({ url: '/mr', labels: { retry: 'पुन्हा प्रयत्न करा' } });
  for (const page of ['', '/', '/p/made-up', '/admin', '//elsewhere.example', 'https://elsewhere.example/'])
    expect(await post(page)).toContain('<p>/</p>');
  expect(await (await request('/mr')).text()).toContain(' lang="mr" data-first-view>');
  expect(await (await request('/')).text()).toContain(' lang="en-IN" data-first-view>');
});

it.each([
  ['/', 'Notifications (F8)'],
  ['/mr', 'सूचना (F8)'],
  ['/hi', 'Notifications (F8)'],
])(
  'ROUTE-1 LANG-8 the document of %s has the toast area, named in a language that the shell knows',
  async (path, name) => {
    const server = `exports.render = ({ url, data }) => ({ html: '<p>page</p>', head: '', data, lang: url.slice(1) || 'en-IN' });`;
    const files = { ...PUBLIC_FILES, 'server.cjs': server };
    const { request } = await open(siteOf({ ...publicRelease(files), routes: ['/', '/mr', '/hi'] }, files));
    const html = await (await request(path)).text();
    expect(html).toContain(`<div id="shell"><section aria-label="${name}"></section></div>`);
  },
);

it.each(['mr" onload="x', 'x', 5])('LANG-6 a page with the language %s is not a valid page', async (lang) => {
  const server = `exports.render = ({ data }) => ({ html: '<p>rendered</p>', head: '', data, lang: ${JSON.stringify(lang)} });`;
  const files = { ...PUBLIC_FILES, 'server.cjs': server };
  const { request } = await open(siteOf(publicRelease(files), files));
  expect(await (await request('/')).text()).not.toContain('<p>rendered</p>');
});

it('responds to a posted form with its own page when the release fails, or the form budget is used up', async () => {
  const failing = `${FORM_SERVER}const { render } = exports; exports.render = (input) => input.form ? null : render(input);`;
  for (const server of [SERVER, failing]) {
    const files = { ...PUBLIC_FILES, 'server.cjs': server };
    const fake = siteOf(publicRelease(files), files);
    fake.respondToInquiry = refuseGuests;
    const { request } = await open(fake);
    const response = await postForm(request);
    expect(response.status).toBe(422);
    expect(await response.text()).toContain('<li>Too many.</li>');
  }
  const files = { ...PUBLIC_FILES, 'server.cjs': FORM_SERVER };
  const { request } = await open(siteOf(publicRelease(files), files));
  const pages: string[] = [];
  for (let post = 0; post < 11; post += 1) pages.push(await (await postForm(request)).text());
  expect(pages[9]).toContain('<p>ok');
  expect(pages[10]).toContain('We received your message');
});

it('gives a server build neither environment nor secrets', async () => {
  process.env.FRONT_DOOR_SECRET = 'secret';
  const server = `exports.render = () => ({ html: JSON.stringify(process.env), head: '', data: {} });`;
  const files = { ...PUBLIC_FILES, 'server.cjs': server };
  const { request } = await open(siteOf(publicRelease(files), files));
  const html = await (await request('/')).text();
  expect(html).toContain('data-rendered');
  expect(html).not.toContain('FRONT_DOOR_SECRET');
});

it('serves the files of a release immutable, compressed, and with 304 and HEAD', async () => {
  const { request } = await open(siteOf(publicRelease()));
  const path = '/remotes/public-site/1.0.0-aaaaaaaaaaaa/remoteEntry.js';
  const brotli = await request(path, { headers: { 'accept-encoding': 'gzip, br' } });
  expect(brotli.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(brotli.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(brotli.headers.get('vary')).toBe('accept-encoding');
  expect(brotliDecompressSync(Buffer.from(await brotli.arrayBuffer())).toString()).toBe(ENTRY);
  const zipped = await request(path, { headers: { 'accept-encoding': 'gzip, br;q=0' } });
  expect(gunzipSync(Buffer.from(await zipped.arrayBuffer())).toString()).toBe(ENTRY);
  expect(zipped.headers.get('etag')).not.toBe(brotli.headers.get('etag'));
  const plain = await request(`${path}?attempt=1`);
  expect(await plain.text()).toBe(ENTRY);
  const again = await request(path, { headers: { 'if-none-match': plain.headers.get('etag') ?? '' } });
  expect(again.status).toBe(304);
  const head = await request(path, { method: 'HEAD' });
  expect(head.headers.get('content-length')).toBe(String(ENTRY.length));
  expect(await head.text()).toBe('');
});

it('never executes a changed byte: a file that is not the one published is refused', async () => {
  const fake = siteOf(publicRelease());
  fake.files.set('public-site/1.0.0-aaaaaaaaaaaa/remote.1.js', 'self.a = 2');
  const { request } = await open(fake);
  const response = await request('/remotes/public-site/1.0.0-aaaaaaaaaaaa/remote.1.js');
  expect(response.status).toBe(502);
  expect(await response.text()).not.toContain('self.a');
});

it('notices a file that was damaged on the disk while it runs, and fetches it again from the store', async () => {
  const fake = siteOf(publicRelease());
  const { request, dataDirectory, clock } = await open(fake);
  const folder = join(dataDirectory, 'releases/public-site/1.0.0-aaaaaaaaaaaa');
  expect(await (await request('/')).text()).toContain('<h1>500+ /</h1>');
  // The server build, which is executed from the disk: what runs already goes on.
  writeFileSync(join(folder, 'server.cjs'), 'process.exit(1)');
  fake.data.set('/api/stats', [{ number: '600+' }]);
  clock.advance(1001);
  await request('/api/stats/1', { method: 'PUT' });
  await until(async () => (await (await request('/')).text()).includes('<h1>600+ /</h1>'));
  // A script that is not in memory yet, in a front door that starts over the same disk.
  writeFileSync(join(folder, 'remote.1.js'), 'self.a = 2');
  writeFileSync(join(folder, 'remoteEntry.js'), '');
  const again = await open(fake, dataDirectory);
  expect(await (await again.request('/')).text()).toContain('<h1>600+ /</h1>');
  expect(readFileSync(join(folder, 'server.cjs'), 'utf8')).toBe(SERVER);
  for (const [path, text] of [
    ['remote.1.js', 'self.a = 1'],
    ['remoteEntry.js', ENTRY],
  ])
    expect(await (await again.request(`/remotes/public-site/1.0.0-aaaaaaaaaaaa/${path}`)).text()).toBe(text);
  expect(readFileSync(join(folder, 'remote.1.js'), 'utf8')).toBe('self.a = 1');
});

it('serves a release file that cannot be kept on the disk', async () => {
  const dataDirectory = folders.create();
  writeFileSync(join(dataDirectory, 'releases'), 'no folder');
  const { request } = await open(siteOf(publicRelease()), dataDirectory);
  const response = await request('/remotes/public-site/1.0.0-aaaaaaaaaaaa/remote.1.js');
  expect(response.status).toBe(200);
  expect(await response.text()).toBe('self.a = 1');
});

it('a URL that is no page costs nobody the rendered page: 404, and nothing is rendered or reported', async () => {
  const fake = siteOf(publicRelease());
  const { request } = await open(fake);
  for (const path of ['//', '//?x=1', '//evil.example/', '///', '/%2f', '/%'])
    expect({ path, status: (await request(`http://localhost${path}`)).status }).toEqual({ path, status: 404 });
  for (const path of ['/?%E0%A4%A', '/?__proto__=1', `/?${'x'.repeat(5000)}`])
    expect(await (await request(path)).text()).toContain('<h1>500+ ');
  expect(fake.reports).toEqual([]);
  expect(await (await request('/?after')).text()).toContain('<h1>500+ /');
});

it('first visitors at the same time all get the rendered page', async () => {
  const { request } = await open(siteOf(publicRelease()));
  const pages = await Promise.all(
    Array.from({ length: 12 }, async (_, visitor) => (await request(`/?visitor=${visitor}`)).text()),
  );
  expect(pages.filter((html) => !html.includes('<h1>500+ '))).toEqual([]);
});

it('CARD-5 reads the data of the page before the first request, and renders it without the API', async () => {
  const fake = siteOf(publicRelease());
  const { request, dataDirectory } = await open(fake);
  await until(() => fake.requests.includes('GET /api/stats'));
  await until(() => existsSync(join(dataDirectory, 'releases/public-site/1.0.0-aaaaaaaaaaaa/server.cjs')));
  fake.isUnavailable = true;
  expect(await (await request('/')).text()).toContain('<h1>500+ /</h1>');
});

it('CARD-5 has the files of the live and the previous release on disk, and serves them without the API', async () => {
  const files = { ...PUBLIC_FILES, 'assets/photograph.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' };
  const fake = siteOf(publicRelease(files), files);
  const earlier = release('public-site', '0.9.0-dddddddddddd', { 'remoteEntry.js': 'old', 'lazy.js': 'old chunk' });
  publish(fake, earlier, { 'remoteEntry.js': 'old', 'lazy.js': 'old chunk' });
  const live = fake.composition.remotes['public-site']?.live as ComposedRelease;
  fake.composition.remotes['public-site'] = { live, previous: earlier };
  const { request, dataDirectory } = await open(fake);
  await until(() => existsSync(join(dataDirectory, 'releases/public-site/0.9.0-dddddddddddd/lazy.js')));
  fake.isUnavailable = true;
  for (const [path, text] of [
    ['1.0.0-aaaaaaaaaaaa/assets/photograph.svg', files['assets/photograph.svg']],
    ['0.9.0-dddddddddddd/remoteEntry.js', 'old'],
    ['0.9.0-dddddddddddd/lazy.js', 'old chunk'],
  ]) {
    const response = await request(`/remotes/public-site/${path}`);
    expect({ path, status: response.status, body: await response.text() }).toEqual({ path, status: 200, body: text });
  }
});

it('CARD-7 a file of a release that is opened directly runs nothing: sandboxed, without type sniffing', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const files = { ...PUBLIC_FILES, 'assets/odd.svg': svg, 'assets/part.0123456789ab.mjs': '1', 'more.cjs': '2' };
  const { request } = await open(siteOf(publicRelease(files), files));
  for (const [path, type] of [
    ['1.0.0-aaaaaaaaaaaa/assets/odd.svg', 'image/svg+xml'],
    ['1.0.0-aaaaaaaaaaaa/remoteEntry.js', 'text/javascript; charset=utf-8'],
    ['assets/part.0123456789ab.mjs', 'text/javascript; charset=utf-8'],
    ['1.0.0-aaaaaaaaaaaa/more.cjs', 'application/octet-stream'],
  ]) {
    const { status, headers } = await request(`/remotes/public-site/${path}`);
    const [found, sniffing] = [headers.get('content-type'), headers.get('x-content-type-options')];
    expect({ path, status, found, sniffing }).toEqual({ path, status: 200, found: type, sniffing: 'nosniff' });
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  }
});

it('CARD-7 /readyz and the log name a live release of another host contract, and the site is served', async () => {
  const logged = jest.spyOn(quiet, 'error').mockImplementation(() => undefined);
  const fake = siteOf({ ...publicRelease(), contract: 7 });
  const { request } = await open(fake);
  const sentence = 'public-site 1.0.0-aaaaaaaaaaaa was built for contract 7; this host supports contract 1';
  const ready = await request('/readyz');
  expect(ready.status).toBe(200);
  expect(await ready.text()).toEqual(expect.stringMatching(`^degraded\n${sentence}`));
  expect(logged).toHaveBeenCalledWith({ remote: 'public-site' }, expect.stringContaining(sentence));
  for (const path of ['/', '/admin', '/admin-old']) expect((await request(path)).status).toBe(200);

  const fitting = publicRelease(PUBLIC_FILES, '1.0.1-dddddddddddd');
  publish(fake, fitting, PUBLIC_FILES);
  fake.composition = {
    generation: 2,
    remotes: { ...fake.composition.remotes, 'public-site': { live: fitting, previous: null } },
  };
  fake.announce();
  await until(async () => (await (await request('/readyz')).text()) === 'ok');
  logged.mockRestore();
});

it('responds with 404 for files that a release does not have, and for its server build', async () => {
  const { request } = await open(siteOf(publicRelease()));
  for (const path of [
    '/remotes/public-site/1.0.0-aaaaaaaaaaaa/other.js',
    '/remotes/public-site/1.0.0-aaaaaaaaaaaa/server.cjs',
    '/remotes/public-site/1.0.0-aaaaaaaaaaaa/%2e%2e/%2e%2e/composition.json',
    '/remotes/public-site/9.9.9-ffffffffffff/remoteEntry.js',
    '/remotes/nobody/x/remoteEntry.js',
    '/remotes/public-site/1.0.0-aaaaaaaaaaaa/%E0%A4%A.js',
    '/remotes/public-site/assets/%E0%A4%A.js',
    '/assets/none.js',
  ]) {
    const response = await request(path);
    expect({ path, status: response.status }).toEqual({ path, status: 404 });
    expect(response.headers.get('cache-control')).not.toContain('immutable');
  }
});

it('CARD-7 the server build of a release is not given out through the API either, whatever its URL', async () => {
  const fake = siteOf(publicRelease());
  const { request } = await open(fake);
  const files = '/api/remotes/public-site/releases/1.0.0-aaaaaaaaaaaa/files/';
  for (const path of ['server.cjs', 'server%2Ecjs', './server.cjs', '%73erver.cjs', 'x/../server.cjs'])
    for (const method of ['GET', 'POST'])
      expect({ path, status: (await request(files + path, { method })).status }).toEqual({ path, status: 404 });
  const entry = await request(`${files}remoteEntry.js`);
  expect(entry.status).toBe(200);
  expect(await entry.text()).toEqual(ENTRY);
});

describe('a file that is named by its content has one URL for all releases of its remote:', () => {
  const PART = 'assets/part.0123456789ab.js';
  const LOST = 'assets/lost.0123456789ab.js';
  const files = {
    'remoteEntry.js': 'new',
    'remote.js': 'self.a = 1',
    [PART]: 'self.part = 1',
    'assets/logo.svg': '<svg/>',
    'assets/server.0123456789ab.js': SERVER,
  };
  const server = 'assets/server.0123456789ab.js';
  const address = (path: string) => `/remotes/public-site/${path}`;

  /** A live release, the one before with the same part, and one before that, which the front door was never told of. */
  async function openThree() {
    const live = release('public-site', '1.0.0-aaaaaaaaaaaa', files, { server, remoteFiles: [PART] });
    const fake = siteOf(live, files);
    const before = { 'remoteEntry.js': 'old', [PART]: 'self.part = 1', 'assets/gone.0123456789ab.js': 'self.gone = 1' };
    const previous = release('public-site', '0.9.0-dddddddddddd', before);
    publish(fake, previous, before);
    const oldest = release('public-site', '0.8.0-eeeeeeeeeeee', {
      'remoteEntry.js': 'oldest',
      [LOST]: 'self.lost = 1',
    });
    const { version: _version, baseUrl: _baseUrl, ...manifest } = oldest;
    publish(fake, oldest, { [LOST]: 'self.lost = 1', 'release.json': JSON.stringify(manifest) });
    fake.composition.remotes['public-site'] = { live, previous };
    return { fake, ...(await open(fake)) };
  }

  it('CARD-7 the document requests it there, and it is served immutable, compressed, from memory', async () => {
    const { request, fake } = await openThree();
    const page = compositionIn(await (await request('/')).text());
    expect(page.scripts.map(({ src }) => src)).toEqual(
      expect.arrayContaining([address('1.0.0-aaaaaaaaaaaa/remoteEntry.js'), address(PART)]),
    );
    const response = await request(address(PART), { headers: { 'accept-encoding': 'br' } });
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(await (await request(`${address(PART)}?attempt=1`)).text()).toBe('self.part = 1');
    expect(
      (await request(address(PART), { headers: { 'if-none-match': response.headers.get('etag') ?? '' } })).status,
    ).toBe(304);
    expect(await (await request(address(`1.0.0-aaaaaaaaaaaa/${PART}`))).text()).toBe('self.part = 1');
    expect(fake.requests).not.toContain(`GET /api/remotes/public-site/${PART}`);
  });

  it('CARD-7 an open tab gets the chunks of releases that are no longer live', async () => {
    const { request } = await openThree();
    expect(await (await request(address('assets/gone.0123456789ab.js'))).text()).toBe('self.gone = 1');
    expect(await (await request(address(LOST))).text()).toBe('self.lost = 1');
  });

  it('CARD-5 without the API, files of the live and the previous release come from disk; others are 502', async () => {
    const { request, fake, dataDirectory } = await openThree();
    await until(() =>
      existsSync(join(dataDirectory, 'releases/public-site/0.9.0-dddddddddddd/assets/gone.0123456789ab.js')),
    );
    fake.isUnavailable = true;
    expect(await (await request(address(PART))).text()).toBe('self.part = 1');
    expect(await (await request(address('assets/gone.0123456789ab.js'))).text()).toBe('self.gone = 1');
    const lost = await request(address(LOST));
    expect(lost.status).toBe(502);
    expect(lost.headers.get('cache-control')).toBe('no-store');
  });

  it('uses a file of another release when the bytes of the first differ from the published ones', async () => {
    const { request, fake, dataDirectory } = await openThree();
    const copyOf = (version: string) =>
      join(dataDirectory, 'releases/public-site', version, 'assets/gone.0123456789ab.js');
    await until(() => existsSync(copyOf('0.9.0-dddddddddddd')));
    fake.files.set('public-site/0.9.0-dddddddddddd/assets/gone.0123456789ab.js', 'self.gone = 2');
    writeFileSync(copyOf('0.9.0-dddddddddddd'), 'self.gone = 2');
    expect((await request(address('assets/gone.0123456789ab.js'))).status).toBe(502);
    const again = { 'remoteEntry.js': 'older', 'assets/gone.0123456789ab.js': 'self.gone = 1' };
    const older = release('public-site', '0.7.0-ffffffffffff', again);
    const { version: _version, baseUrl: _baseUrl, ...manifest } = older;
    publish(fake, older, { ...again, 'release.json': JSON.stringify(manifest) });
    expect((await request(address('0.7.0-ffffffffffff/remoteEntry.js'))).status).toBe(200);
    expect(await (await request(address('assets/gone.0123456789ab.js'))).text()).toBe('self.gone = 1');
  });

  it('responds with 404 for other names, other paths and a server build', async () => {
    const { request } = await openThree();
    for (const path of [
      'assets/none.0123456789ab.js',
      'assets/logo.svg',
      server,
      `1.0.0-aaaaaaaaaaaa/${server}`,
      'assets/%2e%2e/%2e%2e/composition.0123456789ab.js',
      'assets/x%2f..%2f..%2fcomposition.0123456789ab.js',
      `assets/${'a'.repeat(12_000)}.js`,
    ]) {
      const response = await request(address(path));
      expect({ path, status: response.status }).toEqual({ path, status: 404 });
      expect(response.headers.get('cache-control')).not.toContain('immutable');
    }
    expect((await request(`/remotes/admin-portal/${PART}`)).status).toBe(404);
  });
});

it('still serves the chunks of a release that is no longer live', async () => {
  const fake = siteOf(publicRelease());
  const old = release('public-site', '0.9.0-dddddddddddd', { 'remoteEntry.js': 'old', 'lazy.js': 'old chunk' });
  const { version: _version, baseUrl: _baseUrl, ...manifest } = old;
  publish(fake, old, { 'lazy.js': 'old chunk', 'release.json': JSON.stringify(manifest) });
  const { request } = await open(fake);
  const response = await request('/remotes/public-site/0.9.0-dddddddddddd/lazy.js');
  expect(response.status).toBe(200);
  expect(await response.text()).toBe('old chunk');
});

it('CARD-7 a new release is on the next page without a restart of anything', async () => {
  const fake = siteOf(publicRelease());
  const { request } = await open(fake);
  await until(() => fake.listeners() === 1);
  const before = await (await request('/composition.json')).json();
  const files = { ...PUBLIC_FILES, 'remote.1.js': 'self.a = 3' };
  const next = publicRelease(files, '1.1.0-eeeeeeeeeeee');
  publish(fake, next, files);
  const live = fake.composition.remotes['public-site']?.live ?? null;
  fake.composition = {
    generation: 2,
    remotes: { ...fake.composition.remotes, 'public-site': { live: next, previous: live } },
  };
  fake.announce();
  await until(
    async () => ((await (await request('/composition.json')).json()) as { generation: number }).generation === 2,
  );
  expect(before).toMatchObject({ generation: 1, remotes: { 'public-site': '1.0.0-aaaaaaaaaaaa' } });
  const page = compositionIn(await (await request('/')).text());
  expect(page.remotes['public-site']?.live.version).toBe('1.1.0-eeeeeeeeeeee');
  expect(page.remotes['public-site']?.previous?.version).toBe('1.0.0-aaaaaaaaaaaa');
});

it('CARD-7 a request that waited for a preview during a promotion does not bring the old release back', async () => {
  const fake = siteOf(publicRelease());
  const { request } = await open(fake);
  await until(() => fake.listeners() === 1);
  await request('/');
  let respond = (): void => undefined;
  fake.slow.set(
    '/api/preview',
    new Promise((resolve) => {
      respond = resolve;
    }),
  );
  const waiting = request('/', { headers: { cookie: 'godhuli_preview=expired' } });
  await until(() => fake.requests.some((line) => line.endsWith('/api/preview')));
  const files = { ...PUBLIC_FILES, 'remote.1.js': 'self.a = 3' };
  const next = publicRelease(files, '1.1.0-eeeeeeeeeeee');
  publish(fake, next, files);
  fake.composition = {
    generation: 2,
    remotes: { ...fake.composition.remotes, 'public-site': { live: next, previous: null } },
  };
  fake.announce();
  const generation = async () =>
    ((await (await request('/composition.json')).json()) as { generation: number }).generation;
  await until(async () => (await generation()) === 2);
  respond();
  for (const response of [await waiting, await request('/')])
    expect(compositionIn(await response.text()).remotes['public-site']?.live.version).toBe('1.1.0-eeeeeeeeeeee');
});

it('starts with the last known composition while the API is unavailable, and follows it again later', async () => {
  const fake = siteOf(publicRelease());
  const first = await open(fake);
  await until(() => fake.listeners() === 1);
  await first.request('/remotes/public-site/1.0.0-aaaaaaaaaaaa/remoteEntry.js');
  first.door.close();
  fake.isUnavailable = true;
  const { request } = await open(fake, first.dataDirectory);
  expect((await request('/readyz')).status).toBe(200);
  expect((await request('/admin')).status).toBe(200);
  expect((await request('/remotes/public-site/1.0.0-aaaaaaaaaaaa/remoteEntry.js')).status).toBe(200);
  fake.composition = { ...fake.composition, generation: 5 };
  fake.isUnavailable = false;
  await until(
    async () => ((await (await request('/composition.json')).json()) as { generation: number }).generation === 5,
  );
});

it('a release that cannot be read costs its own area alone, and /readyz names it', async () => {
  const fake = siteOf({ ...publicRelease(), entry: '../outside.js' });
  const { request } = await open(fake);
  expect((await request('/')).status).toBe(503);
  expect((await request('/admin')).status).toBe(200);
  const ready = await request('/readyz');
  expect(ready.status).toBe(200);
  expect(await ready.text()).toMatch(/^degraded\npublic-site 1\.0\.0-aaaaaaaaaaaa cannot be read/);
});

it('serves documents with entity tags that differ by encoding, and 304 for the same bytes', async () => {
  const { request } = await open(siteOf(publicRelease()));
  const plain = await request('/');
  const etag = plain.headers.get('etag') ?? '';
  const again = await request('/', { headers: { 'if-none-match': `"other", ${etag}` } });
  expect(again.status).toBe(304);
  expect(again.headers.get('content-security-policy')).toBe(plain.headers.get('content-security-policy'));
  const brotli = await request('/', { headers: { 'accept-encoding': 'br', 'if-none-match': etag } });
  expect(brotli.status).toBe(200);
  expect(brotliDecompressSync(Buffer.from(await brotli.arrayBuffer())).toString()).toBe(await plain.text());
});

it('only a document that asks about itself, and is current, may be shown again without asking', async () => {
  const fake = siteOf(publicRelease());
  const { request } = await open(fake);
  const first = await request('/');
  const etag = first.headers.get('etag') ?? '';
  const html = await first.text();
  expect(html).toContain(`<html data-version="${etag.slice(1, -1)}"`);
  const cacheControl = async (path: string, headers: Record<string, string>) => {
    const response = await request(path, { headers });
    return `${response.status} ${response.headers.get('cache-control')}`;
  };
  const known = { 'if-none-match': etag };
  expect(first.headers.get('cache-control')).toBe('no-cache');
  expect(await cacheControl('/', known)).toBe('304 no-cache');
  expect(await cacheControl('/', { ...known, ...CHECK })).toBe('304 private, max-age=86400');
  // It has another document, whose own script has asked nothing yet.
  expect(await cacheControl('/', CHECK)).toBe('200 no-cache');
  expect(await cacheControl('/', { ...CHECK, 'if-none-match': '"other"' })).toBe('200 no-cache');
  fake.data.set('/api/stats', [{ number: '600+' }]);
  await request('/api/stats/1', { method: 'PUT' });
  expect(await cacheControl('/', { ...known, ...CHECK })).toBe('200 no-cache');
});

it('a document of staff, of a failed render, or of nothing, is never kept by a browser', async () => {
  const broken = { ...PUBLIC_FILES, 'server.cjs': `exports.render = () => { throw new Error('no'); };` };
  const sites = {
    rendered: await open(siteOf(publicRelease())),
    failed: await open(siteOf(release('public-site', '1.0.0-aaaaaaaaaaaa', broken), broken)),
  };
  for (const [site, path] of [
    ['failed', '/'],
    ['rendered', '/admin'],
    ['rendered', '/unknown'],
  ] as const) {
    const { request } = sites[site];
    const first = await request(path);
    expect(await first.text()).not.toContain('data-version');
    const etag = first.headers.get('etag') ?? '*';
    const again = await request(path, { headers: { ...CHECK, 'if-none-match': etag } });
    expect({ site, path, isKept: /max-age/.test(again.headers.get('cache-control') ?? '') }).toMatchObject({
      isKept: false,
    });
  }
});

it('a document without all its data is never kept by a browser', async () => {
  const fake = siteOf(publicRelease());
  const respondNow = holdStats(fake);
  const { request } = await open(fake);
  const first = await request('/');
  expect(await first.text()).not.toContain('data-version');
  const known = { ...CHECK, 'if-none-match': first.headers.get('etag') ?? '*' };
  expect((await request('/', { headers: known })).headers.get('cache-control')).toBe('no-cache');
  respondNow();
  await until(async () => (await (await request('/')).text()).includes('data-version'));
});

it('says that it is not ready before anything is published, and when it stops', async () => {
  const empty = createFakeApi({ generation: 0, remotes: {} });
  empty.isUnavailable = true;
  const unpublished = await open(empty);
  expect((await unpublished.request('/readyz')).status).toBe(503);
  expect((await unpublished.request('/')).status).toBe(503);
  const { door, request } = await open(siteOf(publicRelease()));
  expect((await request('/readyz')).status).toBe(200);
  door.stopAccepting();
  expect((await request('/readyz')).status).toBe(503);
  expect((await request('/livez')).status).toBe(200);
  expect((await request('/')).status).toBe(200);
});

it('keeps crawlers away from staff mounts alone: the public mount of another team may be crawled', async () => {
  const directory = folders.create();
  const mounts = [
    { path: '/', remote: 'public-site', zone: 'public' },
    { path: '/albums', remote: 'albums', zone: 'albums' },
    { path: '/admin', remote: 'admin-portal', zone: 'staff' },
    { path: '/admin-old', remote: 'legacy-admin', zone: 'legacy' },
  ];
  writeShell(directory, mounts);
  const { request } = await open(siteOf(publicRelease()), folders.create(), testClock(), undefined, {
    shellDirectory: directory,
  });
  const text = await (await request('/robots.txt')).text();
  expect(text.match(/Disallow: .*/g)).toEqual(['Disallow: /admin', 'Disallow: /admin-old', 'Disallow: /api/']);
});

it('gives crawlers robots.txt without the portals', async () => {
  const fake = siteOf(publicRelease());
  const { request } = await open(fake);
  const text = await (await request('/robots.txt')).text();
  expect(text).toContain('Disallow: /admin\n');
  expect(text).toContain('Sitemap: http://localhost/sitemap.xml');
  const manifest = await request('/manifest.webmanifest');
  expect(manifest.headers.get('content-type')).toBe('application/manifest+json');
});
