import { DOCUMENT_KEY } from '@godhuli/contracts/document-key';
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
  const signIn = async (password = PASSWORD) => {
    const json = { email: USERS.editor.email, password };
    const response = await api.call('POST', '/api/admin/auth/login', { json });
    expect(response.status).toBe(200);
    const [session = '', device = ''] = cookiesOf(response);
    return { session, device, key: response.headers.get(DOCUMENT_KEY) ?? '' };
  };
  const statusOf = async (headers: Record<string, string>, method = 'GET', path = '/api/admin/me') =>
    (await api.call(method, path, { headers, ...(method === 'POST' && { json: {} }) })).status;

  it('API-5 a script acts as staff only with the key of a document of staff on this device', async () => {
    const { session, device, key } = await signIn();
    const cookie = `${session}; ${device}`;
    expect(key).toMatch(/^[\w-]{43}$/);
    expect(device).not.toContain(key);
    expect(await statusOf({ ...SCRIPT, cookie, [DOCUMENT_KEY]: key })).toBe(200);
    expect(await statusOf({ ...SCRIPT, cookie })).toBe(401);
    expect(
      await statusOf({ ...SCRIPT, cookie, [DOCUMENT_KEY]: key.replace(/^./, (first) => (first === 'a' ? 'b' : 'a')) }),
    ).toBe(401);
    expect(await statusOf({ ...SCRIPT, cookie: session, [DOCUMENT_KEY]: key })).toBe(401);
  });

  it('API-5 the key of another device does not help, also beside a planted cookie of that device', async () => {
    const [owner, attacker] = [await signIn(), await signIn()];
    const planted = `${attacker.device}; ${owner.session}; ${owner.device}`;
    expect(await statusOf({ ...SCRIPT, cookie: planted, [DOCUMENT_KEY]: attacker.key })).toBe(401);
    const own = `${owner.session}; ${owner.device}`;
    expect(await statusOf({ ...SCRIPT, cookie: own, [DOCUMENT_KEY]: attacker.key })).toBe(401);
  });

  it.each([
    ['a link', { ...HERE, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }, 200],
    ['a download', { ...HERE, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'empty' }, 200],
    ['a photo', { ...HERE, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }, 200],
    ['a script of an allowed other origin', { ...SCRIPT, 'sec-fetch-site': 'cross-site', origin: OTHER_ORIGIN }, 200],
    ['a program', { 'sec-fetch-mode': 'cors' }, 200],
    ['a frame', { ...HERE, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }, 401],
    ['an object', { ...HERE, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'object' }, 401],
    ['a script element', { ...HERE, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' }, 401],
    ['a fetch without cors', { ...HERE, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'empty' }, 401],
    ['a site alone', HERE, 401],
  ])('API-5 %s without the key', async (_, headers, status) => {
    const { session, device } = await signIn();
    expect(await statusOf({ ...headers, cookie: `${session}; ${device}` })).toBe(status);
  });

  it('API-5 a form that the browser sends is a write, which needs the key', async () => {
    const { session, device } = await signIn();
    const form = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    const headers = { ...form, origin: 'http://localhost', cookie: `${session}; ${device}` };
    expect(await statusOf(headers, 'POST', '/api/admin/auth/logout')).toBe(401);
    expect(await statusOf({ cookie: session })).toBe(200);
  });

  it('a script without the key sees what visitors see, and does not keep the session alive', async () => {
    const { session, device, key } = await signIn();
    const cookie = `${session}; ${device}`;
    const seen = (headers: Record<string, string>) => api.call('GET', '/api/admin/me/sessions', { headers });
    await api.db
      .updateTable('sessions')
      .set({ last_seen_at: new Date(Date.now() - 20 * 60_000) })
      .execute();
    expect((await seen({ ...SCRIPT, cookie })).status).toBe(401);
    const { last_seen_at: idle } = await api.db
      .selectFrom('sessions')
      .select(({ fn }) => fn.max('last_seen_at').as('last_seen_at'))
      .executeTakeFirstOrThrow();
    expect(Date.now() - new Date(idle).getTime()).toBeGreaterThan(19 * 60_000);
    expect(await jsonOf(await seen({ ...SCRIPT, cookie, [DOCUMENT_KEY]: key }))).toContainEqual(
      expect.objectContaining({ isCurrent: true }),
    );
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
    const { session, device, key } = await signIn();
    const json = { current: PASSWORD, next: 'monsoon over the old fort' };
    const headers = { ...SCRIPT, origin: 'http://localhost', cookie: `${session}; ${device}`, [DOCUMENT_KEY]: key };
    const changed = await api.call('PUT', '/api/admin/me/password', { json, headers });
    expect(changed.status).toBe(200);
    const cookie = cookiesOf(changed).join('; ');
    const next = changed.headers.get(DOCUMENT_KEY) ?? '';
    expect(await statusOf({ ...SCRIPT, cookie, [DOCUMENT_KEY]: key })).toBe(401);
    expect(await statusOf({ ...SCRIPT, cookie, [DOCUMENT_KEY]: next })).toBe(200);
  });
});
