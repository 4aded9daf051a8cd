import { problemSchema } from '@godhuli/contracts/problem';
import { Hono } from 'hono';
import { sql } from 'kysely';
import { access, routeAccess } from './http/access.js';
import type { ApiEnv } from './http/api-env.js';
import { CACHE_TAGS, tagsOfWrite } from './http/read-cache.js';
import { jsonOf, type TestApp, testApp } from './testing/test-app.js';
import { PASSWORD, USERS } from './testing/test-database.js';

let api: TestApp;
beforeAll(async () => {
  api = await testApp();
}, 120_000);
afterAll(() => api.close());

/** Who may call what, by hand: the requirement that the code is held against. */
const EVERYONE = 'everyone';
const STAFF = 'staff';
const ADMIN = 'admin';
const TOKEN = 'deploy token';
const ADMIN_OR_TOKEN = 'admin or deploy token';
const WHO: Record<string, string> = {
  'GET /api/content': EVERYONE,
  'GET /api/content/:section': EVERYONE,
  'POST /api/content': STAFF,
  'PUT /api/content/:id': STAFF,
  'GET /api/services': EVERYONE,
  'POST /api/services': STAFF,
  'PUT /api/services/:id': STAFF,
  'DELETE /api/services/:id': STAFF,
  'GET /api/portfolio': EVERYONE,
  'GET /api/hero': EVERYONE,
  'GET /api/highlights': EVERYONE,
  'GET /api/portfolio/:category': EVERYONE,
  'GET /api/photos/:slug': EVERYONE,
  'GET /api/sitemap': EVERYONE,
  'GET /api/sitemap/:part': EVERYONE,
  'GET /api/sitemap/languages': EVERYONE,
  'POST /api/portfolio': STAFF,
  'PUT /api/portfolio/:id': STAFF,
  'PUT /api/portfolio/:id/position': STAFF,
  'POST /api/portfolio/:id/restore': STAFF,
  'POST /api/portfolio/bulk': STAFF,
  'POST /api/portfolio/order': STAFF,
  'DELETE /api/portfolio/:id': STAFF,
  'GET /api/albums': EVERYONE,
  'GET /api/albums/:slug': EVERYONE,
  'POST /api/albums': STAFF,
  'PUT /api/albums/:id': STAFF,
  'PUT /api/albums/:id/position': STAFF,
  'POST /api/albums/:id/restore': STAFF,
  'DELETE /api/albums/:id': STAFF,
  'GET /api/admin/albums': STAFF,
  'GET /api/admin/albums/:id': STAFF,
  'GET /api/gallery/:page': EVERYONE,
  'GET /api/films': EVERYONE,
  'GET /api/films/:slug': EVERYONE,
  'GET /media/films/:name': EVERYONE,
  'POST /api/admin/videos': STAFF,
  'POST /api/admin/videos/files': STAFF,
  'PUT /api/admin/videos/:id': STAFF,
  'PUT /api/admin/videos/:id/position': STAFF,
  'POST /api/admin/videos/:id/restore': STAFF,
  'DELETE /api/admin/videos/:id': STAFF,
  'GET /api/packages': EVERYONE,
  'GET /api/testimonials': EVERYONE,
  'GET /api/stats': EVERYONE,
  'GET /api/profile': EVERYONE,
  'GET /api/translations/:locale': EVERYONE,
  'GET /api/translations/:locale/highlights': EVERYONE,
  'GET /api/translations/:locale/hero': EVERYONE,
  'GET /api/translations/:locale/photos/:slug': EVERYONE,
  'GET /api/translations/:locale/gallery/:page': EVERYONE,
  'GET /api/translations/:locale/albums/:slug': EVERYONE,
  'GET /api/translations/:locale/films/:slug': EVERYONE,
  'GET /api/admin/translations': STAFF,
  'GET /api/admin/documents': STAFF,
  'POST /api/admin/documents': STAFF,
  'GET /api/admin/documents/:entity/:id': STAFF,
  'PUT /api/admin/documents/:entity/:id': STAFF,
  'DELETE /api/admin/documents/:entity/:id/draft': STAFF,
  'GET /api/admin/drafts': STAFF,
  'POST /api/admin/publications': STAFF,
  'GET /api/admin/schedules': STAFF,
  'POST /api/admin/schedules': STAFF,
  'DELETE /api/admin/schedules/:id': STAFF,
  'GET /api/admin/revisions': STAFF,
  'GET /api/admin/revisions/:id': STAFF,
  'POST /api/admin/revisions/:id/restore': STAFF,
  'POST /api/admin/site-preview': STAFF,
  'POST /api/inquiries': EVERYONE,
  'GET /api/inquiries': STAFF,
  'GET /api/inquiries/counts': STAFF,
  'GET /api/inquiries.csv': STAFF,
  'GET /api/inquiries/owners': STAFF,
  'GET /api/inquiries/sources': STAFF,
  'POST /api/inquiries/bulk': STAFF,
  'POST /api/inquiries/bulk/undo': STAFF,
  'GET /api/inquiries/deleted': STAFF,
  'GET /api/inquiries/views': STAFF,
  'POST /api/inquiries/views': STAFF,
  'DELETE /api/inquiries/views/:id': STAFF,
  'GET /api/inquiries/:id': STAFF,
  'PUT /api/inquiries/:id': STAFF,
  'POST /api/inquiries/:id/restore': STAFF,
  'POST /api/inquiries/:id/undo': STAFF,
  'POST /api/inquiries/delete': STAFF,
  'POST /api/inquiries/restore': STAFF,
  'POST /api/inquiries/empty-quarantine': STAFF,
  'DELETE /api/inquiries/:id': STAFF,
  'GET /api/clients': STAFF,
  'POST /api/clients': STAFF,
  'GET /api/clients/:id': STAFF,
  'PUT /api/clients/:id': STAFF,
  'POST /api/clients/:id/merge': STAFF,
  'POST /api/clients/:id/undo-merge': STAFF,
  'POST /api/clients/:id/not-duplicates': STAFF,
  'POST /api/clients/:id/entries': STAFF,
  'POST /api/clients/:id/files': STAFF,
  'GET /api/client-files/:id': STAFF,
  'PUT /api/client-files/:id': STAFF,
  'POST /api/clients/:id/tasks': STAFF,
  'POST /api/clients/:id/export': ADMIN,
  'POST /api/clients/:id/erase': ADMIN,
  'DELETE /api/client-entries/:id': STAFF,
  'PUT /api/client-tasks/:id': STAFF,
  'DELETE /api/client-tasks/:id': STAFF,
  'GET /api/reply-templates': STAFF,
  'POST /api/reply-templates': STAFF,
  'PUT /api/reply-templates/:id': STAFF,
  'DELETE /api/reply-templates/:id': STAFF,
  'GET /api/admin/privacy': ADMIN,
  'PUT /api/admin/privacy': ADMIN,
  'GET /api/availability': EVERYONE,
  'GET /api/bookings': STAFF,
  'POST /api/bookings': STAFF,
  'GET /api/bookings/:id': STAFF,
  'PUT /api/bookings/:id': STAFF,
  'DELETE /api/bookings/:id': STAFF,
  'POST /api/bookings/:id/restore': STAFF,
  'GET /api/calendar/settings': STAFF,
  'GET /api/calendar/days': STAFF,
  'GET /api/calendar/feeds': STAFF,
  'POST /api/calendar/feeds': STAFF,
  'DELETE /api/calendar/feeds/:id': STAFF,
  'POST /api/calendar/import': STAFF,
  'GET /api/calendar/:file': EVERYONE,
  'POST /api/cities': ADMIN,
  'PUT /api/cities/:id': ADMIN,
  'PUT /api/cities/:id/days/:day': ADMIN,
  'POST /api/crews': ADMIN,
  'PUT /api/crews/:id': ADMIN,
  'GET /api/muhurats/:year': STAFF,
  'PUT /api/muhurats/:year': STAFF,
  'GET /api/inquiries/:id/messages': STAFF,
  'GET /api/admin/messages': ADMIN,
  'GET /api/admin/messages/status': ADMIN,
  'GET /api/admin/messages/recipients': ADMIN,
  'PUT /api/admin/messages/recipients/:id': ADMIN,
  'GET /api/admin/messages/previews/:kind': ADMIN,
  'POST /api/admin/messages/test': ADMIN,
  'POST /api/admin/messages/:id/send-again': STAFF,
  'POST /api/admin/auth/login': EVERYONE,
  'POST /api/admin/auth/second-factor': EVERYONE,
  'POST /api/admin/auth/passkey/options': EVERYONE,
  'POST /api/admin/auth/passkey': EVERYONE,
  'GET /api/admin/me/second-factor': STAFF,
  'POST /api/admin/me/second-factor/totp': STAFF,
  'POST /api/admin/me/second-factor/totp/confirm': STAFF,
  'DELETE /api/admin/me/second-factor/totp': STAFF,
  'POST /api/admin/me/second-factor/recovery-codes': STAFF,
  'POST /api/admin/me/passkeys/options': STAFF,
  'POST /api/admin/me/passkeys': STAFF,
  'PUT /api/admin/me/passkeys/:id': STAFF,
  'DELETE /api/admin/me/passkeys/:id': STAFF,
  'GET /api/admin/security': ADMIN,
  'PUT /api/admin/security': ADMIN,
  'DELETE /api/admin/users/:id/second-factor': ADMIN,
  'POST /api/admin/auth/logout': STAFF,
  'GET /api/admin/me': STAFF,
  'POST /api/admin/auth/confirm': STAFF,
  'GET /api/admin/me/sessions': STAFF,
  'DELETE /api/admin/me/sessions': STAFF,
  'DELETE /api/admin/me/sessions/:id': STAFF,
  'GET /api/admin/me/notices': STAFF,
  'POST /api/admin/me/notices/dismiss': STAFF,
  'GET /api/admin/users': ADMIN,
  'GET /api/admin/users/sessions': ADMIN,
  'POST /api/admin/users': ADMIN,
  'PUT /api/admin/users/:id': ADMIN,
  'DELETE /api/admin/users/:id/sessions': ADMIN,
  'POST /api/admin/users/:id/password': ADMIN,
  'POST /api/admin/users/:id/reset-link': ADMIN,
  'POST /api/admin/users/:id/email-link': ADMIN,
  'GET /api/admin/auth/options': EVERYONE,
  'POST /api/admin/auth/forgot-password': EVERYONE,
  'POST /api/admin/auth/reset-password': EVERYONE,
  'PUT /api/admin/me/password': STAFF,
  'GET /api/admin/audit': ADMIN,
  'GET /api/admin/portfolio': STAFF,
  'GET /api/admin/portfolio/:id/history': STAFF,
  'POST /api/admin/backup': ADMIN,
  'GET /api/admin/dashboard': STAFF,
  'GET /api/admin/blog': STAFF,
  'GET /api/admin/videos': STAFF,
  'GET /api/admin/portfolio/uploads': STAFF,
  'GET /api/admin/portfolio/uploads/duplicates': STAFF,
  'POST /api/admin/portfolio/uploads': STAFF,
  'PATCH /api/admin/portfolio/uploads/:id': STAFF,
  'POST /api/admin/portfolio/uploads/:id/finish': STAFF,
  'DELETE /api/admin/portfolio/uploads/:id': STAFF,
  'POST /api/admin/media': STAFF,
  'GET /api/admin/media/:id/crops': STAFF,
  'PUT /api/admin/media/:id/crops': STAFF,
  'GET /api/admin/media/encoding': ADMIN,
  'POST /api/admin/media/encoding': ADMIN,
  'GET /media/:id/:name': EVERYONE,
  'GET /api/composition': EVERYONE,
  'GET /api/composition/events': TOKEN,
  'POST /api/composition/reports': EVERYONE,
  'GET /api/preview': STAFF,
  'POST /api/preview': STAFF,
  'GET /api/remotes': ADMIN_OR_TOKEN,
  'GET /api/remotes/:name/releases': ADMIN_OR_TOKEN,
  'GET /api/remotes/:name/releases/:version': EVERYONE,
  'GET /api/remotes/:name/moves': ADMIN_OR_TOKEN,
  'GET /api/remotes/:name/releases/:version/rollback': ADMIN_OR_TOKEN,
  'POST /api/remotes/:name/releases': TOKEN,
  'PUT /api/remotes/:name/channels/:channel': ADMIN_OR_TOKEN,
  'DELETE /api/remotes/:name/channels/:channel': ADMIN_OR_TOKEN,
  'GET /api/remotes/:name/releases/:version/files/:path{.+}': EVERYONE,
  'GET /api/remotes/:name/assets/:path{.+}': EVERYONE,
  'POST /api/remotes/:name/deploy-tokens': ADMIN,
  'GET /api/remotes/:name/deploy-tokens': ADMIN,
  'DELETE /api/remotes/:name/deploy-tokens/:id': ADMIN,
  'GET /api/openapi.json': STAFF,
  'GET /api/docs': STAFF,
  'GET /api/docs/start.js': STAFF,
  'GET /api/docs/swagger-ui.css': STAFF,
  'GET /api/docs/swagger-ui-bundle.js': STAFF,
};

type Caller = 'nobody' | 'editor' | 'admin' | 'disabled user' | 'expired session';
const CALLERS: Caller[] = ['nobody', 'editor', 'admin', 'disabled user', 'expired session'];

function expectedRefusal(who: string | undefined, caller: Caller): number | null {
  if (who === EVERYONE) return null;
  if (who === TOKEN || !['editor', 'admin'].includes(caller)) return 401;
  return who === STAFF || caller === 'admin' ? null : 403;
}

async function headersOf(caller: Caller): Promise<Record<string, string>> {
  if (caller === 'nobody') return {};
  if (caller !== 'expired session')
    return { cookie: await api.cookieOf(caller === 'disabled user' ? 'disabled' : caller) };
  const cookie = await api.cookieOf('admin');
  const old = { last_seen_at: sql<Date>`now() - interval '31 minutes'` };
  await api.db.updateTable('sessions').set(old).where('id', '=', sql<string>`(select max(id) from sessions)`).execute();
  return { cookie };
}

/** An address for a route pattern at which nothing exists, so that no call changes anything. */
const addressOf = (path: string) =>
  path
    .replace(':path{.+}', 'remoteEntry.js')
    .replace(':version', '1.0.0-0123456789ab')
    .replace(':category', 'wedding')
    .replace(/:(name|channel|section|file|slug|page)/g, 'nothing')
    .replace(':day', '2030-01-01')
    .replace(':year', '2030')
    .replace(':entity', 'service')
    .replace(':kind', 'test')
    .replace(':id', '999999999');

it('API-5 ADM-SHELL-4 every live route lets in exactly those who may call it', async () => {
  const wrong: string[] = [];
  const routes = routeAccess(api.app).map(({ method, path }) => ({ method, path, who: WHO[`${method} ${path}`] }));
  expect(routes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(Object.keys(WHO).sort());
  for (const { method, path, who } of routes) {
    for (const caller of CALLERS) {
      const response = await api.call(method, addressOf(path), { headers: await headersOf(caller) });
      await response.body?.cancel();
      const isCached = who !== EVERYONE && !response.headers.get('cache-control')?.includes('no-store');
      if (isCached) wrong.push(`${method} ${path} lets ${caller}'s answer be cached`);
      const refused = [401, 403].includes(response.status) ? response.status : null;
      if (refused !== expectedRefusal(who, caller))
        wrong.push(`${method} ${path} answers ${caller} ${response.status}`);
      if (response.status >= 500) wrong.push(`${method} ${path} fails for ${caller}: ${response.status}`);
    }
  }
  expect(wrong).toEqual([]);
}, 120_000);

it('API-5 refuses to start with a route that declares no access rule', () => {
  const app = new Hono<ApiEnv>().get('/api/known', access('staff'), (c) => c.text(''));
  app.get('/api/forgotten', (c) => c.text('open to all'));
  expect(() => routeAccess(app)).toThrow('No access rule is declared for: GET /api/forgotten');
});

it('API-6 responds to unknown paths and methods with a problem document', async () => {
  for (const [method, path] of [
    ['GET', '/api/nothing'],
    ['PATCH', '/api/services'],
    ['GET', '/media/nothing'],
  ] as const) {
    const response = await api.call(method, path);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(problemSchema.parse(await response.json())).toMatchObject({ status: 404, title: 'Not Found' });
  }
});

describe('unsafe requests', () => {
  const inquiry = { name: 'Meera', eventType: 'wedding', elapsedMs: 9000 };
  const send = async (headers: Record<string, string>) =>
    (await api.call('POST', '/api/inquiries', { json: inquiry, headers })).status;

  it('API-5 are refused when another site makes them', async () => {
    const origins = [
      'https://evil.example',
      'null',
      'http://localhost.evil.example',
      'http://localhost:81',
      'http://localhost/',
    ];
    for (const origin of origins) expect({ origin, status: await send({ origin }) }).toEqual({ origin, status: 403 });
    for (const site of ['cross-site', 'same-site', 'none', 'same-origin']) {
      expect({ site, status: await send({ 'sec-fetch-site': site }) }).toEqual({ site, status: 403 });
    }
    expect(await send({ origin: 'http://localhost', 'sec-fetch-site': 'cross-site' })).toBe(403);
  });

  it('API-5 are taken from this site and from programs', async () => {
    expect(await send({ origin: 'http://localhost', 'sec-fetch-site': 'same-origin' })).toBe(201);
    expect(await send({})).toBe(201);
  });
});

it('API-8 documents every call as OpenAPI 3.1, with the schemas that validate it', async () => {
  const document = JSON.parse(await (await api.as('editor')('GET', '/api/openapi.json')).text());
  expect(document.openapi).toMatch(/^3\.1/);
  const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const live = Object.keys(WHO).map((route) => route.replace(/:(\w+)(\{[^}]*\})?/g, '{$1}'));
  expect(documented.sort()).toEqual(live.sort());
  const body = document.paths['/api/inquiries'].post.requestBody.content['application/json'].schema;
  expect(body.required).toEqual(expect.arrayContaining(['name', 'eventType']));
  expect(document.paths['/api/inquiries'].get.security).toEqual([{ session: [] }]);
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map((match) => match[1] ?? '');
  for (const reference of references) {
    const found = reference.split('/').reduce((at, key) => at?.[key], document);
    expect({ reference, type: typeof found }).toEqual({ reference, type: 'object' });
  }
});

it('API-8 shows the document on a page without inline scripts or other origins', async () => {
  const page = await (await api.as('editor')('GET', '/api/docs')).text();
  const assets = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '');
  expect(assets).toHaveLength(3);
  for (const asset of assets) expect((await api.as('editor')('GET', asset)).status).toBe(200);
  expect(page).not.toMatch(/<script(?![^>]*src=)|<style|https?:/);
});

it('says that public data changed after writes that changed it, and after nothing else', async () => {
  const says = (response: Response) => response.headers.has('surrogate-purge');
  const editor = api.as('editor');
  const services = await jsonOf(await api.call('GET', '/api/services'));
  const path = `/api/services/${services[0]._id}`;
  const change = { json: { title: 'Evenings' } };
  const saved = await editor('PUT', path, change);
  expect(says(saved)).toBe(true);
  expect(saved.headers.get('surrogate-purge')?.split(' ').slice(1)).toEqual(['services']);
  expect(says(await editor('PUT', path, { json: { title: 7 } }))).toBe(false);
  expect(says(await editor('GET', path))).toBe(false);
  expect(says(await api.call('PUT', path, change))).toBe(false);
  expect(says(await api.call('POST', '/api/none'))).toBe(false);
  const inquiry = { json: { name: 'Asha', eventType: 'wedding', phone: '9822012345' } };
  expect(says(await api.call('POST', '/api/inquiries', inquiry))).toBe(false);
});

it('every cache tag is a table whose trigger announces its changes', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct event_object_table as name from information_schema.triggers where trigger_name = 'studio_changed'
  `.execute(api.db);
  expect(rows.map(({ name }) => name).sort()).toEqual([...CACHE_TAGS].sort());
});

it('every write of public data invalidates the tag of its own table', () => {
  const rules = ['content.manage', 'gallery.manage', 'calendar.manage', 'calendar.configure'];
  const writes = routeAccess(api.app).filter(({ method, rule }) => method !== 'GET' && rules.includes(rule));
  expect(writes.length).toBeGreaterThan(5);
  // These say what they change themselves: nothing, or what was published.
  const isOfDrafts = (path: string) =>
    /^\/api\/admin\/(documents|publications|schedules|revisions|site-preview)/.test(path);
  expect(writes.filter(({ path }) => tagsOfWrite(path) === undefined && !isOfDrafts(path))).toEqual([]);
  expect(tagsOfWrite('/api/admin/media')).toEqual(['media']);
  expect(tagsOfWrite('/api/anything')).toBeUndefined();
});

it('API-8 lets anyone read the documentation when the installation publishes it', async () => {
  const open = api.neighbour({ publishApiDocs: true });
  for (const path of ['/api/openapi.json', '/api/docs']) expect((await open.request(path)).status).toBe(200);
});

it('forbids to cache a response that sets a cookie', async () => {
  const json = { email: USERS.admin.email, password: PASSWORD };
  const { headers } = await api.call('POST', '/api/admin/auth/login', { json });
  expect(headers.get('set-cookie')).toContain('HttpOnly');
  expect(headers.get('cache-control')).toBe('no-store');
});

it('API-9 pages of an allowed origin may call with the session, those of any other may not', async () => {
  const site = 'https://www.studio.example';
  const open = api.neighbour({ allowedOrigins: [site] });
  const cookie = await api.cookieOf('editor');
  const services = await jsonOf(await api.call('GET', '/api/services'));
  const put = (origin: string) =>
    open.request(`/api/services/${services[0]._id}`, {
      method: 'PUT',
      headers: { origin, cookie, 'sec-fetch-site': 'same-site', 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'From elsewhere' }),
    });
  const allowed = await put(site);
  expect(allowed.status).toBe(200);
  expect(allowed.headers.get('access-control-allow-origin')).toEqual(site);
  expect(allowed.headers.get('access-control-allow-credentials')).toBe('true');
  for (const origin of ['https://evil.example', `${site}.evil.example`, 'null']) {
    const refused = await put(origin);
    expect({
      origin,
      status: refused.status,
      accessControlAllowOrigin: refused.headers.get('access-control-allow-origin'),
    }).toEqual({ origin, status: 403, accessControlAllowOrigin: null });
  }
  const preflight = {
    origin: site,
    'access-control-request-method': 'PUT',
    'access-control-request-headers': 'content-type',
  };
  const response = await open.request('/api/services/1', { method: 'OPTIONS', headers: preflight });
  expect(response.status).toBe(204);
  expect(response.headers.get('access-control-allow-headers')).toBe('content-type');
});
