import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseTrustedProxies } from '@godhuli/server/client-ip';
import { dumpDatabase } from '../backup/dump-database.js';
import { routeAccess } from '../http/access.js';
import { FRONT_DOOR_TOKEN, type TestApp, testApp } from '../testing/test-app.js';
import { engines, PASSWORD, USERS } from '../testing/test-database.js';

jest.setTimeout(120_000);

let api: TestApp;
beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());

/** Every row of every table, as the database writes it. */
async function everything(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'everything-'));
  const { tables } = await dumpDatabase(api.db, folder);
  const texts = await Promise.all(tables.map(({ name }) => readFile(join(folder, `${name}.jsonl`), 'utf8')));
  await rm(folder, { recursive: true });
  const sessions = await api.db.selectFrom('sessions').select('token_hash').orderBy('id').execute();
  return JSON.stringify([texts, sessions]);
}

const BODIES: Record<string, () => { body?: string | FormData; headers: Record<string, string> }> = {
  JSON: () => ({ body: '{"name":"x"}', headers: { 'content-type': 'application/json' } }),
  text: () => ({ body: '{"name":"x"}', headers: { 'content-type': 'text/plain' } }),
  form: () => ({ body: 'name=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
  multipart: () => {
    const body = new FormData();
    body.set('file', new Blob(['x']), 'x.jpg');
    return { body, headers: {} };
  },
  nothing: () => ({ headers: {} }),
};
const FOREIGN: Record<string, Record<string, string>> = {
  'another site': { origin: 'https://evil.example' },
  'a sandboxed frame': { origin: 'null' },
  'a host that begins like ours': { origin: 'http://localhost.evil.example' },
  'a host that ends like ours': { origin: 'http://evil-localhost' },
  'another port': { origin: 'http://localhost:81' },
  'our name as a user name': { origin: 'http://localhost@evil.example' },
  'our origin with a slash': { origin: 'http://localhost/' },
  'two origins': { origin: 'http://localhost, https://evil.example' },
  'a file': { origin: 'file://' },
  'a page of a neighbour without Origin': { 'sec-fetch-site': 'same-site' },
  'an old browser that says nothing, with the cookie': {},
  'another site without Origin': { 'sec-fetch-site': 'cross-site' },
  'our origin, said by a cross-site page': { origin: 'http://localhost', 'sec-fetch-site': 'cross-site' },
};

it('no other site acts for staff: every unsafe route refuses every foreign origin and stores nothing', async () => {
  const cookie = await api.cookieOf('admin');
  const routes = routeAccess(api.app).filter(({ method }) => !['GET', 'HEAD', 'OPTIONS'].includes(method));
  const before = await everything();
  const passed: string[] = [];
  let tried = 0;
  for (const { method, path, rule } of routes) {
    const address = path.replace(/:name|:channel/g, 'public-site').replace(/:\w+/g, '1');
    for (const [origin, foreign] of Object.entries(FOREIGN)) {
      for (const [kind, make] of Object.entries(BODIES)) {
        const { body, headers } = make();
        const response = await api.app.request(address, { method, body, headers: { cookie, ...foreign, ...headers } });
        await response.body?.cancel();
        tried += 1;
        // A route of programs alone knows no cookie: there is nothing that a foreign page could lend.
        const expected = rule === 'deploy-token' ? 401 : 403;
        if (response.status !== expected)
          passed.push(`${method} ${path} from ${origin} with ${kind}: ${response.status}`);
      }
    }
  }
  expect(passed).toEqual([]);
  expect(routes.length).toBeGreaterThan(20);
  expect(tried).toBe(routes.length * 65);
  expect(await everything()).toBe(before);
});

it('without FRONT_DOOR_TOKEN nobody follows changes', async () => {
  const app = api.neighbour({ frontDoorToken: undefined });
  for (const token of [FRONT_DOOR_TOKEN, 'undefined', '']) {
    const headers = { authorization: `Bearer ${token}` };
    expect((await app.request('/api/composition/events', { headers })).status).toBe(401);
  }
});

it('without METRICS_TOKEN there are no metrics to be found', async () => {
  const headers = { authorization: 'Bearer anything-at-all-here' };
  expect((await api.call('GET', '/api/metrics', { headers })).status).toBe(404);
});

describe.each(engines())('a session on %s', (engine) => {
  let site: TestApp;
  beforeAll(async () => {
    site = engine === 'pglite' ? api : await testApp(engine);
  });
  afterAll(() => (engine === 'pglite' ? undefined : site.close()));
  const me = async (cookie: string, app = site.app) =>
    (await app.request('/api/admin/me', { headers: { cookie } })).status;
  const login = async (cookie = '') =>
    site.call('POST', '/api/admin/auth/login', {
      json: { email: USERS.editor.email, password: PASSWORD },
      headers: { cookie },
    });

  it('is never one that was planted before the login', async () => {
    const planted = `godhuli_session=${'A'.repeat(43)}`;
    const response = await login(planted);
    expect(response.headers.get('set-cookie')).not.toContain('A'.repeat(43));
    expect(await me(planted)).toBe(401);
  });

  it('that has ended is worth nothing on any process: 0 of 100 replays pass', async () => {
    const response = await login();
    const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
    const neighbour = site.neighbour();
    expect(await me(cookie)).toBe(200);
    expect(await me(cookie, neighbour)).toBe(200);
    expect((await site.call('POST', '/api/admin/auth/logout', { headers: { cookie } })).status).toBe(200);
    const replays = Array.from({ length: 100 }, (_, index) => me(cookie, index % 2 ? neighbour : site.app));
    expect(new Set(await Promise.all(replays))).toEqual(new Set([401]));
  });

  // The embedded database has no clock but this process's own.
  if (engine === 'postgres')
    it('does not care that the clock of this process is 25 hours behind or ahead', async () => {
      const cookie = await site.cookieOf('editor');
      for (const hours of [-25, 25]) {
        const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + hours * 3_600_000);
        try {
          expect({ hours, me: await me(cookie) }).toEqual({ hours, me: 200 });
        } finally {
          clock.mockRestore();
        }
      }
    });

  it('is read from its own cookie alone: not from the URL, a header or a cookie of another name', async () => {
    const token = (await site.cookieOf('admin')).split('=')[1] ?? '';
    const tries: { path: string; headers: Record<string, string> }[] = [
      { path: `/api/admin/me?godhuli_session=${token}`, headers: {} },
      { path: '/api/admin/me', headers: { authorization: `Bearer ${token}` } },
      { path: '/api/admin/me', headers: { cookie: `session=${token}; GODHULI_SESSION=${token}` } },
      { path: '/api/admin/me', headers: { cookie: `godhuli_session=${token}x` } },
      { path: '/api/admin/me', headers: { 'x-godhuli-session': token } },
    ];
    for (const { path, headers } of tries)
      expect({ path, status: (await site.call('GET', path, { headers })).status }).toEqual({ path, status: 401 });
  });
});

/** `FORM_BURST=1000` is the whole volume (`npm run test:security`). */
const BURST = Number(process.env.FORM_BURST ?? 100);

it(`of ${BURST} inquiries from one IP, 5 are new, 50 quarantined and the rest refused with 429`, async () => {
  const site = await testApp();
  try {
    const send = async (index: number) => {
      const json = { name: `Burst ${index}`, eventType: 'other', elapsedMs: 9000 };
      const response = await site.call('POST', '/api/inquiries', { json, address: '203.0.113.200' });
      await response.body?.cancel();
      return response.status;
    };
    const statuses = await Promise.all(Array.from({ length: BURST }, (_, index) => send(index)));
    const accepted = statuses.filter((status) => status === 201).length;
    const refused = statuses.filter((status) => status === 429).length;
    const rows = await site.db.selectFrom('inquiries').select('quarantined').execute();
    const fresh = rows.filter(({ quarantined }) => !quarantined).length;
    expect(accepted).toBe(55);
    expect(refused).toEqual(BURST - 55);
    expect(rows).toHaveLength(55);
    expect(fresh).toBe(5);
    process.stdout.write(
      `a burst of ${BURST}: ${fresh} new, ${rows.length - fresh} in quarantine, ${refused} refused\n`,
    );
  } finally {
    await site.close();
  }
});

describe('the client behind a proxy', () => {
  const PROXY = '10.0.0.1';
  const attempt = async (
    app: TestApp['app'],
    email: string,
    forwardedFor: string,
    peer = PROXY,
    password = 'wrong',
  ) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': forwardedFor };
    const init = { method: 'POST', headers, body: JSON.stringify({ email, password }) };
    return (await app.request('/api/admin/auth/login', init, { clientIp: peer })).status;
  };

  it('is stopped by its own IP, and locks nobody else out; a made-up header helps nobody', async () => {
    const app = api.neighbour({ trustedProxies: parseTrustedProxies('10.0.0.0/8') });
    const guesses: number[] = [];
    for (let index = 0; index < 31; index += 1) {
      guesses.push(await attempt(app, `someone${index}@example.com`, `203.0.113.${index}, 198.18.0.1`));
    }
    expect(guesses.slice(0, 30).every((status) => status === 401)).toBe(true);
    expect(guesses.at(-1)).toBe(429);
    expect(await attempt(app, USERS.admin.email, '198.18.0.2', PROXY, PASSWORD)).toBe(200);
    // A client that is no proxy is one client, whatever it claims.
    const direct: number[] = [];
    for (let index = 0; index < 6; index += 1) {
      direct.push(await attempt(app, USERS.admin.email, `203.0.113.${index}`, '198.18.0.9'));
    }
    expect(direct).toEqual([401, 401, 401, 401, 401, 429]);
  });
});

describe('what visitors type', () => {
  const PAYLOADS = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '"><svg onload=alert(1)>',
    "' or 1=1 --",
    "'; drop table inquiries; --",
    '{{constructor.constructor("alert(1)")()}}',
    `\${7*7}`,
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    '=HYPERLINK("http://evil.example","x")',
    '=cmd|" /C calc"!A0',
    '+1+1',
    '-2+3',
    '@SUM(1+1)*cmd',
    '＝1+1',
    'a,b;c|d "quoted" ""twice""',
    'first\nsecond\n=third',
    '\u202egnp.exe',
    '</textarea></script><!--',
    '%0d%0aSet-Cookie: a=b \\u003cb\\u003e &lt;b&gt; é 📷',
  ];

  /** Cells of RFC 4180 text. */
  function parseCsv(text: string): string[][] {
    const rows: string[][] = [[]];
    const pattern = /"((?:[^"]|"")*)"(,|\r\n|$)/y;
    for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
      rows.at(-1)?.push((match[1] ?? '').replaceAll('""', '"'));
      if (match[2] === '\r\n') rows.push([]);
      if (pattern.lastIndex >= text.length) break;
    }
    return rows.filter((row) => row.length > 0);
  }
  /** Without the marks that keep a spreadsheet from calculating. */
  const asTyped = (cell: string, typed: string) =>
    cell === typed || cell.replaceAll("'", '') === typed.replaceAll("'", '');

  it('stays text: every payload in every field is refused at its field or returned unchanged', async () => {
    const staff = api.as('editor');
    const kept: { field: string; payload: string; id: string }[] = [];
    for (const [index, payload] of PAYLOADS.entries()) {
      for (const field of ['name', 'phone', 'email', 'message']) {
        const json = { name: 'Visitor', eventType: 'other', elapsedMs: 9000, [field]: payload };
        const response = await api.call('POST', '/api/inquiries', { json, address: `10.${index}.0.${field.length}` });
        const body = (await response.json()) as { _id: string; errors?: { field: string }[] };
        if (response.status === 201) kept.push({ field, payload, id: body._id });
        else {
          expect(response.status).toBe(422);
          expect(body.errors?.[0]?.field).toEqual(field);
        }
      }
    }
    // Every payload passes as name and message; a phone number or an email address is none of them.
    expect(kept.filter(({ field }) => field === 'name' || field === 'message')).toHaveLength(2 * PAYLOADS.length);
    expect(kept.filter(({ field }) => field === 'email')).toEqual([]);
    const csvOf = async (query: string) => {
      const text = await (await staff('GET', `/api/inquiries.csv${query}`)).text();
      return parseCsv(text.replace(/^\ufeff/, ''));
    };
    const [titles = [], ...inbox] = await csvOf('');
    // A link in a name is likely spam.
    const rows = [...inbox, ...(await csvOf('?quarantined=true')).slice(1)];
    expect(new Set(rows.map((row) => row.length))).toEqual(new Set([titles.length]));
    const cellOf = (id: string, title: string) => rows.find((row) => row[0] === id)?.[titles.indexOf(title)] ?? '';
    const bent: string[] = [];
    for (const { field, payload, id } of kept) {
      const inquiry = (await (await staff('GET', `/api/inquiries/${id}`)).json()) as Record<string, string>;
      if (inquiry[field] !== payload) bent.push(`${field} ${payload}: ${inquiry[field]}`);
      const cell = cellOf(id, field === 'name' ? 'Name' : field === 'phone' ? 'Phone' : 'Message');
      if (!asTyped(cell, payload)) bent.push(`CSV ${field} ${payload}: ${cell}`);
    }
    expect(bent).toEqual([]);
    expect(rows.flat().filter((cell) => /^[\s"]*[=+\-@＝＋－＠]/.test(cell))).toEqual([]);
    expect(await api.db.selectFrom('inquiries').select('id').execute()).toHaveLength(kept.length);
  });
});
