import { DOCUMENT_KEY, DOCUMENT_OUTDATED } from '@godhuli/contracts/document-key';
import { jsonOf, type TestApp, testApp } from '../../testing/test-app.js';
import { engines, PASSWORD, USERS } from '../../testing/test-database.js';

const OTHER_ORIGIN = 'https://portal.example';
const HERE = { 'sec-fetch-site': 'same-origin' };
/** What a browser says of a request that a script of a page makes. */
const SCRIPT = { ...HERE, 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };

describe.each(engines())('on %s', (engine) => {
  let api: TestApp;
  beforeAll(async () => {
    api = await testApp(engine, { allowedOrigins: [OTHER_ORIGIN] });
  }, 60_000);
  afterAll(() => api.close());

  const cookiesOf = (response: Response) => response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  const signIn = async (email: string = USERS.editor.email) => {
    const response = await api.call('POST', '/api/admin/auth/login', { json: { email, password: PASSWORD } });
    expect(response.status).toBe(200);
    const cookies = cookiesOf(response);
    return { cookie: cookies.join('; '), session: cookies[0] ?? '', key: response.headers.get(DOCUMENT_KEY) ?? '' };
  };
  const statusOf = async (headers: Record<string, string>, method = 'GET', path = '/api/admin/me') =>
    (await api.call(method, path, { headers, ...(method === 'POST' && { json: {} }) })).status;

  it('API-5 a script acts as staff only with the key of a document of staff in this session', async () => {
    const { cookie, session, key } = await signIn();
    expect(key).toMatch(/^[\w-]{43}$/);
    expect(session).not.toContain(key);
    expect(await statusOf({ ...SCRIPT, cookie, [DOCUMENT_KEY]: key })).toBe(200);
    expect(await statusOf({ ...SCRIPT, cookie })).toBe(403);
    const other = key.replace(/^./, (first) => (first === 'a' ? 'b' : 'a'));
    expect(await statusOf({ ...SCRIPT, cookie, [DOCUMENT_KEY]: other })).toBe(403);
  });

  it('API-5 the key of another session does not help: of another browser, of before, of another user', async () => {
    const { cookie } = await signIn();
    for (const { key } of [await signIn(), await signIn(USERS.admin.email)])
      expect(await statusOf({ ...SCRIPT, cookie, [DOCUMENT_KEY]: key })).toBe(403);
  });

  it('API-5 only a response that begins a session has a key: a password link does not', async () => {
    const { cookie } = await signIn(USERS.admin.email);
    const added = { name: 'Ravi Link', email: 'ravi.link@example.com', role: 'editor' };
    const { user } = await jsonOf(await api.call('POST', '/api/admin/users', { json: added, headers: { cookie } }));
    const made = await api.call('POST', `/api/admin/users/${user._id}/reset-link`, { headers: { cookie } });
    const { path } = await jsonOf(made);
    const json = { token: new URL(path, 'http://localhost').hash.slice(1), next: 'monsoon over the old fort' };
    const response = await api.call('POST', '/api/admin/auth/reset-password', { json, headers: { cookie } });
    expect(response.status).toBe(200);
    expect(response.headers.has(DOCUMENT_KEY)).toBe(false);
  });

  it.each([
    ['a link', { ...HERE, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }, 200],
    ['a download', { ...HERE, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'empty' }, 200],
    ['an image element', { ...HERE, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }, 403],
    ['a video element', { ...HERE, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'video' }, 403],
    ['a script of an allowed other origin', { ...SCRIPT, 'sec-fetch-site': 'cross-site', origin: OTHER_ORIGIN }, 200],
    ['a script of this site, whose origin is allowed as well', { ...SCRIPT, origin: OTHER_ORIGIN }, 403],
    ['a program', { 'sec-fetch-mode': 'cors' }, 200],
    ['a frame', { ...HERE, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }, 403],
    ['an object', { ...HERE, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'object' }, 403],
    ['a script element', { ...HERE, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' }, 403],
    ['a fetch without cors', { ...HERE, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'empty' }, 403],
    ['a site alone', HERE, 403],
  ])('API-5 %s without the key', async (_, headers, status) => {
    const { cookie } = await signIn();
    expect(await statusOf({ ...headers, cookie })).toBe(status);
  });

  it('API-5 a form that the browser sends is a write, which needs the key', async () => {
    const { cookie } = await signIn();
    const form = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    const headers = { ...form, origin: 'http://localhost', cookie };
    expect(await statusOf(headers, 'POST', '/api/albums')).toBe(403);
  });

  it('a script without the key sees what visitors see, and does not keep the session alive', async () => {
    const { cookie, key } = await signIn();
    const seen = (headers: Record<string, string>) => api.call('GET', '/api/admin/me/sessions', { headers });
    await api.db
      .updateTable('sessions')
      .set({ last_seen_at: new Date(Date.now() - 20 * 60_000) })
      .execute();
    expect((await seen({ ...SCRIPT, cookie })).status).toBe(403);
    const image = { ...HERE, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image', cookie };
    expect((await api.call('GET', `/media/${'a'.repeat(64)}/1600.v3.jpg`, { headers: image })).status).toBe(404);
    expect(await statusOf({ ...SCRIPT, origin: 'http://localhost', cookie }, 'POST', '/api/admin/auth/confirm')).toBe(
      422,
    );
    const { last_seen_at: idle } = await api.db
      .selectFrom('sessions')
      .select(({ fn }) => fn.max('last_seen_at').as('last_seen_at'))
      .executeTakeFirstOrThrow();
    expect(Date.now() - new Date(idle).getTime()).toBeGreaterThan(19 * 60_000);
    expect(await jsonOf(await seen({ ...SCRIPT, cookie, [DOCUMENT_KEY]: key }))).toContainEqual(
      expect.objectContaining({ isCurrent: true }),
    );
  });

  it('a document of before says that it is outdated, not that the session has ended', async () => {
    const { cookie } = await signIn();
    const response = await api.call('GET', '/api/admin/me', { headers: { ...SCRIPT, cookie, [DOCUMENT_KEY]: 'old' } });
    expect(response.status).toBe(403);
    expect(await jsonOf(response)).toMatchObject({
      code: DOCUMENT_OUTDATED,
      detail: 'Somebody has signed in again in this browser. Please reload the page.',
    });
  });

  it('a document of before goes on with the password', async () => {
    const { cookie } = await signIn();
    const headers = { ...SCRIPT, origin: 'http://localhost', cookie };
    const confirm = (password: string) => api.call('POST', '/api/admin/auth/confirm', { json: { password }, headers });
    const refused = await confirm('not the password');
    expect(refused.status).toBe(422);
    expect(refused.headers.has(DOCUMENT_KEY)).toBe(false);
    const key = (await confirm(PASSWORD)).headers.get(DOCUMENT_KEY) ?? '';
    expect(await statusOf({ ...SCRIPT, cookie, [DOCUMENT_KEY]: key })).toBe(200);
  });

  it('the password is no way around the second step, and no way back into a session that has ended', async () => {
    const { cookie } = await signIn(USERS.admin.email);
    const confirm = () =>
      api.call('POST', '/api/admin/auth/confirm', {
        json: { password: PASSWORD },
        headers: { ...SCRIPT, origin: 'http://localhost', cookie },
      });
    const { id } = await api.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', USERS.admin.email)
      .executeTakeFirstOrThrow();
    const values = { user_id: id, key: 'A'.repeat(32), confirmed_at: new Date() };
    await api.db.insertInto('totp_keys').values(values).execute();
    const refused = await confirm();
    expect(refused.headers.has(DOCUMENT_KEY)).toBe(false);
    expect(await jsonOf(refused)).toMatchObject({ status: 403, code: DOCUMENT_OUTDATED });
    await api.db.deleteFrom('sessions').where('user_id', '=', id).execute();
    expect(await jsonOf(await confirm())).toMatchObject({ status: 401, detail: 'Please sign in first.' });
  });

  it('signing out needs no key, and the documentation of the API neither', async () => {
    const { cookie } = await signIn();
    for (const path of ['/api/docs', '/api/docs/start.js', '/api/openapi.json'])
      expect(await statusOf({ ...SCRIPT, cookie }, 'GET', path)).toBe(200);
    const headers = { ...SCRIPT, origin: 'http://localhost', cookie };
    expect(await statusOf(headers, 'POST', '/api/admin/auth/logout')).toBe(200);
    expect(await statusOf({ cookie })).toBe(401);
  });

  it('a response that is opened in a window is apart from the page that opened it', async () => {
    const { session } = await signIn();
    const opened = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    for (const path of ['/api/inquiries', '/api/services']) {
      const { headers } = await api.call('GET', path, { headers: { ...opened, cookie: session } });
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    }
  });

  it('a new password brings a new key, and the old one ends', async () => {
    const { cookie: before, key } = await signIn();
    const json = { current: PASSWORD, next: 'monsoon over the old fort' };
    const headers = { ...SCRIPT, origin: 'http://localhost', cookie: before, [DOCUMENT_KEY]: key };
    const changed = await api.call('PUT', '/api/admin/me/password', { json, headers });
    expect(changed.status).toBe(200);
    const cookie = cookiesOf(changed).join('; ');
    const next = changed.headers.get(DOCUMENT_KEY) ?? '';
    expect(await statusOf({ ...SCRIPT, cookie, [DOCUMENT_KEY]: key })).toBe(403);
    expect(await statusOf({ ...SCRIPT, cookie, [DOCUMENT_KEY]: next })).toBe(200);
  });
});
