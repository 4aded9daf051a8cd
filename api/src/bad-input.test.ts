import { problemSchema } from '@godhuli/contracts/problem';
import { sql } from 'kysely';
import { jsonOf, type TestApp, testApp, WITH_EMAIL } from './testing/test-app.js';

let api: TestApp;
beforeAll(async () => {
  api = await testApp('pglite', { messages: WITH_EMAIL });
}, 120_000);
afterAll(() => api.close());

const MEDIA_ID = 'a'.repeat(64);

/** A good body for every call that takes JSON; the corpus spoils one field at a time. */
const CALLS: { method: string; path: string; body: Record<string, unknown>; required: string[] }[] = [
  {
    method: 'POST',
    path: '/api/inquiries',
    body: {
      name: 'Meera',
      eventType: 'wedding',
      phone: '+91 90000 00000',
      email: 'm@example.com',
      eventDate: '2099-02-03',
      message: 'Hello',
      elapsedMs: 5000,
      website: '',
      language: 'en',
    },
    required: ['name', 'eventType'],
  },
  {
    method: 'PUT',
    path: '/api/inquiries/1',
    body: {
      version: 1,
      status: 'Booked',
      notes: 'Called',
      quarantined: false,
      stage: 'Lost',
      lostReason: 'No reply',
      ownerId: '1',
      value: 90_000,
      city: 'Pune',
      source: 'A friend',
    },
    required: ['version'],
  },
  {
    method: 'POST',
    path: '/api/clients',
    body: { name: 'Meera', language: 'mr', phone: '98220 12345', email: 'meera@example.com' },
    required: ['name'],
  },
  {
    method: 'PUT',
    path: '/api/clients/1',
    body: { version: 1, name: 'Meera', language: 'mr' },
    required: ['version'],
  },
  {
    method: 'POST',
    path: '/api/clients/1/merge',
    body: { version: 1, otherId: '2', otherVersion: 1 },
    required: ['version', 'otherId', 'otherVersion'],
  },
  { method: 'POST', path: '/api/clients/1/not-duplicates', body: { otherId: '2' }, required: ['otherId'] },
  {
    method: 'POST',
    path: '/api/clients/1/entries',
    body: { kind: 'note', text: 'Words', mediaId: null, repliedTo: null },
    required: ['kind'],
  },
  {
    method: 'POST',
    path: '/api/clients/1/tasks',
    body: { text: 'Call', dueOn: '2030-01-01' },
    required: ['text', 'dueOn'],
  },
  {
    method: 'PUT',
    path: '/api/client-tasks/1',
    body: { version: 1, text: 'Call', dueOn: '2030-01-01', isDone: true },
    required: ['version'],
  },
  {
    method: 'PUT',
    path: '/api/client-files/1',
    body: { version: 1, name: 'Quotation.pdf' },
    required: ['version', 'name'],
  },
  { method: 'POST', path: '/api/clients/1/erase', body: { version: 1 }, required: ['version'] },
  {
    method: 'POST',
    path: '/api/reply-templates',
    body: { name: 'Template', texts: { en: 'Hello', mr: '', hi: '' } },
    required: ['name', 'texts'],
  },
  {
    method: 'PUT',
    path: '/api/reply-templates/1',
    body: { version: 1, name: 'Template', texts: { en: 'Hello', mr: '', hi: '' } },
    required: ['version'],
  },
  {
    method: 'PUT',
    path: '/api/admin/privacy',
    body: { version: 1, retentionMonths: 24 },
    required: ['version', 'retentionMonths'],
  },
  {
    method: 'POST',
    path: '/api/bookings',
    body: {
      kind: 'hold',
      title: 'Meera',
      cityId: '1',
      crewId: null,
      inquiryId: null,
      startsOn: '2099-02-03',
      endsBefore: '2099-02-04',
      heldUntil: '2099-01-01',
      ceremonies: [],
      notes: 'Words',
    },
    required: ['kind', 'title', 'cityId', 'startsOn', 'endsBefore'],
  },
  {
    method: 'PUT',
    path: '/api/bookings/1',
    body: { version: 1, title: 'Meera', startsOn: '2099-02-03', ceremonies: [] },
    required: ['version'],
  },
  {
    method: 'POST',
    path: '/api/calendar/import',
    body: { cityId: '1', isPreview: true, file: 'x' },
    required: ['cityId', 'file'],
  },
  { method: 'POST', path: '/api/cities', body: { name: 'Nashik', capacity: 2 }, required: ['name', 'capacity'] },
  { method: 'PUT', path: '/api/cities/1', body: { name: 'Nashik', capacity: 2, isArchived: false }, required: [] },
  { method: 'PUT', path: '/api/cities/1/days/2030-01-01', body: { capacity: 2 }, required: ['capacity'] },
  { method: 'POST', path: '/api/crews', body: { name: 'Crew', cityId: null }, required: ['name'] },
  { method: 'PUT', path: '/api/muhurats/2030', body: { days: [], version: 'x' }, required: ['days', 'version'] },
  {
    method: 'POST',
    path: '/api/inquiries/bulk',
    body: { items: [{ _id: '1', version: 1 }], change: { stage: 'Met' } },
    required: ['items', 'change'],
  },
  {
    method: 'POST',
    path: '/api/inquiries/bulk/undo',
    body: { items: [{ _id: '1', version: 1, stage: 'New' }] },
    required: ['items'],
  },
  {
    method: 'POST',
    path: '/api/inquiries/views',
    body: { name: 'This week', query: '?due=week', isShared: true },
    required: ['name', 'query'],
  },
  {
    method: 'POST',
    path: '/api/content',
    body: { section: 'hero', key: 'note', value: 'Hello' },
    required: ['section', 'key', 'value'],
  },
  { method: 'PUT', path: '/api/content/1', body: { value: 'Hello' }, required: ['value'] },
  {
    method: 'POST',
    path: '/api/services',
    body: {
      title: 'Service',
      description: 'Words',
      features: ['One'],
      image: '/media/x.jpg',
      icon: 'Heart',
      color: 'rose',
      mediaId: MEDIA_ID,
    },
    required: ['title'],
  },
  {
    method: 'PUT',
    path: '/api/services/1',
    body: { title: 'Service', features: ['One'], icon: 'Heart' },
    required: [],
  },
  {
    method: 'POST',
    path: '/api/portfolio',
    body: {
      title: 'Item',
      category: 'wedding',
      description: 'Words',
      place: 'Pune',
      image: 'https://example.com/x.jpg',
      mediaId: MEDIA_ID,
      portraitMediaId: MEDIA_ID,
      alt: 'Words',
      focal: { x: 1, y: 2 },
      hero: false,
      published: true,
    },
    required: ['title', 'category'],
  },
  {
    method: 'PUT',
    path: '/api/portfolio/1',
    body: { title: 'Item', category: 'wedding', focal: { x: 1, y: 2 }, hero: true },
    required: [],
  },
  {
    method: 'POST',
    path: '/api/portfolio/bulk',
    body: { items: [{ id: '1', version: 1 }], action: 'change', change: { place: 'Pune' } },
    required: ['items', 'action', 'change'],
  },
  {
    method: 'POST',
    path: '/api/admin/portfolio/uploads',
    body: {
      files: [{ key: 'a'.repeat(32), name: 'x.jpg', bytes: 10, modifiedMs: 0, title: 'x' }],
      category: 'wedding',
      place: 'Pune',
      published: false,
    },
    required: ['files', 'category'],
  },
  { method: 'POST', path: '/api/portfolio/order', body: { category: 'wedding' }, required: [] },
  { method: 'PUT', path: '/api/portfolio/1/position', body: { beforeId: '2' }, required: ['beforeId'] },
  { method: 'POST', path: '/api/admin/documents', body: { entity: 'package', locale: 'en' }, required: ['entity'] },
  {
    method: 'PUT',
    path: '/api/admin/documents/service/1',
    body: {
      version: 0,
      locale: 'en',
      body: {
        title: 'Service',
        description: 'Words',
        features: ['One'],
        photoId: null,
        photoAlt: '',
        image: '',
        icon: 'Heart',
        color: 'rose',
        archived: false,
      },
    },
    required: ['version', 'body'],
  },
  {
    method: 'POST',
    path: '/api/admin/schedules',
    body: {
      documents: [{ entity: 'service', id: '1', locale: 'en', version: 1 }],
      wallTime: '2099-01-01T10:00',
      zone: 'Asia/Kolkata',
    },
    required: ['documents', 'wallTime'],
  },
  {
    method: 'POST',
    path: '/api/albums',
    body: {
      title: 'Story',
      slug: 'story',
      client: 'Asha',
      place: 'Pune',
      date: '2026-02-03',
      category: 'wedding',
      description: 'Words',
      coverId: '1',
      sections: [{ title: 'Haldi', text: 'Words', entries: [{ photoId: '1' }] }],
      published: false,
    },
    required: ['title', 'category'],
  },
  { method: 'PUT', path: '/api/albums/1', body: { title: 'Story', version: 1, published: true }, required: [] },
  { method: 'PUT', path: '/api/albums/1/position', body: { afterId: '2' }, required: ['afterId'] },
  {
    method: 'POST',
    path: '/api/admin/videos',
    body: {
      title: 'Film',
      slug: 'film',
      description: 'Words',
      category: 'wedding',
      linkUrl: 'https://vimeo.com/1234',
      fileId: MEDIA_ID,
      captionsId: MEDIA_ID,
      captionsLanguage: 'en',
      posterId: MEDIA_ID,
      durationSeconds: 60,
      published: false,
    },
    required: ['title', 'category'],
  },
  { method: 'PUT', path: '/api/admin/videos/1', body: { title: 'Film', version: 1, published: true }, required: [] },
  { method: 'PUT', path: '/api/admin/videos/1/position', body: { afterId: '2' }, required: ['afterId'] },
  {
    method: 'POST',
    path: '/api/admin/users',
    body: { email: 'new@example.com', name: 'New', role: 'editor' },
    required: ['email', 'name', 'role'],
  },
  {
    method: 'POST',
    path: '/api/admin/auth/reset-password',
    body: { token: 'A'.repeat(43), next: 'a chosen password' },
    required: ['token', 'next'],
  },
  {
    method: 'POST',
    path: '/api/admin/auth/forgot-password',
    body: { email: 'new@example.com' },
    required: ['email'],
  },
  {
    method: 'PUT',
    path: '/api/admin/messages/recipients/1',
    body: { alerts: true, digest: false },
    required: [],
  },
  {
    method: 'PUT',
    path: `/api/admin/media/${MEDIA_ID}/crops`,
    body: { version: 0, crops: { wide: null, square: null, portrait: null } },
    required: ['version', 'crops'],
  },
  { method: 'POST', path: '/api/admin/media/encoding', body: { action: 'pause' }, required: ['action'] },
  { method: 'POST', path: '/api/admin/me/notices/dismiss', body: { upTo: '1' }, required: ['upTo'] },
  { method: 'PUT', path: '/api/admin/users/1', body: { name: 'New', role: 'admin', disabled: false }, required: [] },
  {
    method: 'POST',
    path: '/api/composition/reports',
    body: { remote: 'public-site', version: '1.0.0-0123456789ab', stage: 'entry', cause: 'x', page: '/' },
    required: ['remote', 'version', 'stage', 'cause', 'page'],
  },
];
/** Fields in which a value of the corpus is good. */
const GOOD: Record<string, unknown[]> = {
  'POST /api/inquiries elapsedMs': [1],
  'POST /api/inquiries message': [null],
  'PUT /api/inquiries/1 version': [1],
  'PUT /api/bookings/1 version': [1],
  'PUT /api/clients/1 version': [1],
  'POST /api/clients/1/merge version': [1],
  'POST /api/clients/1/merge otherVersion': [1],
  'POST /api/clients/1/erase version': [1],
  'PUT /api/client-tasks/1 version': [1],
  'PUT /api/client-files/1 version': [1],
  'PUT /api/reply-templates/1 version': [1],
  'PUT /api/admin/privacy version': [1],
  'PUT /api/admin/privacy retentionMonths': [1],
  'POST /api/calendar/import file': ['x'.repeat(6000)],
  'POST /api/cities capacity': [1],
  'PUT /api/cities/1 capacity': [1],
  'PUT /api/cities/1/days/2030-01-01 capacity': [1, null],
  'POST /api/crews cityId': [null],
  'PUT /api/albums/1 version': [1],
  'PUT /api/admin/videos/1 version': [1],
  'POST /api/admin/videos durationSeconds': [1],
  'PUT /api/admin/documents/service/1 version': [1],
  'PUT /api/inquiries/1 value': [1],
  [`PUT /api/admin/media/${MEDIA_ID}/crops version`]: [1],
  'POST /api/composition/reports cause': ['\u0000', '\ud800', '\udfff x'],
  'POST /api/composition/reports page': ['\u0000', '\ud800', '\udfff x'],
};
/** `null` says "none" in these. */
const NULLABLE = [
  'crewId',
  'inquiryId',
  'heldUntil',
  'coverId',
  'date',
  'fileId',
  'captionsId',
  'posterId',
  'durationSeconds',
  'afterId',
  'repliedTo',
  'lostReason',
  'ownerId',
  'value',
  'city',
  'source',
  'portraitMediaId',
  'phone',
  'email',
  'eventDate',
  'mediaId',
  'beforeId',
];

const HOSTILE: unknown[] = [
  '\u0000',
  '\ud800',
  '\udfff x',
  'x'.repeat(6000),
  1,
  1.5,
  1e308,
  true,
  null,
  [],
  {},
  [null],
  [['x']],
];
const isKindOf = (hostile: unknown, good: unknown) =>
  typeof hostile === typeof good && typeof good !== 'string' && typeof good !== 'object' && typeof good !== 'number';

/** What zod says by itself, which no person should read. */
const LIBRARY_ENGLISH =
  /^(Invalid (input|option|string|type|ISO|key|union)|Too (big|small)|Unrecognized)|expected .*received/;

/** Rows of every table that a public or staff call could write. */
async function rowCounts() {
  const tables = [
    'content',
    'services',
    'portfolio',
    'albums',
    'album_sections',
    'album_entries',
    'videos',
    'inquiries',
    'inquiry_history',
    'inquiry_views',
    'clients',
    'client_contacts',
    'client_entries',
    'client_tasks',
    'reply_templates',
    'privacy_settings',
    'idempotency_keys',
    'audit',
    'users',
    'load_reports',
    'bookings',
    'cities',
    'crews',
    'calendar_days',
    'muhurats',
    'revisions',
    'schedules',
    'outbox',
    'message_recipients',
  ];
  const counts: Record<string, string> = {};
  for (const table of tables) {
    const { rows } = await sql<{ hash: string }>`
      select md5(string_agg(each::text, ',' order by each::text)) as hash from ${sql.table(table)} each`.execute(
      api.db,
    );
    counts[table] = rows[0]?.hash ?? '';
  }
  return counts;
}

beforeAll(async () => {
  const response = await api.call('POST', '/api/inquiries', { json: { name: 'Meera', eventType: 'wedding' } });
  expect((await jsonOf(response))._id).toBe('1');
  await api.as('admin')('POST', '/api/clients/1/tasks', { json: { text: 'Call', dueOn: '2030-01-01' } });
  const work = { title: 'First', category: 'wedding' };
  for (const path of ['/api/albums', '/api/admin/videos']) await api.as('admin')('POST', path, { json: work });
});

describe.each(CALLS)('API-6 $method $path', ({ method, path, body, required }) => {
  it('names every bad field, stores nothing and never fails', async () => {
    const before = await rowCounts();
    const cookie = await api.cookieOf('admin');
    const wrong: string[] = [];
    const expectRefusal = async (field: string, json: unknown) => {
      const response = await api.call(method, path, { json, headers: { cookie } });
      const problem = problemSchema.safeParse(await response.json().catch(() => undefined));
      const fields = problem.data?.errors?.map((error) => error.field) ?? [];
      for (const { message } of problem.data?.errors ?? []) expect(message).not.toMatch(LIBRARY_ENGLISH);
      const named = fields.some((each) => each === field || each.startsWith(`${field}.`));
      if (response.status !== 422 || !named) {
        wrong.push(`${field} ${JSON.stringify(json)?.slice(0, 200)}: ${response.status} ${fields}`);
      }
    };
    for (const field of Object.keys(body)) {
      for (const value of HOSTILE) {
        if (GOOD[`${method} ${path} ${field}`]?.includes(value) || isKindOf(value, body[field])) continue;
        if (value === null && NULLABLE.includes(field)) continue;
        if (Array.isArray(value) && value.length === 0 && Array.isArray(body[field])) continue;
        await expectRefusal(field, { ...body, [field]: value });
      }
      await expectRefusal(`${field}2`, { ...body, [`${field}2`]: body[field] });
    }
    for (const field of required) {
      const { [field]: _, ...rest } = body;
      await expectRefusal(field, rest);
    }
    for (const json of [null, 1, 'x', [], [body]]) await expectRefusal('', json);
    expect(wrong).toEqual([]);
    expect(await rowCounts()).toEqual(before);
  });
});

it.each([
  ['2026-02-30', 'This date does not exist.'],
  ['2027-02-29', 'This date does not exist.'],
  ['infinity', 'Please enter a date as YYYY-MM-DD.'],
  ['-infinity', 'Please enter a date as YYYY-MM-DD.'],
  ['now', 'Please enter a date as YYYY-MM-DD.'],
  ['12026-01-01', 'Please enter a date as YYYY-MM-DD.'],
  ['2026-01-01T00:00:00Z', 'Please enter a date as YYYY-MM-DD.'],
])('PUB-CONT-2 the date %s is refused at its field', async (eventDate, message) => {
  const response = await api.call('POST', '/api/inquiries', {
    json: { name: 'Meera', eventType: 'wedding', eventDate },
  });
  expect(response.status).toBe(422);
  expect((await jsonOf(response)).errors).toEqual([{ field: 'eventDate', message }]);
});

it.each([
  [{}, 'name', 'This field is required.'],
  [{ name: ' ', eventType: 'wedding' }, 'name', 'Please tell us your name.'],
  [{ name: 7, eventType: 'wedding' }, 'name', 'Please enter text.'],
  [{ name: 'Meera', eventType: 'wedding', elapsedMs: 'soon' }, 'elapsedMs', 'Please enter a number.'],
  [{ name: 'Meera', eventType: 'wedding', elapsedMs: -1 }, 'elapsedMs', 'Must be 0 or more.'],
  [{ name: 'Meera', eventType: 'wedding', unknown: 1 }, 'unknown', 'Unknown field.'],
  [[], '', 'Must be a JSON object.'],
])('API-6 says what is wrong with %j in plain English', async (json, field, message) => {
  const response = await api.call('POST', '/api/inquiries', { json });
  expect(response.status).toBe(422);
  expect((await jsonOf(response)).errors).toEqual(expect.arrayContaining([{ field, message }]));
});

it.each([
  ['POST', '/api/services', {}, 'title', 'This field is required.'],
  ['PUT', '/api/services/1', { icon: 'Moon' }, 'icon', 'Please choose one of: Heart, Camera, Baby, Briefcase, Video.'],
  ['PUT', '/api/inquiries/1', {}, 'version', 'This field is required.'],
  ['PUT', '/api/portfolio/1', { focal: { x: 200, y: 0 } }, 'focal.x', 'Must be 100 or less.'],
])('API-6 %s %s with %j says what is wrong in plain English', async (method, path, json, field, message) => {
  const response = await api.as('admin')(method, path, { json });
  expect(response.status).toBe(422);
  expect((await jsonOf(response)).errors).toEqual(expect.arrayContaining([{ field, message }]));
});

it('API-6 a malformed or unknown id is not found, whatever the call', async () => {
  const ids = ['0', '-1', '1.5', 'x', '999999999', '9'.repeat(18), '9'.repeat(30), '1%00', '%F0%9F%92%A5', "1'--"];
  const calls = CALLS.filter(({ path }) => path.includes('/1'));
  for (const id of ids) {
    for (const { method, path, body } of calls) {
      const response = await api.as('admin')(method, path.replace('/1', `/${id}`), { json: body });
      expect({ id, method, path, status: response.status }).toEqual({ id, method, path, status: 404 });
    }
    for (const noun of ['services', 'portfolio', 'inquiries']) {
      expect({ id, status: (await api.as('admin')('DELETE', `/api/${noun}/${id}`)).status }).toEqual({
        id,
        status: 404,
      });
    }
  }
}, 20_000);

it('API-6 refuses bodies that are too large, of another type, or no JSON', async () => {
  const send = (body: string | Uint8Array, type = 'application/json') =>
    api.app.request('/api/inquiries', { method: 'POST', body, headers: { 'content-type': type } });
  const large = JSON.stringify({ name: 'x'.repeat(70_000), eventType: 'wedding' });
  expect((await send(large)).status).toBe(413);
  const unannounced = new Blob([large]).stream();
  const streamed = {
    method: 'POST',
    body: unannounced,
    duplex: 'half',
    headers: { 'content-type': 'application/json' },
  } as const;
  expect((await api.app.request('/api/inquiries', streamed)).status).toBe(413);
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', '']) {
    expect({ type, status: (await send('{}', type)).status }).toEqual({ type, status: 415 });
  }
  for (const body of ['', '{', '{"name":}', "{'name':1}", new Uint8Array([0x22, 0xff, 0x22])]) {
    expect((await send(body)).status).toBe(400);
  }
  expect((await send('['.repeat(20_000))).status).toBe(400);
});

it('API-6 of two equal keys the last counts, and a key named __proto__ is only an unknown field', async () => {
  const send = async (body: string) => {
    const response = await api.app.request('/api/inquiries', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    return { status: response.status, field: (await jsonOf(response)).errors?.[0].field };
  };
  expect(await send('{"name":"","name":"Meera","eventType":"wedding"}')).toEqual({ status: 201 });
  expect(await send('{"name":"Meera","name":"","eventType":"wedding"}')).toEqual({ status: 422, field: 'name' });
  expect(await send('{"name":"Meera","eventType":"wedding","__proto__":{"status":"Booked"}}')).toEqual({
    status: 422,
    field: '__proto__',
  });
});

it('ADM-LOGIN-1 a login of wrong shape is refused at its field, a hostile password is only a wrong one', async () => {
  const good = { email: 'admin@example.com', password: 'wrong password' };
  const send = async (json: unknown) => (await api.call('POST', '/api/admin/auth/login', { json })).status;
  for (const value of [1, null, true, [], {}, '', 'x'.repeat(100_000)]) {
    expect([413, 422]).toContain(await send({ ...good, email: value }));
    expect([413, 422]).toContain(await send({ ...good, password: value }));
  }
  for (const email of ['x', 'x@', '\u0000@example.com', '\ud800@example.com'])
    expect(await send({ ...good, email })).toBe(422);
  for (const password of ['\u0000', '\ud800', "' or 1=1 --"]) expect(await send({ ...good, password })).toBe(401);
});

it('API-6 bad filters and keys name themselves', async () => {
  const errorOf = async (response: Response) => ({
    status: response.status,
    field: (await jsonOf(response)).errors?.[0].field,
  });
  const staff = api.as('editor');
  expect(await errorOf(await staff('GET', '/api/inquiries?status=Lost'))).toEqual({ status: 422, field: 'status' });
  expect(await errorOf(await staff('GET', '/api/inquiries?q=%00'))).toEqual({ status: 422, field: 'q' });
  expect(await errorOf(await staff('GET', '/api/inquiries/deleted?q=%00'))).toEqual({ status: 422, field: 'q' });
  expect(await errorOf(await staff('GET', '/api/inquiries.csv?sort=1'))).toEqual({ status: 422, field: 'sort' });
  expect(await errorOf(await staff('GET', '/api/admin/portfolio?q=%00'))).toEqual({ status: 422, field: 'q' });
  expect(await errorOf(await staff('GET', '/api/admin/portfolio?cursor=9999999999.1'))).toEqual({
    status: 422,
    field: 'cursor',
  });
  const admin = api.as('admin');
  expect(await errorOf(await admin('GET', '/api/admin/audit?entityId=%00'))).toEqual({
    status: 422,
    field: 'entityId',
  });
  const json = { name: 'Meera', eventType: 'wedding' };
  const withKey = await api.call('POST', '/api/inquiries', { json, headers: { 'idempotency-key': 'short' } });
  expect(await errorOf(withKey)).toEqual({ status: 422, field: 'Idempotency-Key' });
});

/** What paged lists require besides the cursor. */
const LIST_QUERIES: Record<string, Record<string, string>> = {
  '/api/bookings': { from: '2026-01-01', to: '2026-02-01' },
  '/api/admin/documents': { entity: 'package' },
};
const NO_DAYS = ['2026-99-99', '2026-02-30', '2027-02-29', '0000-01-01', '12026-01-01', 'infinity'];
const NO_TIMES = [
  ...NO_DAYS.map((day) => `${day}T10:00:00.000000Z`),
  ...['24:00:00', '10:60:00', '10:00:60'].map((clock) => `2026-01-01T${clock}.000000Z`),
];
const NO_CURSORS = [
  ...['', ' ', 'x', '0', '-1', '1.5.1', '1.0', '9'.repeat(19), '\u0000', '\ud83d'],
  ...['1', '2026-01-01'].map((place) => `${place}.${'9'.repeat(19)}`),
  ...[11, 20].map((digits) => `${'9'.repeat(digits)}.1`),
  `2026-01-01T10:00:00.000000Z_${'9'.repeat(19)}`,
  ...NO_DAYS.map((day) => `${day}.1`),
  ...NO_TIMES.map((time) => `${time}_1`),
];
/** Returns the cursors that a list does not refuse as the only wrong field. */
async function acceptedOf(path: string, queries: readonly Record<string, string>[]): Promise<string[]> {
  const accepted: string[] = [];
  const headers = { cookie: await api.cookieOf('admin') };
  for (const query of queries) {
    const response = await api.call('GET', `${path}?${new URLSearchParams(query)}`, { headers });
    const problem = problemSchema.safeParse(await response.json());
    const isRefused = response.status === 422 && problem.data?.errors?.every(({ field }) => field === 'cursor');
    if (!isRefused) accepted.push(`${path} ${JSON.stringify(query.cursor)}: ${response.status}`);
  }
  return accepted;
}

it('API-6 every paged list refuses a cursor that names no place', async () => {
  const { paths } = await jsonOf(await api.as('admin')('GET', '/api/openapi.json'));
  const lists = Object.keys(paths).filter((path) =>
    paths[path].get?.parameters?.some(
      (each: { in: string; name: string }) => each.in === 'query' && each.name === 'cursor',
    ),
  );
  expect(lists).toEqual(
    expect.arrayContaining(['/api/clients', '/api/inquiries/deleted', ...Object.keys(LIST_QUERIES)]),
  );
  const accepted: string[] = [];
  for (const list of lists) {
    const path = list.replace('{name}', 'public-site').replace(/\{\w+\}/, '1');
    const queries = NO_CURSORS.map((cursor) => ({ ...LIST_QUERIES[list], cursor }));
    accepted.push(...(await acceptedOf(path, queries)));
  }
  expect(accepted).toEqual([]);
});

it.each([
  ['event-date', [...NO_DAYS, ...NO_TIMES]],
  ['value', ['x', '1.5', '9'.repeat(19)]],
  ['due', ['x', '1.5', '9'.repeat(19)]],
  ['name', ['\u0000', 'x'.repeat(201)]],
  ['newest', ['x', '1.5', '9'.repeat(19)]],
])('API-6 the inquiries in the order %s refuse a cursor with a wrong key', async (order, keys) => {
  const pairs = [...keys.map((key) => [key, '1']), ['1', '9'.repeat(19)], ['2026-01-01', '9'.repeat(19)]];
  const queries = pairs.map((pair) => ({ order, cursor: Buffer.from(JSON.stringify(pair)).toString('base64url') }));
  expect(await acceptedOf('/api/inquiries', queries)).toEqual([]);
});
