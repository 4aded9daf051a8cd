import { createHash } from 'node:crypto';
import type { PageComposition } from '@godhuli/contracts/page';
import type { Composition } from '@godhuli/contracts/releases';
import type { Api } from '../api-client.js';
import { createFrontDoor, type FrontDoor } from '../front-door.js';
import type { SiteOriginOptions } from '../http/site-origin.js';
import { BOOT, createFakeApi, publish, quiet, release, temporaryFolders, writeShell } from '../testing/fake-site.js';

const LIVE = '1.0.0-aaaaaaaaaaaa';
const NEXT = '1.1.0-bbbbbbbbbbbb';
const render = (word: string) =>
  `exports.render = ({ url, data }) => ({ html: '<h1>${word} ' + url + '</h1>', head: '<title>${word}</title>', data });`;
const filesOf = (word: string, server = render(word)) => ({ 'remoteEntry.js': `//${word}`, 'server.cjs': server });
const STAFF = 'godhuli_session=good; godhuli_preview=signed';
const SINCE = '2026-03-01T10:42:00.000Z';
const UNTIL = '2026-03-01T18:42:00.000Z';

const folders = temporaryFolders();
const shellDirectory = folders.create();
writeShell(shellDirectory);
const doors: FrontDoor[] = [];
afterEach(() => {
  for (const door of doors.splice(0)) door.close();
});
afterAll(() => folders.removeAll());

/** A site whose public page has one live release and one that is published only, which staff preview. */
async function open(next = filesOf('next'), wrap: (api: Api) => Api = (api) => api, site: SiteOriginOptions = {}) {
  const live = release('public-site', LIVE, filesOf('live'), { serverData: ['/api/stats'] });
  const previewed = release('public-site', NEXT, next, { serverData: ['/api/stats'], routes: ['/', '/new'] });
  const staff = release('admin-portal', '2.0.0-cccccccccccc', { 'remoteEntry.js': '//staff' });
  const composition: Composition = {
    generation: 1,
    remotes: { 'public-site': { live, previous: null }, 'admin-portal': { live: staff, previous: null } },
  };
  const fake = createFakeApi(composition);
  fake.data.set('/api/stats', [{ number: '500+' }]);
  publish(fake, live, filesOf('live'));
  publish(fake, previewed, next);
  publish(fake, staff, { 'remoteEntry.js': '//staff' });
  fake.preview = { remote: 'public-site', release: previewed, dev: null, since: SINCE, until: UNTIL };
  const door = await createFrontDoor({
    ...{ api: wrap(fake.api), shellDirectory, logger: quiet },
    dataDirectory: folders.create(),
    site: { allowedHosts: ['studio.test'], ...site },
  });
  doors.push(door);
  const request = (path: string, cookie = '', init: RequestInit = {}) =>
    Promise.resolve(door.app.request(path, { ...init, headers: { cookie, ...init.headers } }));
  return { fake, door, request };
}

const jsonIn = (html: string, id: string) => JSON.parse(new RegExp(`id="${id}">([^<]*)<`).exec(html)?.[1] ?? '');
const compositionIn = (html: string): PageComposition => ({
  ...jsonIn(html, 'composition'),
  data: jsonIn(html, 'page-data'),
});

it('CARD-7 a signed-in browser gets a cookie for the release, and is sent to where the shell mounts it', async () => {
  const { request } = await open();
  const response = await request(`/preview?remote=public-site&version=${NEXT}`, 'godhuli_session=good');
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe('/');
  expect(response.headers.getSetCookie()).toEqual(['godhuli_preview=signed; HttpOnly']);
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  const secure = await request(`https://studio.test/preview?remote=admin-portal&dev=x`, 'godhuli_session=good');
  expect(secure.headers.get('location')).toBe('/admin');
  expect(secure.headers.getSetCookie()).toEqual(['godhuli_preview=signed; HttpOnly; Secure']);
});

it('the API gets the request for a preview with the IP of the browser that looks', async () => {
  const asked: unknown[] = [];
  const { door } = await open(filesOf('next'), (api) => (request, bindings) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/api/preview')
      asked.push([request.method, request.headers.get('x-forwarded-for'), (bindings as typeof browser).incoming]);
    return api(request, bindings);
  });
  const browser = { incoming: { socket: { remoteAddress: '10.0.0.1' }, headers: {} } };
  const headers = { cookie: STAFF, 'x-forwarded-for': '198.51.100.7' };
  expect(await (await door.app.request('/', { headers }, browser)).text()).toContain('<h1>next /</h1>');
  expect((await door.app.request(`/preview?remote=public-site&version=${NEXT}`, { headers }, browser)).status).toBe(
    303,
  );
  expect(asked).toEqual([
    ['GET', '198.51.100.7', browser.incoming],
    ['POST', '198.51.100.7', browser.incoming],
  ]);
});

it('an API that never says whether there is a preview costs ten seconds, then the live page is served', async () => {
  const { fake, request } = await open();
  await request('/');
  fake.slow.set('/api/preview', new Promise(() => undefined));
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'performance'] });
  try {
    const looks = [request('/', STAFF), request(`/preview?remote=public-site&version=${NEXT}`, STAFF)];
    while (fake.requests.filter((one) => one.endsWith('/api/preview')).length < 2)
      await new Promise((resolve) => setImmediate(resolve));
    await jest.advanceTimersByTimeAsync(10_000);
    const [page, begun] = await Promise.all(looks);
    expect(page?.status).toBe(200);
    expect(await page?.text()).toEqual(expect.stringContaining('<h1>live /</h1>'));
    expect(begun?.status).toBe(503);
  } finally {
    jest.useRealTimers();
  }
});

it('without a session it leads to the login, and sets nothing; what is no release is said', async () => {
  const { fake, request } = await open();
  const stranger = await request(`/preview?remote=public-site&version=${NEXT}`);
  expect(stranger.status).toBe(303);
  expect(stranger.headers.get('location')).toBe('/admin?next=preview');
  expect(stranger.headers.getSetCookie().join()).not.toContain('godhuli_preview=');
  for (const site of ['cross-site', 'same-site']) {
    const headers = { 'sec-fetch-site': site };
    const foreign = await request(`/preview?remote=public-site&version=${NEXT}`, 'godhuli_session=good', { headers });
    expect(foreign.headers.get('location')).toBe('/admin');
    expect(foreign.headers.getSetCookie()).toEqual([]);
  }
  const unknown = await request('/preview?remote=public-site&version=9.9.9-ffffffffffff', 'godhuli_session=good');
  expect(unknown.status).toBe(404);
  expect(unknown.headers.getSetCookie()).toEqual([]);
  expect(await unknown.text()).toContain('public-site has no published release 9.9.9-ffffffffffff.');
  const homeless = await request('/preview?remote=homeless&dev=x', 'godhuli_session=good');
  expect(homeless.status).toBe(404);
  expect(homeless.headers.getSetCookie()).toEqual([]);
  fake.isUnavailable = true;
  expect((await request(`/preview?remote=public-site&version=${NEXT}`, 'godhuli_session=good')).status).toBe(503);
});

it('CARD-7 a link to a preview keeps its target while its reader signs in, and leads to no other site', async () => {
  const { request } = await open();
  const link = `/preview?remote=public-site&version=${NEXT}`;
  const stranger = await request(link);
  const [kept = ''] = stranger.headers.getSetCookie();
  expect(kept).toMatch(/; Max-Age=900; Path=\/preview; HttpOnly; SameSite=Strict$/);
  const resumed = await request('/preview/resume', `godhuli_session=good; ${kept.split(';')[0]}`);
  expect(resumed.status).toBe(303);
  expect(resumed.headers.get('location')).toEqual(link);
  expect(resumed.headers.getSetCookie()).toEqual([expect.stringContaining('godhuli_preview_wanted=; Max-Age=0')]);
  for (const forged of ['', '//evil.example', 'https://evil.example', '/../admin']) {
    const cookie = `godhuli_session=good; godhuli_preview_wanted=${encodeURIComponent(forged)}`;
    expect((await request('/preview/resume', cookie)).headers.get('location')).toBe('/admin/dashboard');
  }
  const split = await request(
    '/preview/resume',
    `godhuli_preview_wanted=${encodeURIComponent('?remote=x\r\nlocation: //evil.example')}`,
  );
  expect(new URL(split.headers.get('location') ?? '', 'http://localhost').host).toBe('localhost');
});

it('CARD-7 only that browser sees the other release, rendered on the server with a badge; never cached', async () => {
  const { request } = await open();
  const before = await request('/');
  const response = await request('/', STAFF, { headers: { 'if-none-match': before.headers.get('etag') ?? '' } });
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  expect(response.headers.get('etag')).toBe(null);
  const html = await response.text();
  expect(html).toContain('data-rendered><h1>next /</h1>');
  expect(html).toMatch(
    /<aside class="preview-badge" aria-label="Preview">.*public-site <code>1\.1\.0-bbbbbbbbbbbb<\/code>/,
  );
  expect(html).toContain(`<time datetime="${SINCE}">1 Mar, 10:42 UTC</time>`);
  expect(html).toContain('<form method="post" action="/preview/leave?page=%2F"><button>Leave preview</button></form>');
  expect(compositionIn(html)).toMatchObject({
    preview: true,
    remotes: { 'public-site': { live: { version: NEXT }, previous: null } },
  });
  // Its own routes, which the live release does not have.
  expect((await request('/new', STAFF)).status).toBe(200);
  expect((await request('/new')).status).toBe(404);
  // Neither another visitor nor the memory of documents has seen it.
  const after = await request('/');
  expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
  expect(await after.text()).toBe(await before.text());
  // On another page the badge stands all the same.
  const staff = await (await request('/admin', STAFF)).text();
  expect(staff).toContain('preview-badge');
  expect(compositionIn(staff).remotes['admin-portal']?.live.version).toBe('2.0.0-cccccccccccc');
});

it('nothing that a visitor sends chooses code: no query, header or cookie without a session that agrees', async () => {
  const { fake, request } = await open();
  const plain = await (await request('/')).text();
  const tries: [string, string, Record<string, string>?][] = [
    [`/?remote=public-site&version=${NEXT}`, ''],
    [`/?preview=${NEXT}&dev=http://127.0.0.1:4000`, ''],
    ['/', 'godhuli_preview=signed'],
    ['/', 'godhuli_preview=forged; godhuli_session=good'],
    ['/', 'godhuli_preview=signed; godhuli_session=ended'],
    ['/', '', { 'x-preview': 'signed', authorization: 'Bearer signed' }],
  ];
  for (const [path, cookie, headers] of tries) {
    const response = await request(path, cookie, { headers });
    const html = await response.text();
    expect({ path, cookie, version: compositionIn(html).remotes['public-site']?.live.version }).toEqual({
      path,
      cookie,
      version: LIVE,
    });
    expect(html).not.toContain('preview-badge');
    expect(response.headers.get('cache-control')).toBe('no-cache');
  }
  // The API is not available, or no longer knows the preview: the live page.
  fake.preview = null;
  expect(await (await request('/', STAFF)).text()).toBe(plain);
  fake.isUnavailable = true;
  expect(await (await request('/', STAFF)).text()).toBe(plain);
});

it('a previewed release that fails on the server is rendered in the browser, and is not reported', async () => {
  const { fake, request } = await open(filesOf('next', 'exports.render = () => { throw new Error("no"); };'));
  const html = await (await request('/', STAFF)).text();
  expect(html).not.toContain('data-rendered');
  expect(html).toContain('preview-badge');
  expect(compositionIn(html)).toMatchObject({ isDeferred: false, data: { '/api/stats': [{ number: '500+' }] } });
  expect(fake.requests).not.toContain('POST /api/composition/reports');
});

it('a development server’s origin is allowed only in the policy of its own zone’s preview document', async () => {
  const { fake, request } = await open();
  const dev = 'http://127.0.0.1:4000';
  fake.preview = { remote: 'public-site', release: null, dev, since: SINCE, until: UNTIL };
  const policyOf = (response: Response) =>
    new Map(
      response.headers
        .get('content-security-policy')
        ?.split('; ')
        .map((directive) => [directive.split(' ')[0], directive.slice(directive.indexOf(' ') + 1)]),
    );
  const response = await request('/any/page', STAFF);
  const policy = policyOf(response);
  const digest = createHash('sha256').update(BOOT).digest('base64');
  expect(policy.get('script-src')).toBe(`'self' 'sha256-${digest}' ${dev}`);
  expect(policy.get('connect-src')).toBe(`'self' ${dev} ws://127.0.0.1:4000`);
  expect(policy.get('default-src')).toBe("'self'");
  const html = await response.text();
  expect(html).toContain(`<code>${dev}</code>, not checked (its files have no integrity hashes),`);
  const page = compositionIn(html);
  expect(page.remotes['public-site']?.live).toMatchObject({
    container: 'public_site_development',
    entry: 'remoteEntry.js',
    baseUrl: `${dev}/`,
    files: [],
  });
  expect(page.data).toEqual({ '/api/stats': [{ number: '500+' }] });
  for (const [path, cookie] of [
    ['/', ''],
    ['/admin', STAFF],
    ['/nowhere', ''],
  ] as const)
    expect((await request(path, cookie)).headers.get('content-security-policy')).not.toContain('127.0.0.1');
});

it('leaving removes the cookie and leads back to the same page, never to another site', async () => {
  const { request } = await open();
  const leave = (referer: string) => request('/preview/leave', STAFF, { method: 'POST', headers: { referer } });
  const response = await leave('http://localhost/portfolio?x=1');
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe('/portfolio?x=1');
  expect(response.headers.getSetCookie()).toEqual([
    'godhuli_preview=; Max-Age=0; Path=/',
    '__Host-godhuli_preview=; Max-Age=0; Path=/; Secure',
  ]);
  for (const referer of ['https://evil.example/x', 'http://localhost//evil.example', 'nonsense', ''])
    expect((await leave(referer)).headers.get('location')).toBe('/');
});

it('CARD-7 leaving leads back to the page of the portal, whose Referer is the origin alone', async () => {
  const { request } = await open();
  const html = await (await request('/admin?search=a%20b&stage=new', STAFF)).text();
  const action = /action="(\/preview\/leave[^"]*)"/.exec(html)?.[1] ?? '';
  const headers = { referer: 'http://localhost/' };
  const left = await request(action, STAFF, { method: 'POST', headers });
  expect(left.headers.get('location')).toBe('/admin?search=a%20b&stage=new');
});

it.each(['//evil.example', '/\\evil.example', 'https://evil.example', '/x\r\nlocation: //evil.example'])(
  'leaving a preview leads to / instead of %j',
  async (page) => {
    const { request } = await open();
    const path = `/preview/leave?page=${encodeURIComponent(page)}`;
    expect((await request(path, STAFF, { method: 'POST' })).headers.get('location')).toBe('/');
  },
);

/** An API that asks everyone who requests drafts to sign in. */
const refuseDrafts = (api: Api) => (request: Request) =>
  new URL(request.url).pathname === '/api/admin/site-preview' ? new Response('{}', { status: 401 }) : api(request);

it('EDIT-PREV-2 staff get drafts in the release that is live now: no scripts, not cached, not framed', async () => {
  const changes = {
    lists: { '/api/stats': { ids: ['2'], changed: { '2': { _id: '2', number: '9+' } } } },
    objects: {},
  };
  const drafts = (api: Api) => async (request: Request) => {
    if (new URL(request.url).pathname !== '/api/admin/site-preview') return api(request);
    const isStaff = request.headers.get('cookie')?.includes('godhuli_session=good');
    return new Response(JSON.stringify(isStaff ? changes : { detail: 'Please sign in first.' }), {
      status: isStaff ? 200 : 401,
      headers: { 'content-type': 'application/json' },
    });
  };
  const { fake, request } = await open(filesOf('next'), drafts);
  const send = (cookie: string, site = 'same-origin') =>
    request('/preview/draft', cookie, {
      ...{ method: 'POST', body: '{}' },
      headers: { origin: 'http://localhost', 'sec-fetch-site': site },
    });
  expect(await (await send(STAFF)).text()).toContain('<h1>live /</h1>');
  const server = `exports.render = ({ data, preview }) => ({
    html: '<b>' + data['/api/stats'][0].number + ' ' + preview + '</b><script>1</script>', head: '<title>Draft</title>', data });`;
  const live = release('public-site', '1.2.0-dddddddddddd', filesOf('draft', server), { serverData: ['/api/stats'] });
  publish(fake, live, filesOf('draft', server));
  fake.composition = {
    ...fake.composition,
    remotes: { ...fake.composition.remotes, 'public-site': { live, previous: null } },
  };
  fake.announce();
  let html = '';
  for (let tries = 0; tries < 200 && !html.includes('9+ true'); tries += 1) {
    html = await (await send(STAFF)).text();
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  expect(html).toContain('<b>9+ true</b>');
  expect(html).not.toContain(BOOT);
  const { headers } = await send(STAFF);
  expect(headers.get('cache-control')).toBe('private, no-store');
  expect(headers.get('x-robots-tag')).toBe('noindex');
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect((await send('')).status).toBe(401);
  expect((await send(STAFF, 'cross-site')).status).toBe(403);
  expect(await (await request('/')).text()).toContain('<b>500+ undefined</b>');
});

it.each([
  ['https behind a proxy that ends TLS', 'http://studio.test/preview/draft', 'https://studio.test', 401],
  ['the public URL, whose port a proxy drops', 'http://localhost/preview/draft', 'https://localhost:8443', 401],
  ['another site', 'http://studio.test/preview/draft', 'https://evil.example', 403],
  ['another port of this host', 'http://studio.test/preview/draft', 'https://studio.test:444', 403],
  ['no site', 'http://studio.test/preview/draft', 'null', 403],
])('EDIT-PREV-2 a draft without Sec-Fetch-Site from %s', async (_where, url, origin, status) => {
  const { request } = await open(filesOf('next'), refuseDrafts, { publicOrigin: 'https://localhost:8443' });
  expect((await request(url, '', { method: 'POST', body: '{}', headers: { origin } })).status).toBe(status);
});

it('EDIT-PREV-2 a draft without Sec-Fetch-Site and Origin is refused', async () => {
  const { request } = await open(filesOf('next'), refuseDrafts);
  expect((await request('/preview/draft', STAFF, { method: 'POST', body: '{}' })).status).toBe(403);
});

it('EDIT-PREV-2 a draft from another Origin is refused with a problem, whatever Sec-Fetch-Site says', async () => {
  const { request } = await open(filesOf('next'), refuseDrafts);
  const headers = { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' };
  const refused = await request('/preview/draft', STAFF, { method: 'POST', body: '{}', headers });
  expect(refused.status).toBe(403);
  expect(refused.headers.get('content-type')).toBe('application/problem+json');
});

it('EDIT-PREV-2 drafts that are too large are refused with a problem', async () => {
  const { request } = await open(filesOf('next'), refuseDrafts);
  const body = 'x'.repeat(256 * 1024 + 1);
  const headers = { origin: 'http://localhost' };
  const refused = await request('/preview/draft', STAFF, { method: 'POST', body, headers });
  expect(refused.status).toBe(413);
  expect(refused.headers.get('content-type')).toBe('application/problem+json');
});
