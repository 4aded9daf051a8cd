import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { MAX_CREWS, MAX_FEEDS } from '@godhuli/contracts/calendar';
import { MAX_CLIENT_FILE_BYTES, MAX_CLIENT_FILES, MAX_OPEN_TASKS } from '@godhuli/contracts/clients';
import { NEVER_PROMOTED } from '@godhuli/contracts/releases';
import { MAX_TEMPLATES } from '@godhuli/contracts/reply-templates';
import { MAX_PASSKEYS } from '@godhuli/contracts/second-factor';
import { CHUNK_TYPE, MAX_CHUNK_BYTES } from '@godhuli/contracts/uploads';
import { fakeRelease, packRelease } from '@godhuli/release-gate/testing/fake-release';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Hono } from 'hono';
import { sql } from 'kysely';
import sharp from 'sharp';
import { createMetrics } from './features/metrics/metrics.js';
import { routeAccess } from './http/access.js';
import type { ApiEnv } from './http/api-env.js';
import { openApiPath } from './http/documented-problems.js';
import { sampleFilm } from './testing/sample-film.js';
import { softAuthenticator } from './testing/soft-authenticator.js';
import { FRONT_DOOR_TOKEN, jsonOf, SITE, type TestApp, testApp, WITH_EMAIL } from './testing/test-app.js';
import { PASSWORD, USERS } from './testing/test-database.js';
import { totpCode } from './testing/totp-code.js';

// Every route is called several times, and two releases pass the gate.
jest.setTimeout(400_000);

interface DocumentedResponse {
  $ref?: string;
  headers?: Record<string, { required?: boolean }>;
  content?: Record<string, { schema?: object }>;
}
interface Operation {
  responses: Record<string, DocumentedResponse>;
  parameters?: { in: string; name: string }[];
  requestBody?: { content: Record<string, unknown> };
}
interface Call {
  headers?: Record<string, string>;
  json?: unknown;
  body?: NonNullable<RequestInit['body']>;
  /** the sender's address */
  from?: string;
}

const METRICS_TOKEN = 'a-token-for-prometheus';
const NONE = '999999999';
const NO_PHOTO = 'f'.repeat(64);
const hasPhotoId = (pattern: string) => /^\/(api\/admin\/)?media\//.test(pattern);
const MIB = 1024 * 1024;
const NO_FILM = `${'f'.repeat(64)}.mp4`;

let api: TestApp;
let app: Hono<ApiEnv>;
let document: { openapi: string; paths: Record<string, Record<string, Operation>>; components: object };
let ajv: Ajv2020;
let admin: Record<string, string>;
let editor: Record<string, string>;
let routes: ReturnType<typeof routeAccess>;
/** what was seen: 'GET /api/services 200' */
const recorded = new Set<string>();
const wrong: string[] = [];

beforeAll(async () => {
  api = await testApp();
  app = api.neighbour({ metrics: createMetrics(api.db), metricsToken: METRICS_TOKEN, messages: WITH_EMAIL });
  admin = { cookie: await api.cookieOf('admin'), origin: SITE };
  editor = { cookie: await api.cookieOf('editor'), origin: SITE };
  routes = routeAccess(app);
  document = await jsonOf(await app.request('/api/openapi.json', { headers: admin }));
  ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  // zod's word for a fixed beginning, which a pattern beside it checks.
  ajv.addFormat('starts_with', true);
  ajv.addSchema(document, 'openapi');
});
afterAll(() => api.close());

const operationOf = (route: string): Operation => {
  const [method = '', path = ''] = route.split(' ');
  const operation = document.paths[openApiPath(path)]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${route} is not documented.`);
  return operation;
};

const pointer = (...parts: string[]) => parts.map((each) => each.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');

/** Finds the documented response and where it is in the document. */
function documented(route: string, status: number): [DocumentedResponse | undefined, string] {
  const [method = '', path = ''] = route.split(' ');
  const response = operationOf(route).responses[status];
  const name = response?.$ref?.split('/').at(-1);
  if (name === undefined) {
    return [response, pointer('paths', openApiPath(path), method.toLowerCase(), 'responses', String(status))];
  }
  const { responses } = document.components as { responses: Record<string, DocumentedResponse> };
  return [responses[name], pointer('components', 'responses', name)];
}

/** Notes a response of a route and everything in which it differs from the document. */
async function record(route: string, response: Response): Promise<Response> {
  const { status, headers } = response;
  const where = `${route} ${status}`;
  recorded.add(where);
  const { rule } = routes.find(({ method, path }) => `${method} ${path}` === route) ?? {};
  if (rule !== 'anyone' && !headers.get('cache-control')?.includes('no-store')) wrong.push(`${where} may be stored`);
  const [expected, at] = documented(route, status);
  if (!expected) {
    wrong.push(`${where} is not documented: ${(await response.clone().text()).slice(0, 200)}`);
    return response;
  }
  for (const [name, { required }] of Object.entries(expected.headers ?? {}))
    if (required && !headers.has(name)) wrong.push(`${where} has no ${name}`);
  const type = headers.get('content-type')?.split(';')[0] ?? '';
  if (!expected.content) {
    if ((await response.clone().text()) !== '') wrong.push(`${where} has a body`);
    return response;
  }
  const media = expected.content[type];
  if (!media) wrong.push(`${where} is ${type}, not ${Object.keys(expected.content)}`);
  else if (type.endsWith('json') && media.schema) {
    const validate = ajv.getSchema(`openapi#/${encodeURI(at)}/content/${pointer(type)}/schema`);
    if (!validate) throw new Error(`There is no schema at ${at}.`);
    if (!validate(await response.clone().json())) wrong.push(`${where}: ${ajv.errorsText(validate.errors)}`);
  }
  return response;
}

/** Calls a route, at the address that its pattern and `values` give, and records the response. */
async function call(route: string, values: Record<string, string> = {}, { json, headers, body, from }: Call = {}) {
  const [method = '', pattern = ''] = route.split(' ');
  const [path = '', query = ''] = addressOf(pattern, values).split('#');
  const type: Record<string, string> = json === undefined ? {} : { 'content-type': 'application/json' };
  const init: RequestInit = {
    method,
    headers: { ...type, ...headers },
    ...(json === undefined ? body && { body } : { body: JSON.stringify(json) }),
  };
  return record(route, await app.request(path + query, init, { clientIp: from ?? '192.0.2.1' }));
}

/** Every route of uploads with every status of its own. @param photo a photo that the gallery has */
async function callUploads(photo: Buffer) {
  const file = { key: 'a'.repeat(32), name: 'x.jpg', bytes: photo.length, modifiedMs: 0, title: 'x' };
  const json = { files: [file], category: 'wedding' };
  const registered = await jsonOf(await call('POST /api/admin/portfolio/uploads', {}, { headers: editor, json }));
  const id = registered.uploads[0]._id as string;
  await call('POST /api/admin/portfolio/uploads', {}, { headers: editor, body: `"${'x'.repeat(130 * 1024)}"` });
  await call('GET /api/admin/portfolio/uploads', {}, { headers: editor });
  await call('GET /api/admin/portfolio/uploads/duplicates', { query: `?hash=${'a'.repeat(64)}` }, { headers: editor });
  const append = (body: Uint8Array, more: Record<string, string> = {}) => {
    const headers = { ...editor, 'content-type': CHUNK_TYPE, 'upload-offset': '0', ...more };
    return call('PATCH /api/admin/portfolio/uploads/:id', { id }, { headers, body: new Uint8Array(body) });
  };
  await append(photo, { 'content-type': 'image/jpeg' });
  await append(photo, { 'upload-offset': 'x' });
  await append(photo, { 'upload-offset': '1' });
  await append(new Uint8Array(MAX_CHUNK_BYTES + 1));
  await call('POST /api/admin/portfolio/uploads/:id/finish', { id }, { headers: editor, json: {} });
  await append(photo);
  await call(
    'POST /api/admin/portfolio/uploads/:id/finish',
    { id },
    { headers: editor, json: { keepDuplicate: true } },
  );
  await call('DELETE /api/admin/portfolio/uploads/:id', { id }, { headers: editor });
}

/** The values of a pattern's parameters; `query` follows them. What is not given does not exist. */
function addressOf(pattern: string, values: Record<string, string>): string {
  const nothing: Record<string, string> = {
    name: pattern.startsWith('/media/films') ? NO_FILM : pattern.startsWith('/media') ? '640.jpg' : 'nothing',
    slug: 'nothing',
    page: 'nothing',
    id: hasPhotoId(pattern) ? NO_PHOTO : NONE,
    category: 'nothing',
    section: 'Nothing',
    channel: 'live',
    entity: pattern.includes(':entity') ? 'service' : 'nothing',
    version: '1.0.0-0123456789ab',
    path: 'nothing.js',
    day: '2030-01-01',
    year: '2030',
    file: 'nothing',
    kind: 'test',
  };
  const path = pattern.replace(/:(\w+)(\{[^}]*\})?/g, (_, name) => values[name] ?? nothing[name] ?? '');
  return path + (values.query ?? '');
}

const jpeg = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: '#a06040' } })
    .jpeg()
    .toBuffer();
const inquiry = { name: 'Meera', eventType: 'wedding', phone: '+91 98220 12345', elapsedMs: 9000 };
const upload = (file: Uint8Array<ArrayBuffer>, type = 'image/jpeg') => {
  const form = new FormData();
  form.set('file', new Blob([file], { type }), 'photo');
  return { headers: admin, body: form };
};
const idOf = async (response: Response) => (await jsonOf(response))._id as string;

/** Conditional reads answer once in full and once with 304. */
async function readTwice(route: string, values: Record<string, string> = {}) {
  const first = await call(route, values);
  await call(route, values, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
}

/** The studio's day: every route answers with success, and with the conflicts that it knows. */
async function recordStudio() {
  for (const path of [
    'content',
    'services',
    'portfolio',
    'hero',
    'highlights',
    'packages',
    'testimonials',
    'stats',
    'profile',
  ])
    await readTwice(`GET /api/${path}`);
  await readTwice('GET /api/portfolio/:category', { category: 'wedding' });
  await readTwice('GET /api/photos/:slug', { slug: 'kalash' });
  await readTwice('GET /api/translations/:locale', { locale: 'mr' });
  await readTwice('GET /api/translations/:locale/highlights', { locale: 'mr' });
  await readTwice('GET /api/translations/:locale/hero', { locale: 'hi' });
  await readTwice('GET /api/translations/:locale/photos/:slug', { locale: 'mr', slug: 'kalash' });
  await readTwice('GET /api/sitemap');
  await readTwice('GET /api/sitemap/languages');
  await readTwice('GET /api/sitemap/:part', { part: 'photos-1' });
  await call('GET /api/content/:section', { section: 'hero' });

  const note = { section: 'hero', key: 'note', value: 'Hello' };
  const text = await idOf(await call('POST /api/content', {}, { headers: editor, json: note }));
  await call('POST /api/content', {}, { headers: editor, json: note });
  await call('PUT /api/content/:id', { id: text }, { headers: editor, json: { value: 'Bye' } });

  const service = await idOf(await call('POST /api/services', {}, { headers: editor, json: { title: 'Film' } }));
  await call('PUT /api/services/:id', { id: service }, { headers: editor, json: { title: 'Films' } });
  await call('DELETE /api/services/:id', { id: service }, { headers: editor });

  const photo = await jsonOf(await call('POST /api/admin/media', {}, upload(new Uint8Array(await jpeg()))));
  const item = { title: 'Dusk', category: 'wedding', mediaId: photo.id };
  const id = await idOf(await call('POST /api/portfolio', {}, { headers: editor, json: item }));
  const variant = { id: photo.id, name: '900.jpg' };
  const picture = await call('GET /media/:id/:name', variant);
  await call('GET /media/:id/:name', variant, { headers: { 'if-none-match': picture.headers.get('etag') ?? '' } });
  await call('GET /media/:id/:name', variant, { headers: { range: 'bytes=0-9' } });
  await call('GET /media/:id/:name', variant, { headers: { range: 'bytes=99999999-' } });

  const crops = {
    square: null,
    portrait: null,
    wide: { left: 0, top: 10, right: 0, bottom: 10, focal: { x: 50, y: 50 } },
  };
  await call('GET /api/admin/media/:id/crops', { id: photo.id }, { headers: editor });
  for (const version of [0, 0])
    await call('PUT /api/admin/media/:id/crops', { id: photo.id }, { headers: editor, json: { version, crops } });
  await call('GET /api/admin/media/encoding', {}, { headers: admin });
  for (const action of ['pause', 'resume'])
    await call('POST /api/admin/media/encoding', {}, { headers: admin, json: { action } });

  await call('PUT /api/portfolio/:id', { id }, { headers: editor, json: { title: 'Dawn' } });
  await call('PUT /api/portfolio/:id', { id }, { headers: editor, json: { title: 'Noon', version: 999 } });
  await call('PUT /api/portfolio/:id/position', { id }, { headers: editor, json: { beforeId: null } });
  await call('PUT /api/portfolio/:id/position', { id }, { headers: editor, json: { beforeId: null, afterId: NONE } });
  await call('DELETE /api/portfolio/:id', { id, query: '?version=999' }, { headers: editor });
  await call('DELETE /api/portfolio/:id', { id }, { headers: editor });
  await call('POST /api/portfolio/:id/restore', { id }, { headers: editor });
  await callUploads(await jpeg());
  const bulk = { items: [{ id, version: 999 }], action: 'trash' };
  await call('POST /api/portfolio/bulk', {}, { headers: editor, json: bulk });
  await call('POST /api/portfolio/order', {}, { headers: editor, json: { category: 'wedding' } });
  await call('GET /api/admin/portfolio/:id/history', { id }, { headers: editor });
}

async function recordFilms() {
  const files = 'POST /api/admin/videos/files';
  const mp4 = { ...editor, 'content-type': 'video/mp4' };
  const vtt = { ...editor, 'content-type': 'text/vtt' };
  const file = await jsonOf(await call(files, {}, { headers: mp4, body: new Uint8Array(sampleFilm()) }));
  await call(files, {}, { headers: mp4 });
  await call(files, {}, { headers: vtt, body: 'x'.repeat(MIB) });
  const film = { title: 'Evening', category: 'wedding', fileId: file.id, published: true };
  const id = await idOf(await call('POST /api/admin/videos', {}, { headers: editor, json: film }));
  await readTwice('GET /api/films');
  await readTwice('GET /api/films/:slug', { slug: 'evening' });
  await readTwice('GET /api/translations/:locale/films/:slug', { locale: 'mr', slug: 'evening' });
  const name = { name: `${file.id}.mp4` };
  await readTwice('GET /media/films/:name', name);
  await call('GET /media/films/:name', name, { headers: { range: 'bytes=0-1' } });
  await call('GET /media/films/:name', name, { headers: { range: 'bytes=99999999-' } });
  const change = { title: 'Night', version: 1 };
  await call('PUT /api/admin/videos/:id', { id }, { headers: editor, json: change });
  await call('PUT /api/admin/videos/:id', { id }, { headers: editor, json: { ...change, title: 'Noon' } });
  await call('PUT /api/admin/videos/:id/position', { id }, { headers: editor, json: { afterId: null } });

  const album = { title: 'A day', category: 'wedding', published: true, sections: [{ entries: [{ filmId: id }] }] };
  const story = await idOf(await call('POST /api/albums', {}, { headers: editor, json: album }));
  await readTwice('GET /api/albums');
  await readTwice('GET /api/albums/:slug', { slug: 'a-day' });
  await readTwice('GET /api/gallery/:page', { page: 'all' });
  await readTwice('GET /api/translations/:locale/albums/:slug', { locale: 'hi', slug: 'a-day' });
  await readTwice('GET /api/translations/:locale/gallery/:page', { locale: 'hi', page: 'all' });
  await call('GET /api/admin/albums', {}, { headers: editor });
  await call('GET /api/admin/albums/:id', { id: story }, { headers: editor });
  await call('PUT /api/albums/:id', { id: story }, { headers: editor, json: change });
  await call('PUT /api/albums/:id', { id: story }, { headers: editor, json: { ...change, title: 'Noon' } });
  await call('PUT /api/albums/:id/position', { id: story }, { headers: editor, json: { afterId: null } });
  for (const [path, each] of [
    ['/api/albums/:id', story],
    ['/api/admin/videos/:id', id],
  ] as const) {
    await call(`DELETE ${path}`, { id: each, query: '?version=999' }, { headers: editor });
    await call(`DELETE ${path}`, { id: each }, { headers: editor });
    await call(`POST ${path}/restore`, { id: each }, { headers: editor });
  }
}

/** Drafts, publication, schedules and history. */
async function recordPublishing() {
  const service = { entity: 'service', id: '1' };
  const put = 'PUT /api/admin/documents/:entity/:id';
  const read = async () =>
    jsonOf(await call('GET /api/admin/documents/:entity/:id', service, { headers: editor })) as Promise<{
      version: number;
      body: object;
    }>;
  const save = async (title: string) => {
    const { version, body } = await read();
    return jsonOf(await call(put, service, { headers: editor, json: { version, body: { ...body, title } } }));
  };
  const { version } = await save('Renamed');
  await call(put, service, { headers: editor, json: { version: 0, body: { ...(await read()).body, title: 'Other' } } });
  await call('GET /api/admin/drafts', {}, { headers: editor });
  const publish = 'POST /api/admin/publications';
  await call(publish, {}, { headers: editor, json: { documents: [{ ...service, version: 999 }] } });
  await call(publish, {}, { headers: editor, json: { documents: [{ ...service, version }] } });
  await call(publish, {}, { headers: editor, json: { documents: [{ ...service, version }] } });

  const schedule = 'POST /api/admin/schedules';
  const wallTime = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 16);
  const later = { documents: [{ ...service, version: (await save('Later')).version }], wallTime };
  await call(schedule, {}, { headers: editor, json: { ...later, documents: [{ ...service, version: 999 }] } });
  const { _id } = await jsonOf(await call(schedule, {}, { headers: editor, json: later }));
  await call('GET /api/admin/schedules', {}, { headers: editor });
  await call('DELETE /api/admin/schedules/:id', { id: _id }, { headers: editor });
  await call('DELETE /api/admin/schedules/:id', { id: _id }, { headers: editor });
  const discard = 'DELETE /api/admin/documents/:entity/:id/draft';
  await call(discard, { ...service, query: '?version=999' }, { headers: editor });
  await call(discard, { ...service, query: `?version=${(await read()).version}` }, { headers: editor });
  await call(discard, { entity: 'service', query: '?version=1' }, { headers: editor });
  await call(put, { entity: 'service' }, { headers: editor, json: { version: 0, body: (await read()).body } });
  await call(schedule, {}, { headers: editor, json: later });

  const { revisions } = await jsonOf(await call('GET /api/admin/revisions', {}, { headers: editor }));
  const id = revisions[0]._id as string;
  await call('GET /api/admin/revisions/:id', { id }, { headers: editor });
  const restore = 'POST /api/admin/revisions/:id/restore';
  await call(restore, { id }, { headers: editor, json: { version: 0 } });
  await call(restore, { id }, { headers: editor, json: { version: (await read()).version } });

  await call('GET /api/admin/documents', { query: '?entity=package' }, { headers: editor });
  await call('POST /api/admin/documents', {}, { headers: editor, json: { entity: 'package' } });
  await call('POST /api/admin/documents', {}, { headers: editor, json: { entity: 'package', copyOf: NONE } });
  await call('GET /api/admin/translations', {}, { headers: editor });
  await call('POST /api/admin/site-preview', {}, { headers: editor, json: {} });
  const unknown = { unsaved: [{ entity: 'text', id: 'nothing', body: {} }] };
  await call('POST /api/admin/site-preview', {}, { headers: editor, json: unknown });
}

async function recordInquiries() {
  const ids: string[] = [];
  for (const name of ['Asha', 'Ravi', 'Meera'])
    ids.push(await idOf(await call('POST /api/inquiries', {}, { json: { ...inquiry, name } })));
  const [id = '', second = ''] = ids;
  const page = await call('GET /api/inquiries', { query: '?limit=1' }, { headers: editor });
  if (!page.headers.has('link')) wrong.push('GET /api/inquiries: the first of several pages has no Link');
  await call('GET /api/inquiries/counts', {}, { headers: editor });
  await call('GET /api/inquiries/:id/messages', { id }, { headers: editor });
  await call('GET /api/inquiries.csv', {}, { headers: editor });
  const read = await jsonOf(await call('GET /api/inquiries/:id', { id }, { headers: editor }));
  const status = { version: read.version, status: 'Responded' };
  const put = await jsonOf(await call('PUT /api/inquiries/:id', { id }, { headers: editor, json: status }));
  await call('PUT /api/inquiries/:id', { id }, { headers: editor, json: { status: 'Booked', version: 999 } });
  const { version } = put;
  await call('POST /api/inquiries/:id/undo', { id }, { headers: editor, json: { version } });
  await call('POST /api/inquiries/:id/undo', { id }, { headers: editor, json: { version: 999 } });
  await recordViews();
  await call('GET /api/inquiries/owners', {}, { headers: editor });
  await call('GET /api/inquiries/sources', {}, { headers: editor });
  const bulk = { items: [{ _id: id, version: 999 }], change: { stage: 'Met' } };
  await call('POST /api/inquiries/bulk', {}, { headers: editor, json: bulk });
  const places = { items: [{ _id: id, version: 999, stage: 'New' }] };
  await call('POST /api/inquiries/bulk/undo', {}, { headers: editor, json: places });
  await call('DELETE /api/inquiries/:id', { id }, { headers: editor });
  await call('GET /api/inquiries/deleted', {}, { headers: editor });
  await call('POST /api/inquiries/:id/restore', { id }, { headers: editor });
  await call('POST /api/inquiries/delete', {}, { headers: editor, json: { ids: [second] } });
  await call('POST /api/inquiries/restore', {}, { headers: editor, json: { ids: [second] } });
  await call('POST /api/inquiries/delete', {}, { headers: editor, json: { ids: [second], permanently: true } });
  await call('POST /api/inquiries/empty-quarantine', {}, { headers: editor, json: { upTo: id } });
  await untilLimited('POST /api/inquiries', { json: { ...inquiry, website: 'x' }, from: '198.51.100.1' });
}

/** Clients, their records, templates and privacy. */
async function recordClients() {
  const headers = editor;
  const ids: string[] = [];
  for (const name of ['One', 'Two', 'Three']) {
    const { _id } = await jsonOf(
      await call('POST /api/inquiries', {}, { json: { ...inquiry, name }, from: '198.51.100.30' }),
    );
    const row = api.db.selectFrom('inquiries').select('client_id').where('id', '=', _id);
    ids.push((await row.executeTakeFirstOrThrow()).client_id ?? '');
  }
  const [id = '', other = '', third = ''] = ids;
  const list = await call('GET /api/clients', { query: '?limit=1' }, { headers });
  if (!list.headers.has('link')) wrong.push('GET /api/clients: the first of several pages has no Link');
  await call('POST /api/clients', {}, { headers, json: { name: 'Walked in' } });
  const put = 'PUT /api/clients/:id';
  for (const name of ['First', 'Other']) await call(put, { id }, { headers, json: { version: 1, name } });
  const merge = 'POST /api/clients/:id/merge';
  const json = { version: 2, otherId: other, otherVersion: 1 };
  for (let attempt = 0; attempt < 2; attempt += 1) await call(merge, { id }, { headers, json });
  // The merged client cannot be changed by its own id while another merge is above it.
  await call(merge, { id: third }, { headers, json: { version: 1, otherId: id, otherVersion: 3 } });
  const undo = 'POST /api/clients/:id/undo-merge';
  await call(undo, { id: other }, { headers });
  for (const each of [id, id]) await call(undo, { id: each }, { headers });
  const distinct = 'POST /api/clients/:id/not-duplicates';
  await call(distinct, { id }, { headers, json: { otherId: third } });
  const entries = 'POST /api/clients/:id/entries';
  const entry = await idOf(await call(entries, { id }, { headers, json: { kind: 'note', text: 'Called' } }));
  await call('DELETE /api/client-entries/:id', { id: entry }, { headers });
  await recordFiles(id);
  const tasks = 'POST /api/clients/:id/tasks';
  const due = { text: 'Call', dueOn: '2030-01-01' };
  const task = await idOf(await call(tasks, { id }, { headers, json: due }));
  const values = Array.from({ length: MAX_OPEN_TASKS }, () => ({
    client_id: id,
    text: 'x',
    due_on: due.dueOn,
    by: 'x',
  }));
  await api.db.insertInto('client_tasks').values(values).execute();
  await call(tasks, { id }, { headers, json: due });
  await call('GET /api/clients/:id', { id }, { headers });
  const change = 'PUT /api/client-tasks/:id';
  for (const text of ['Write', 'Call']) await call(change, { id: task }, { headers, json: { version: 1, text } });
  for (const version of [1, 2])
    await call('DELETE /api/client-tasks/:id', { id: task, query: `?version=${version}` }, { headers });
  await call('DELETE /api/client-tasks/:id', { query: '?version=1' }, { headers });

  await call('POST /api/clients/:id/export', { id }, { headers: admin });
  const { version } = await jsonOf(await call('GET /api/clients/:id', { id }, { headers }));
  const erase = 'POST /api/clients/:id/erase';
  for (const each of [0, version]) await call(erase, { id }, { headers: admin, json: { version: each } });
  await call('GET /api/admin/privacy', {}, { headers: admin });
  for (const retentionMonths of [36, 24])
    await call('PUT /api/admin/privacy', {}, { headers: admin, json: { version: 1, retentionMonths } });
  await recordTemplates();
}

/** Files of a client, until there are too many. */
async function recordFiles(id: string) {
  const headers = editor;
  const files = 'POST /api/clients/:id/files';
  const body = (content: string | Uint8Array<ArrayBuffer>, name = 'Contract.pdf') => {
    const form = new FormData();
    form.set('file', new Blob([content]), name);
    return { headers, body: form };
  };
  const file = await idOf(await call(files, { id }, body('%PDF-1.7')));
  await call(files, { id }, { headers: { ...headers, 'content-type': 'multipart/form-data' }, body: 'x' });
  await call(files, { id }, body(new Uint8Array(MAX_CLIENT_FILE_BYTES + 1)));
  await call(files, { id }, body('x'));
  await call(files, { id }, body(''));
  const download = await call('GET /api/client-files/:id', { id: file }, { headers });
  const etag = { ...headers, 'if-none-match': download.headers.get('etag') ?? '' };
  await call('GET /api/client-files/:id', { id: file }, { headers: etag });
  const range = (bytes: string) => ({ headers: { ...headers, range: `bytes=${bytes}` } });
  for (const bytes of ['0-1', '99999-']) await call('GET /api/client-files/:id', { id: file }, range(bytes));
  for (const name of ['Quotation.pdf', 'Contract.pdf'])
    await call('PUT /api/client-files/:id', { id: file }, { headers, json: { version: 1, name } });
  const values = Array.from({ length: MAX_CLIENT_FILES }, (_, index) => ({
    ...{ client_id: id, kind: 'file' as const, text: '', by: 'x' },
    ...{ file_id: `full-${index}`, file_name: 'a.pdf', file_bytes: 1 },
  }));
  await api.db.insertInto('client_entries').values(values).execute();
  await call(files, { id }, body('%PDF-1.7'));
}

async function recordTemplates() {
  const headers = editor;
  const json = { name: 'Hello', texts: { en: 'Hello {name}', mr: '', hi: '' } };
  const id = await idOf(await call('POST /api/reply-templates', {}, { headers, json }));
  for (let count = 0; count < MAX_TEMPLATES; count += 1) await call('POST /api/reply-templates', {}, { headers, json });
  await call('GET /api/reply-templates', {}, { headers });
  for (const name of ['New', 'Other'])
    await call('PUT /api/reply-templates/:id', { id }, { headers, json: { version: 1, name } });
  const remove = 'DELETE /api/reply-templates/:id';
  for (const version of [1, 2]) await call(remove, { id, query: `?version=${version}` }, { headers });
  await call(remove, { query: '?version=1' }, { headers });
}

async function recordCalendar() {
  await readTwice('GET /api/availability');
  const headers = editor;
  const days = { startsOn: '2030-01-01', endsBefore: '2030-01-02' };
  const json = { kind: 'booking', title: 'Asha', cityId: '1', ...days };
  const id = await idOf(await call('POST /api/bookings', {}, { headers, json }));
  await call('POST /api/bookings', {}, { headers, json });
  await call('POST /api/bookings', {}, { headers, json });
  await call('GET /api/bookings', { query: '?from=2030-01-01&to=2030-02-01' }, { headers });
  await call('GET /api/bookings/:id', { id }, { headers });
  await call('PUT /api/bookings/:id', { id }, { headers, json: { version: 1, title: 'Asha and Ravi' } });
  await call('PUT /api/bookings/:id', { id }, { headers, json: { version: 1, title: 'Asha' } });
  await call('DELETE /api/bookings/:id', { id, query: '?version=1' }, { headers });
  await call('DELETE /api/bookings/:id', { query: '?version=1' }, { headers });
  await call('DELETE /api/bookings/:id', { id, query: '?version=2' }, { headers });
  await call('POST /api/bookings', {}, { headers, json });
  await call('POST /api/bookings/:id/restore', { id }, { headers });
  await call(
    'PUT /api/cities/:id/days/:day',
    { id: '1', day: '2030-01-01' },
    { headers: admin, json: { capacity: 3 } },
  );
  await call('POST /api/bookings/:id/restore', { id }, { headers });

  await call('GET /api/calendar/settings', {}, { headers });
  await call('GET /api/calendar/days', { query: '?from=2030-01-01&to=2030-02-01' }, { headers });
  const file = 'BEGIN:VCALENDAR\nEND:VCALENDAR';
  await call('POST /api/calendar/import', {}, { headers, json: { file, cityId: '1' } });
  const city = await idOf(
    await call('POST /api/cities', {}, { headers: admin, json: { name: 'Nashik', capacity: 1 } }),
  );
  await call('PUT /api/cities/:id', { id: city }, { headers: admin, json: { capacity: 2 } });
  const crew = await idOf(await call('POST /api/crews', {}, { headers: admin, json: { name: 'Crew A' } }));
  await call('PUT /api/crews/:id', { id: crew }, { headers: admin, json: { name: 'Crew B' } });
  const names = Array.from({ length: MAX_CREWS }, (_, at) => ({ name: `Crew ${at}` }));
  await api.db.insertInto('crews').values(names).execute();
  await api.db
    .insertInto('cities')
    .values(names.map((each) => ({ ...each, capacity: 1 })))
    .execute();
  await call('POST /api/crews', {}, { headers: admin, json: { name: 'One more' } });
  await call('POST /api/cities', {}, { headers: admin, json: { name: 'One more', capacity: 1 } });
  const { version } = await jsonOf(await call('GET /api/muhurats/:year', { year: '2030' }, { headers }));
  await call('GET /api/muhurats/:year', { year: 'nothing' }, { headers });
  const muhurats = { days: [{ day: '2030-02-04', name: 'Vivah' }], version };
  await call('PUT /api/muhurats/:year', { year: '2030' }, { headers, json: muhurats });
  await call('PUT /api/muhurats/:year', { year: '2030' }, { headers, json: { ...muhurats, days: [] } });

  const feed = await jsonOf(await call('POST /api/calendar/feeds', {}, { headers }));
  for (let count = 1; count <= MAX_FEEDS; count += 1) await call('POST /api/calendar/feeds', {}, { headers });
  await call('GET /api/calendar/feeds', {}, { headers });
  await call('GET /api/calendar/:file', { file: feed.path.split('/').at(-1) });
  await call('DELETE /api/calendar/feeds/:id', { id: feed._id }, { headers });
  const gone = { file: feed.path.split('/').at(-1) };
  for (let attempt = 0; attempt < 130; attempt += 1)
    await call('GET /api/calendar/:file', gone, { from: '198.51.100.20' });
}

/** Saved views, until there are too many. */
async function recordViews() {
  const route = 'POST /api/inquiries/views';
  const json = { name: 'This week', query: '?due=week' };
  const view = await idOf(await call(route, {}, { headers: editor, json }));
  for (let count = 0; count < 20; count += 1) {
    const another = { ...json, name: `Week ${count}` };
    await call(route, {}, { headers: editor, json: another });
  }
  await call('GET /api/inquiries/views', {}, { headers: editor });
  await call('DELETE /api/inquiries/views/:id', { id: view }, { headers: editor });
}

/** Calls until the answer is 429; no limit is above 60. */
async function untilLimited(route: string, request: Call) {
  for (let attempt = 0; attempt < 60; attempt += 1) if ((await call(route, {}, request)).status === 429) return;
}

async function recordStaff() {
  const login = 'POST /api/admin/auth/login';
  const signIn = async (email: string, password: string) => {
    const response = await call(login, {}, { json: { email, password }, from: '198.51.100.9' });
    return { cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '', origin: SITE };
  };
  const session = await signIn(USERS.admin.email, PASSWORD);
  await call('GET /api/admin/me', {}, { headers: session });
  const scriptOfVisitors = { ...session, 'sec-fetch-site': 'same-origin' };
  for (const path of ['/api/admin/me', '/api/admin/me/second-factor'])
    await call(`GET ${path}`, {}, { headers: scriptOfVisitors });
  await call('POST /api/admin/auth/logout', {}, { headers: session });
  await call(login, {}, { json: { email: USERS.admin.email, password: 'not it' }, from: '198.51.100.9' });
  await untilLimited(login, { json: { email: 'x@example.com', password: 'not it' }, from: '198.51.100.2' });

  await call('GET /api/admin/users', {}, { headers: admin });
  await call('GET /api/admin/users/sessions', {}, { headers: admin });
  const json = { email: 'new@example.com', name: 'New', role: 'admin' };
  const added = await jsonOf(await call('POST /api/admin/users', {}, { headers: admin, json }));
  const id = added.user._id;
  await call('PUT /api/admin/users/:id', { id }, { headers: admin, json: { name: 'Newer' } });
  await call('DELETE /api/admin/users/:id/sessions', { id }, { headers: admin });
  await call('POST /api/admin/users/:id/password', { id }, { headers: admin });
  const link = await jsonOf(await call('POST /api/admin/users/:id/reset-link', { id }, { headers: admin }));
  const token = link.path.split('#')[1];
  const reset = 'POST /api/admin/auth/reset-password';
  await call(reset, {}, { json: { token, next: 'a newly made password' }, from: '198.51.100.3' });
  await untilLimited(reset, { json: { token, next: 'a newly made password' }, from: '198.51.100.3' });
  const mine = await signIn('new@example.com', 'a newly made password');
  const next = { current: 'a newly made password', next: 'another password' };
  const changed = await call('PUT /api/admin/me/password', {}, { headers: mine, json: next });
  const headers = { cookie: changed.headers.get('set-cookie')?.split(';')[0] ?? '', origin: SITE };
  await recordAccount(headers, next.next);
  await untilLimited('PUT /api/admin/me/password', { headers, json: { ...next, current: 'not it' } });
  await call('PUT /api/admin/users/:id', { id }, { headers: admin, json: { disabled: true } });
  await call('POST /api/admin/users/:id/reset-link', { id }, { headers: admin });
  const [self] = (await jsonOf(await app.request('/api/admin/users', { headers: admin }))).filter(
    (user: { email: string }) => user.email === USERS.admin.email,
  );
  await call('PUT /api/admin/users/:id', { id: self._id }, { headers: admin, json: { role: 'editor' } });

  await call('GET /api/admin/audit', {}, { headers: admin });
  await call('GET /api/admin/portfolio', {}, { headers: editor });
  await call('GET /api/admin/dashboard', {}, { headers: editor });
  await call('GET /api/admin/blog', {}, { headers: editor });
  await call('GET /api/admin/videos', {}, { headers: editor });
  const backup = 'POST /api/admin/backup';
  const running = await app.request('/api/admin/backup', { method: 'POST', headers: admin });
  await call(backup, {}, { headers: admin });
  await record(backup, running);
  await running.body?.cancel();

  for (const path of ['openapi.json', 'docs', 'docs/start.js', 'docs/swagger-ui.css', 'docs/swagger-ui-bundle.js'])
    await call(`GET /api/${path}`, {}, { headers: editor });
  await call('GET /api/metrics', {}, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
}

/** Messages, and what a process says that cannot send email. */
async function recordMessages() {
  const headers = admin;
  const list = 'GET /api/admin/messages';
  for (const path of ['', '/status', '/recipients']) await call(`${list}${path}`, {}, { headers });
  const page = await call(list, { query: '?show=all&limit=1' }, { headers });
  if (!page.headers.has('link')) wrong.push(`${list}: the first of several pages has no Link`);
  await call('GET /api/admin/messages/previews/:kind', {}, { headers });
  await call('GET /api/admin/messages/previews/:kind', { kind: 'nothing' }, { headers });
  await call('PUT /api/admin/messages/recipients/:id', { id: '1' }, { headers, json: { alerts: true, digest: true } });
  await call('POST /api/admin/messages/test', {}, { headers });
  const again = 'POST /api/admin/messages/:id/send-again';
  const { id } = await api.db.selectFrom('outbox').select('id').orderBy('id').executeTakeFirstOrThrow();
  await call(again, { id }, { headers });
  await api.db.updateTable('outbox').set({ state: 'failed' }).execute();
  await call(again, { id }, { headers });
  const link = 'POST /api/admin/users/:id/email-link';
  await call(link, { id: '1' }, { headers });
  const forgot = 'POST /api/admin/auth/forgot-password';
  const json = { email: USERS.editor.email };
  await call(forgot, {}, { json });
  for (const [route, path] of [
    [forgot, forgot],
    [link, link.replace(':id', '1')],
    ['POST /api/admin/messages/test', 'POST /api/admin/messages/test'],
  ] as const) {
    const body = route === forgot ? JSON.stringify(json) : undefined;
    const typed = { ...headers, 'content-type': 'application/json' };
    await record(route, await api.app.request(path.split(' ')[1] ?? '', { method: 'POST', headers: typed, body }));
  }
  await untilLimited(forgot, { json, from: '198.51.100.12' });
}

/** A user's own account, from a session that may manage users. */
async function recordAccount(headers: Record<string, string>, password: string) {
  const confirm = 'POST /api/admin/auth/confirm';
  await call(confirm, {}, { headers, json: { password } });
  await call('GET /api/admin/me/notices', {}, { headers });
  await call('POST /api/admin/me/notices/dismiss', {}, { headers, json: { upTo: '1' } });
  const login = { json: { email: 'new@example.com', password }, from: '198.51.100.10' };
  for (let count = 0; count < 2; count += 1) await call('POST /api/admin/auth/login', {}, login);
  const sessions: { _id: string; isCurrent: boolean }[] = await jsonOf(
    await call('GET /api/admin/me/sessions', {}, { headers }),
  );
  for (const current of [true, false]) {
    const id = sessions.find(({ isCurrent }) => isCurrent === current)?._id ?? '';
    await call('DELETE /api/admin/me/sessions/:id', { id }, { headers });
  }
  await call('DELETE /api/admin/me/sessions', {}, { headers });
  await api.db
    .updateTable('sessions')
    .set({ confirmed_at: new Date(0) })
    .where('user_id', 'in', (query) => query.selectFrom('users').select('id').where('email', '=', 'new@example.com'))
    .execute();
  const json = { email: 'late@example.com', name: 'Late', role: 'editor' };
  const refused = await call('POST /api/admin/users', {}, { headers, json });
  if (refused.status !== 403) wrong.push(`POST /api/admin/users without the password: ${refused.status}`);
  await untilLimited(confirm, { headers, json: { password: 'not it' }, from: '198.51.100.11' });
}

/** Every route of second factors with every status of its own. */
async function recordSecondFactor() {
  const login = 'POST /api/admin/auth/login';
  const cookiesOf = (response: Response) =>
    response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
  const email = 'guarded@example.com';
  const user = { email, name: 'Guarded', role: 'admin' };
  const { password, ...added } = await jsonOf(await call('POST /api/admin/users', {}, { headers: admin, json: user }));
  const from = '198.51.100.20';
  const enter = async () => cookiesOf(await call(login, {}, { json: { email, password }, from }));
  const headers = { cookie: await enter(), origin: SITE };
  const own = (route: string, values?: Record<string, string>, json?: unknown) =>
    call(route, values, { headers, json });
  const security = 'PUT /api/admin/security';
  await own(security, {}, { isSecondFactorRequired: true });
  await own('POST /api/admin/me/second-factor/recovery-codes');
  await own('DELETE /api/admin/me/second-factor/totp');
  const { key } = await jsonOf(await own('POST /api/admin/me/second-factor/totp'));
  const now = Date.now() / 1000;
  const confirm = 'POST /api/admin/me/second-factor/totp/confirm';
  await own(confirm, {}, { code: totpCode(key, now) });
  await own('POST /api/admin/me/second-factor/totp');
  await own('POST /api/admin/me/second-factor/recovery-codes');
  await own('GET /api/admin/me/second-factor');
  const authenticator = softAuthenticator();
  const signing = (options: { challenge: string }) => ({
    challenge: options.challenge,
    origin: SITE,
    rpId: 'localhost',
  });
  const passkeys = 'POST /api/admin/me/passkeys';
  const create = async (name: string) => {
    const started = await own(`${passkeys}/options`);
    const { options } = await jsonOf(started.clone());
    const cookie = `${headers.cookie}; ${cookiesOf(started)}`;
    const response = authenticator.create(signing(options), options.user.id);
    return call(passkeys, {}, { headers: { ...headers, cookie }, json: { name, response } });
  };
  const { passkey } = await jsonOf(await create('Laptop'));
  await create('Again');
  const id = passkey._id;
  await own('PUT /api/admin/me/passkeys/:id', { id }, { name: 'Phone' });
  const passkeySignIn = 'POST /api/admin/auth/passkey';
  const started = await call(`${passkeySignIn}/options`, {}, { from });
  const response = authenticator.get(signing((await jsonOf(started.clone())).options));
  const device = headers.cookie.split('; ').find((cookie) => cookie.startsWith('godhuli_device'));
  const answer = { headers: { cookie: `${cookiesOf(started)}; ${device}`, origin: SITE }, json: { response }, from };
  await call(passkeySignIn, {}, answer);
  await untilLimited(passkeySignIn, { ...answer, from: '198.51.100.21' });
  await untilLimited(`${passkeySignIn}/options`, { from: '198.51.100.22' });
  const step = 'POST /api/admin/auth/second-factor';
  const code = (at: number) => ({ method: 'app', code: totpCode(key, at) });
  await call(step, {}, { json: code(now), from });
  const entering = { cookie: await enter(), origin: SITE };
  await call(step, {}, { headers: entering, json: { method: 'app', code: 'x' }, from });
  await call(step, {}, { headers: entering, json: code(now + 30), from });
  for (let attempt = 0; attempt < 8; attempt += 1)
    await call(
      step,
      {},
      { headers: { cookie: await enter(), origin: SITE }, json: { method: 'app', code: 'x' }, from },
    );
  await own(security, {}, { isSecondFactorRequired: true });
  await own('GET /api/admin/security');
  await own('DELETE /api/admin/me/second-factor/totp');
  await own('DELETE /api/admin/me/passkeys/:id', { id });
  await own(security, {}, { isSecondFactorRequired: false });
  await own('DELETE /api/admin/me/passkeys/:id', { id });
  const rows = Array.from({ length: MAX_PASSKEYS }, (_, at) => ({
    ...{ user_id: added.user._id, credential_id: `id ${at}`, public_key: '', counter: 0, name: `${at}` },
    transports: '[]',
  }));
  await api.db.insertInto('passkeys').values(rows).execute();
  await own(`${passkeys}/options`);
  await untilLimited(confirm, { headers, json: { code: '000000' }, from: '198.51.100.23' });
  const reset = 'DELETE /api/admin/users/:id/second-factor';
  await own(reset, { id: added.user._id });
  await call(reset, { id: NONE }, { headers: admin });
  await call(reset, { id: added.user._id }, { headers: admin });
}

async function recordReleases() {
  const name = 'sample';
  const tokens = 'POST /api/remotes/:name/deploy-tokens';
  const made = await jsonOf(await call(tokens, { name }, { headers: admin }));
  const other = await jsonOf(await call(tokens, { name: 'other' }, { headers: admin }));
  const headers = { authorization: `Bearer ${made.token}`, 'content-type': 'application/gzip' };
  const foreign = { ...headers, authorization: `Bearer ${other.token}` };
  const release = fakeRelease({ name, files: { 'assets/a.0123456789abcdef.js': 'self.a = 1;' } });
  const body = new Uint8Array(await packRelease(release));
  const publish = 'POST /api/remotes/:name/releases';
  const { version } = await jsonOf(await call(publish, { name }, { headers, body }));
  await call(publish, { name }, { headers, body });
  await call(publish, { name }, { headers, body: new Uint8Array([1, 2, 3]) });
  await call(publish, { name, query: '?dryRun=7' }, { headers, body });
  await call(publish, { name }, { headers: foreign, body });
  await call(publish, { name: '-' }, { headers, body });
  await call(publish, { name }, { headers: { ...headers, 'content-type': 'text/plain' }, body });
  await call(publish, { name }, { headers, body: new Uint8Array(20 * MIB + 1) });

  const channel = 'PUT /api/remotes/:name/channels/:channel';
  const move = { version, reason: 'a test says so', expected: NEVER_PROMOTED };
  await call(channel, { name }, { headers: admin, json: move });
  await call(channel, { name }, { headers: admin, json: { ...move, expected: '999' } });
  await call(channel, { name }, { headers: admin, json: { ...move, expected: undefined } });
  const removal = 'DELETE /api/remotes/:name/channels/:channel';
  const next = await jsonOf(await call(channel, { name, channel: 'next' }, { headers: admin, json: move }));
  for (const query of ['?expected=999', `?expected=${next.revisions.next}`, '?expected=0'])
    await call(removal, { name, channel: 'next', query }, { headers: admin });
  await call(removal, { name, query: '?expected=0' }, { headers: admin });
  const others = Array.from({ length: 49 }, (_, at) => ({
    remote: name,
    token_hash: `hash ${at}`,
    created_by: 'a test',
    created_at: new Date(),
  }));
  await api.db.insertInto('deploy_tokens').values(others).execute();
  await call(tokens, { name }, { headers: admin });
  for (const route of ['releases', 'moves', 'deploy-tokens'])
    await call(`GET /api/remotes/:name/${route}`, { name }, { headers: admin });
  await call('GET /api/remotes', {}, { headers: admin });
  await call('GET /api/remotes/:name/releases/:version', { name, version });
  const rollback = 'GET /api/remotes/:name/releases/:version/rollback';
  await call(rollback, { name, version }, { headers: admin });
  await call(rollback, { name, version: '9.9.9-0123456789ab' }, { headers: admin });
  for (const path of Object.keys(release.files))
    await call('GET /api/remotes/:name/releases/:version/files/:path{.+}', { name, version, path });
  await call('GET /api/remotes/:name/assets/:path{.+}', { name, path: 'a.0123456789abcdef.js' });
  await call('GET /api/composition');
  await recordEvents();

  const report = { remote: name, version, stage: 'render', cause: 'it broke', page: '/' };
  await call('POST /api/composition/reports', {}, { json: report });
  await untilLimited('POST /api/composition/reports', { json: report, from: '198.51.100.4' });

  const previewed = await call('POST /api/preview', {}, { headers: editor, json: { remote: name, version } });
  const cookie = `${editor.cookie}; ${previewed.headers.get('set-cookie')?.split(';')[0]}`;
  await call('GET /api/preview', {}, { headers: { cookie } });
  await api.db.updateTable('releases').set({ files_removed_at: new Date() }).where('version', '=', version).execute();
  await call('POST /api/preview', {}, { headers: editor, json: { remote: name, version } });
  await call('POST /api/preview', {}, { headers: editor, json: { remote: 'nothing', version } });
  await sql`
    with filler as (
      insert into releases (remote, version, manifest, size, published_by, published_at, checks)
      select remote, '1.0.0-000000000000', manifest, 2147483647, published_by, published_at, checks
      from releases where version = ${version} returning remote, version)
    insert into channels (remote, version, channel, moved_at) select remote, version, 'kept', now() from filler`.execute(
    api.db,
  );
  const another = new Uint8Array(await packRelease(fakeRelease({ name, text: 'another' })));
  await call(publish, { name }, { headers, body: another });
  await call('DELETE /api/remotes/:name/deploy-tokens/:id', { name, id: made._id }, { headers: admin });
}

/** The stream of events has no end, so only its head is looked at. */
async function recordEvents() {
  const headers = { authorization: `Bearer ${FRONT_DOOR_TOKEN}` };
  const response = await app.request('/api/composition/events', { headers });
  await response.body?.cancel();
  await record('GET /api/composition/events', new Response('', response));
}

/** What the middleware of a route refuses, whichever route it is. */
async function recordRefusals() {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(api.db);
  await api.db
    .updateTable('security_settings')
    .set({ second_factor_required_since: rows[0]?.at ?? null })
    .execute();
  /** A user who must add a second factor before anything else. */
  const newcomer = { cookie: await api.cookieOf('admin'), origin: SITE };
  for (const { method, path, rule } of routes) {
    const route = `${method} ${path}`;
    const { responses, requestBody, parameters = [] } = operationOf(route);
    const headers = admin;
    if (rule !== 'anyone') await call(route);
    if (['DELETE', 'PATCH', 'POST', 'PUT'].includes(method) && rule !== 'deploy-token')
      await call(route, {}, { headers: { ...headers, origin: 'https://evil.example' } });
    else if (responses[403] && rule !== 'deploy-token') await call(route, {}, { headers: newcomer });
    if (rule === 'deploy-token') continue;
    if (parameters.some((each) => each.in === 'query')) {
      const query = parameters.filter((each) => each.in === 'query').map(({ name }) => `${name}=%00`);
      await call(route, { id: hasPhotoId(path) ? NO_PHOTO : '1', query: `?${query.join('&')}` }, { headers });
    }
    if (!requestBody) {
      if (responses[404]) await call(route, { name: '-' }, { headers });
      continue;
    }
    const values = { id: hasPhotoId(path) ? NO_PHOTO : '1', name: 'sample', day: '2030-01-01', year: '2030' };
    const typed = { ...headers, 'content-type': 'application/json' };
    await call(route, values, { headers: { ...headers, 'content-type': 'text/plain' }, body: 'text' });
    await call(route, values, { headers: typed, body: '{' });
    await call(route, values, { headers: typed, body: '[]' });
    await call(route, values, { headers: typed, body: ' '.repeat(2 * MIB) });
    if (responses[404])
      await call(route, { id: 'nothing', name: '-', year: 'nothing' }, { headers: typed, body: '{}' });
  }
  await api.db.updateTable('security_settings').set({ second_factor_required_since: null }).execute();
}

it('API-8 every live route responds as documented, and only public responses may be stored', async () => {
  await recordRefusals();
  await recordStudio();
  await recordFilms();
  await recordPublishing();
  await recordInquiries();
  await recordClients();
  await recordCalendar();
  await recordReleases();
  await recordMessages();
  await recordStaff();
  await recordSecondFactor();
  await api.db.schema.dropTable('stats').cascade().execute();
  await call('GET /api/stats');
  await call('GET /api/translations/:locale', { locale: 'en' });
  await api.stopDatabase();
  const headers = admin;
  for (const { method, path } of routes) {
    const route = `${method} ${path}`;
    if (route === 'GET /api/composition/events') await recordEvents();
    else await call(route, {}, { headers });
  }
  expect(wrong).toEqual([]);

  const unseen = routes.flatMap(({ method, path }) => {
    const route = `${method} ${path}`;
    const statuses = Object.keys(operationOf(route).responses);
    // Every route can fail; what fails here is a database without a table, and one that is stopped.
    return statuses.filter((each) => !['500', '503'].includes(each)).map((status) => `${route} ${status}`);
  });
  expect(unseen.filter((each) => !recorded.has(each))).toEqual([]);
  expect(recorded).toContain('GET /api/stats 500');
  const guarded = routes.filter(({ rule }) => !['anyone', 'deploy-token', 'front-door'].includes(rule));
  expect(guarded.filter(({ method, path }) => !recorded.has(`${method} ${path} 503`))).toEqual([]);
});

it('API-8 the document is valid OpenAPI 3.1', () => {
  const folder = dirname(require.resolve('@seriousme/openapi-schema-validator/package.json'));
  const schema = JSON.parse(readFileSync(join(folder, 'schemas', 'v3.1', 'schema.json'), 'utf8'));
  const meta = new Ajv2020({ strict: false, allErrors: true });
  formats.default(meta);
  meta.addFormat('media-range', true);
  const isValid = meta.compile(schema);
  expect(isValid(document)).toBe(true);
  expect(isValid.errors).toBe(null);
  expect(document.openapi).toMatch(/^3\.1\./);
});

it('API-6 API-8 documents bad input as 422 problem details with the list of fields', () => {
  const errors: string[] = [];
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, { responses, requestBody }] of Object.entries(methods)) {
      const route = `${method.toUpperCase()} ${path}`;
      if (requestBody && !responses[422]) errors.push(`${route} has a body and no 422`);
      for (const status of Object.keys(responses).filter((each) => each >= '400' && each !== '416')) {
        const [response] = documented(route, Number(status));
        const types = Object.keys(response?.content ?? {});
        if (types.join() !== 'application/problem+json') errors.push(`${route} ${status} is ${types}`);
      }
    }
  }
  expect(errors).toEqual([]);
  const [bad] = documented('POST /api/inquiries', 422);
  expect(bad?.content?.['application/problem+json']?.schema).toMatchObject({
    required: expect.arrayContaining(['title', 'status', 'detail', 'errors']),
    properties: {
      status: { const: 422 },
      errors: { type: 'array', items: { required: ['field', 'message'] } },
    },
  });
});
