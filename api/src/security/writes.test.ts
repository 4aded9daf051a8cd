import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditPageSchema } from '@godhuli/contracts/audit';
import { NEVER_PROMOTED } from '@godhuli/contracts/releases';
import { fakeRelease, packRelease } from '@godhuli/release-gate/testing/fake-release';
import { sql } from 'kysely';
import sharp from 'sharp';
import { dumpDatabase } from '../backup/dump-database.js';
import { routeAccess } from '../http/access.js';
import { jsonOf, SITE, type TestApp, testApp } from '../testing/test-app.js';
import { engines, PASSWORD, USERS } from '../testing/test-database.js';

jest.setTimeout(240_000);

interface Write {
  /** the address, where the route has parameters */
  path?: () => string | Promise<string>;
  json?: Record<string, unknown> | (() => Record<string, unknown> | Promise<Record<string, unknown>>);
  /** what is sent when it is no JSON */
  body?: () => Promise<Uint8Array | FormData>;
  headers?: () => Promise<Record<string, string>>;
  /** nobody is signed in, or the deploy token alone speaks */
  by?: string;
  /** a session of its own, because the write ends it */
  ownSession?: 'editor';
  action: string;
  /** whether something was there before, and is afterwards */
  before?: boolean;
  after?: boolean;
}

describe.each(engines())('every write of the live route list on %s', (engine) => {
  let api: TestApp;
  let cookie: string;
  const made: Record<string, string> = {};
  beforeAll(async () => {
    api = await testApp(engine);
    cookie = await api.cookieOf('admin');
  });
  afterAll(() => api.close());

  const release = fakeRelease({ name: 'team' });
  let token = '';
  const deployToken = async () => {
    token ||= (await jsonOf(await api.as('admin')('POST', '/api/remotes/team/deploy-tokens'))).token;
    return { authorization: `Bearer ${token}`, 'content-type': 'application/gzip' };
  };
  /** The id of one more session of the admin. */
  const otherSession = async () => {
    await api.cookieOf('admin');
    const { id } = await api.db.selectFrom('sessions').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
    return id;
  };
  const id =
    (kind: string, more = '') =>
    () =>
      `/api/${kind}/${made[kind]}${more}`;

  /** Each unsafe route once, in an order in which each finds what it needs. */
  const WRITES: Record<string, Write> = {
    'POST /api/admin/auth/login': {
      json: { email: USERS.admin.email, password: PASSWORD },
      by: USERS.admin.name,
      action: 'auth.login',
    },
    'POST /api/admin/auth/logout': { ownSession: 'editor', by: USERS.editor.name, action: 'auth.logout' },
    'POST /api/admin/auth/confirm': { json: { password: PASSWORD }, action: 'auth.confirm' },
    'DELETE /api/admin/me/sessions/:id': {
      path: () => `/api/admin/me/sessions/${made.session}`,
      headers: async () => {
        made.session ??= await otherSession();
        return {};
      },
      action: 'sessions.end',
      before: true,
    },
    'DELETE /api/admin/me/sessions': {
      ownSession: 'editor',
      by: USERS.editor.name,
      action: 'sessions.end-others',
      before: true,
    },
    'POST /api/admin/me/notices/dismiss': {
      json: { upTo: '1' },
      action: 'account.dismiss-notices',
      after: true,
    },
    'POST /api/content': { json: { section: 'hero', key: 'note', value: 'x' }, action: 'content.create', after: true },
    'PUT /api/content/:id': {
      path: id('content'),
      json: { value: 'y' },
      action: 'content.update',
      before: true,
      after: true,
    },
    'POST /api/services': { json: { title: 'Made' }, action: 'services.create', after: true },
    'PUT /api/services/:id': {
      path: id('services'),
      json: { title: 'New' },
      action: 'services.update',
      before: true,
      after: true,
    },
    'DELETE /api/services/:id': { path: id('services'), action: 'services.delete', before: true },
    'POST /api/portfolio': { json: { title: 'Made', category: 'wedding' }, action: 'portfolio.create', after: true },
    'PUT /api/portfolio/:id': {
      path: id('portfolio'),
      json: { title: 'New' },
      action: 'portfolio.update',
      before: true,
      after: true,
    },
    'PUT /api/portfolio/:id/position': {
      path: id('portfolio', '/position'),
      json: { beforeId: '1' },
      action: 'portfolio.move',
      before: true,
      after: true,
    },
    'DELETE /api/portfolio/:id': { path: id('portfolio'), action: 'portfolio.delete', before: true },
    'POST /api/portfolio/:id/restore': { path: id('portfolio', '/restore'), action: 'portfolio.restore', after: true },
    'POST /api/inquiries': {
      json: { name: 'Meera', eventType: 'wedding' },
      by: 'a visitor',
      action: 'inquiries.receive',
      after: true,
    },
    'PUT /api/inquiries/:id': {
      path: id('inquiries'),
      json: { version: 1, status: 'Booked' },
      action: 'inquiries.update',
      before: true,
      after: true,
    },
    'POST /api/inquiries/:id/undo': {
      path: id('inquiries', '/undo'),
      json: { version: 2 },
      action: 'inquiries.undo',
      before: true,
      after: true,
    },
    'DELETE /api/inquiries/:id': { path: id('inquiries'), action: 'inquiries.delete', before: true },
    'POST /api/inquiries/:id/restore': { path: id('inquiries', '/restore'), action: 'inquiries.restore', after: true },
    'POST /api/inquiries/delete': {
      json: () => ({ ids: [made.inquiries] }),
      action: 'inquiries.delete',
      before: true,
    },
    'POST /api/inquiries/restore': {
      json: () => ({ ids: [made.inquiries] }),
      action: 'inquiries.restore',
      after: true,
    },
    'POST /api/inquiries/empty-quarantine': { json: { upTo: '1000' }, action: 'inquiries.erase', before: true },
    'POST /api/admin/users': {
      json: { email: 'made@example.com', name: 'Made', role: 'editor' },
      action: 'users.create',
      after: true,
    },
    'PUT /api/admin/users/:id': {
      path: () => `/api/admin/users/${made.user}`,
      json: { name: 'Renamed' },
      action: 'users.update',
      before: true,
      after: true,
    },
    'POST /api/admin/users/:id/password': {
      path: () => `/api/admin/users/${made.user}/password`,
      action: 'users.reset-password',
    },
    'POST /api/admin/users/:id/reset-link': {
      path: () => `/api/admin/users/${made.user}/reset-link`,
      action: 'users.reset-link',
      after: true,
    },
    'POST /api/admin/auth/reset-password': {
      json: () => ({ token: made.resetToken, next: 'a chosen password' }),
      by: 'Renamed',
      action: 'users.redeem-reset-link',
    },
    'PUT /api/admin/me/password': {
      ownSession: 'editor',
      json: { current: PASSWORD, next: 'another long password' },
      by: USERS.editor.name,
      action: 'users.change-password',
    },
    'POST /api/admin/backup': { action: 'backup.create' },
    'POST /api/admin/media': {
      body: async () => {
        const body = new FormData();
        const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#a52' } })
          .png()
          .toBuffer();
        body.set('file', new Blob([new Uint8Array(picture)]), 'x.png');
        return body;
      },
      action: 'media.create',
      after: true,
    },
    'POST /api/remotes/:name/deploy-tokens': {
      path: () => '/api/remotes/other/deploy-tokens',
      action: 'deploy-tokens.create',
      after: true,
    },
    'DELETE /api/remotes/:name/deploy-tokens/:id': {
      path: () => `/api/remotes/other/deploy-tokens/${made.token}`,
      action: 'deploy-tokens.revoke',
      before: true,
    },
    'POST /api/remotes/:name/releases': {
      path: () => '/api/remotes/team/releases',
      headers: deployToken,
      body: async () => new Uint8Array(await packRelease(release)),
      by: 'deploy token of Asha Admin',
      action: 'releases.publish',
      after: true,
    },
    'PUT /api/remotes/:name/channels/:channel': {
      path: () => '/api/remotes/team/channels/live',
      json: () => ({ version: made.version, reason: 'a test says so', expected: NEVER_PROMOTED }),
      action: 'releases.promote',
      after: true,
    },
  };
  /** A report is itself an entry of a log that anyone may add to; what it leads to (a withdrawal) is in the audit. */
  const NOT_AUDITED = [
    'POST /api/composition/reports',
    // A signed cookie of one browser; no row is written.
    'POST /api/preview',
  ];

  /** Every table but the counters of attempts, which count failures too. */
  async function everything(): Promise<string> {
    // That a deploy token was shown is a fact, whatever became of the request.
    await api.db.updateTable('deploy_tokens').set({ last_used_at: null }).execute();
    const folder = await mkdtemp(join(tmpdir(), 'everything-'));
    const { tables } = await dumpDatabase(api.db, folder);
    const texts = await Promise.all(
      tables.map(async ({ name }) => [name, await readFile(join(folder, `${name}.jsonl`), 'utf8')]),
    );
    await rm(folder, { recursive: true });
    const hidden = await api.db.selectFrom('sessions').select('token_hash').orderBy('id').execute();
    const links = await api.db.selectFrom('password_resets').select('token_hash').execute();
    return JSON.stringify([texts, hidden, links], null, 1);
  }
  const entries = () => api.db.selectFrom('audit').selectAll().orderBy('id').execute();

  async function send(route: string, write: Write, session: string, more: object = {}) {
    const [method = '', pattern = ''] = route.split(' ');
    const json = typeof write.json === 'function' ? await write.json() : write.json;
    const path = (await write.path?.()) ?? pattern;
    const isStaff = write.by === undefined || write.ownSession !== undefined;
    const headers = { ...(isStaff ? { cookie: session, origin: SITE } : {}), ...(await write.headers?.()) };
    if (!write.body) {
      return api.call(method, path, { headers, ...(json ? { json: { ...json, ...more } } : {}) });
    }
    return api.app.request(path, { method, headers, body: await write.body() }, { clientIp: '192.0.2.1' });
  }

  /** From now on no transaction that adds to the audit can be committed. */
  const spoilAudit = async () => {
    await sql`create or replace function spoil() returns trigger language plpgsql as
      $$ begin raise exception 'the audit cannot be written'; end $$`.execute(api.db);
    await sql`create constraint trigger spoil after insert on audit deferrable initially deferred
      for each row execute function spoil()`.execute(api.db);
  };
  const mendAudit = () => sql`drop trigger spoil on audit`.execute(api.db);

  it('is known here', () => {
    const unsafe = routeAccess(api.app).filter(({ method }) => !['GET', 'HEAD', 'OPTIONS'].includes(method));
    const live = unsafe.map(({ method, path }) => `${method} ${path}`).sort();
    expect([...Object.keys(WRITES), ...NOT_AUDITED].sort()).toEqual(live);
  });

  it('each write refuses unknown fields, stores nothing without its audit entry, and has exactly one entry', async () => {
    const wrong: string[] = [];
    let surplus = 0;
    for (const [route, write] of Object.entries(WRITES)) {
      const session = write.ownSession ? await api.cookieOf(write.ownSession) : cookie;
      await write.headers?.();
      const before = await everything();
      if (write.json) {
        const refused = await send(route, write, session, { surplus: 1 });
        const { errors } = await jsonOf(refused);
        if (refused.status !== 422 || errors?.[0]?.field !== 'surplus') wrong.push(`${route} takes a surplus field`);
        surplus += 1;
      }
      await spoilAudit();
      const failed = await send(route, write, session);
      await failed.body?.cancel();
      await mendAudit();
      if (failed.status !== 500) wrong.push(`${route} without its entry: ${failed.status}`);
      if ((await everything()) !== before) wrong.push(`${route} leaves something behind`);
      const known = (await entries()).length;
      const response = await send(route, write, session);
      const text = await response.text();
      if (!response.ok) wrong.push(`${route}: ${response.status} ${text.slice(0, 300)}`);
      const added = (await entries()).slice(known);
      const shown = added.map(({ user_name, network, action, before, after }) => [
        ...[user_name.replace(/ \d+/, ''), network, action, before !== null, after !== null],
      ]);
      const expected = [
        ...[write.by ?? USERS.admin.name, '192.0.2.1', write.action, write.before ?? false, write.after ?? false],
      ];
      if (JSON.stringify(shown) !== JSON.stringify([expected])) wrong.push(`${route}: ${JSON.stringify(shown)}`);
      remember(route, text);
    }
    expect(wrong).toEqual([]);
    process.stdout.write(
      `${engine}: ${Object.keys(WRITES).length} writes, 1 entry each; ${surplus} surplus fields refused\n`,
    );
  });

  /** What later writes need of an answer. */
  function remember(route: string, text: string) {
    const kind = /^POST \/api\/(content|services|portfolio|inquiries)$/.exec(route)?.[1];
    if (kind) made[kind] = JSON.parse(text)._id;
    if (route === 'POST /api/admin/users') made.user = JSON.parse(text).user._id;
    if (route.endsWith('/reset-link')) made.resetToken = JSON.parse(text).path.split('#')[1];
    if (route === 'POST /api/remotes/:name/deploy-tokens') made.token = JSON.parse(text)._id;
    if (route === 'POST /api/remotes/:name/releases') made.version = JSON.parse(text).version;
  }

  it('logins and refusals are noted too: wrong password, too many, and a role that may not', async () => {
    const login = (address: string) =>
      api.call('POST', '/api/admin/auth/login', { json: { email: USERS.admin.email, password: 'wrong' }, address });
    const known = (await entries()).length;
    for (let attempt = 0; attempt < 8; attempt += 1) await login('203.0.113.5');
    await api.as('editor')('GET', '/api/admin/users', { address: '203.0.113.6' });
    const page = auditPageSchema.parse(await (await api.as('admin')('GET', '/api/admin/audit?limit=200')).json());
    const added = page.entries
      .slice(0, page.entries.length - known)
      .map((entry) => [...[entry.by, entry.network, entry.action, entry.entityId]]);
    const admin = await api.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', USERS.admin.email)
      .executeTakeFirst();
    expect(added).toEqual([
      [USERS.editor.name, '203.0.113.6', 'access.refused', 'GET /api/admin/users'],
      ['unknown visitor', '203.0.113.5', 'auth.too-many-attempts', ''],
      ...Array(5).fill(['unknown visitor', '203.0.113.5', 'auth.refused', admin?.id]),
    ]);
  });

  it('ids of another kind, malformed and unknown find nothing: no 5xx, no leak, no change', async () => {
    const kinds = ['content', 'services', 'portfolio', 'inquiries', 'users', 'deploy_tokens', 'audit'];
    const highest = async (table: string) =>
      (await sql<{ id: string }>`select max(id)::text as id from ${sql.table(table)}`.execute(api.db)).rows[0]?.id ??
      '';
    // Ids far apart, so that one of another kind is never by accident one of this kind.
    for (const [index, table] of kinds.entries()) {
      await sql`alter table ${sql.table(table)} alter column id restart with ${sql.lit((index + 1) * 1_000_000)}`.execute(
        api.db,
      );
    }
    const staff = api.as('admin');
    await staff('POST', '/api/content', { json: { section: 'hero', key: 'other', value: 'x' } });
    await staff('POST', '/api/services', { json: { title: 'x' } });
    await staff('POST', '/api/portfolio', { json: { title: 'x', category: 'wedding' } });
    await api.call('POST', '/api/inquiries', { json: { name: 'x', eventType: 'other' }, address: '203.0.113.9' });
    await staff('POST', '/api/admin/users', { json: { email: 'x@example.com', name: 'x', role: 'editor' } });
    await staff('POST', '/api/remotes/other/deploy-tokens');
    const foreign = await Promise.all(kinds.map(async (kind) => [kind, await highest(kind)] as const));
    const MALFORMED = [
      '0',
      '-1',
      '1.5',
      '1e3',
      'x',
      '9'.repeat(18),
      '9'.repeat(40),
      '%00',
      '1%00',
      '%F0%9F%92%A5',
      "1'--",
      '..%2f..',
      '%ff',
      '[object Object]',
      'a'.repeat(64),
      '__proto__',
    ];
    const before = await everything();
    const wrong: string[] = [];
    let tried = 0;
    const routes = routeAccess(api.app).filter(
      ({ path }) => path.includes(':') && path !== '/api/portfolio/:category' && path !== '/api/content/:section',
    );
    for (const { method, path, rule } of routes) {
      const own =
        path.split('/')[2] === 'admin'
          ? 'users'
          : path.includes('deploy-tokens')
            ? 'deploy_tokens'
            : path.split('/')[2];
      const others = foreign.filter(([kind]) => kind !== own).map(([, other]) => other);
      const write = WRITES[`${method} ${path}`];
      const json = typeof write?.json === 'function' ? await write.json() : write?.json;
      for (const bad of [...others, ...MALFORMED]) {
        const address = path.replace(/:\w+(\{[^}]*\})?/g, bad);
        const headers = rule === 'deploy-token' ? await deployToken() : { cookie, origin: SITE };
        const response = await api.call(method, address, { headers, ...(json ? { json } : {}) });
        const text = await response.text();
        tried += 1;
        const isList = method === 'GET' && path.startsWith('/api/remotes/:name') && response.status === 200;
        if (isList ? text !== '[]' : ![400, 401, 403, 404, 415, 422].includes(response.status))
          wrong.push(`${method} ${address}: ${response.status} ${text.slice(0, 120)}`);
        if (/syntax|relation|bigint|constraint|node_modules|\.ts\b|\.js:|at \w+ \(/i.test(text))
          wrong.push(`${method} ${address} leaks ${text}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(await everything()).toBe(before);
    process.stdout.write(
      `${engine}: ${tried} requests with ids of another kind, malformed or unknown: 0 of 5xx, 0 leaks\n`,
    );
  });
});
