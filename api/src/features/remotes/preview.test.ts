import type { Preview } from '@godhuli/contracts/preview';
import { fakeRelease, packRelease } from '@godhuli/release-gate/testing/fake-release';
import { remotesApp } from '../../testing/remotes-app.js';
import { PASSWORD, USERS } from '../../testing/test-database.js';
import { releaseVersion } from './content-hash.js';

// The database is made afresh, and every publish runs the gate.
jest.setTimeout(180_000);

let studio: Awaited<ReturnType<typeof remotesApp>>;
let version = '';
beforeAll(async () => {
  studio = await remotesApp();
  version = await studio.publish({ name: 'shown' });
});
afterAll(() => studio.close());

const SITE = 'http://studio.test';
const MINUTE_MS = 60_000;

/** Signs in; answers the session's cookie. */
async function signIn(user: keyof typeof USERS): Promise<string> {
  const json = { email: USERS[user].email, password: PASSWORD };
  const response = await studio.request('/api/admin/auth/login', { method: 'POST', json, headers: { origin: SITE } });
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}
const ask = (json: object, cookie: string, headers: Record<string, string> = {}) =>
  studio.request('/api/preview', { method: 'POST', json, headers: { cookie, origin: SITE, ...headers } });
/** Begins a preview; answers what the browser then sends with every request. */
async function begin(session: string, wanted: object = { remote: 'shown', version }): Promise<string> {
  const response = await ask(wanted, session);
  expect(response.status).toBe(204);
  expect(await response.text()).toBe('');
  return `${session}; ${response.headers.getSetCookie()[0]?.split(';')[0]}`;
}
const look = (cookie: string) => studio.request('/api/preview', { headers: { cookie } });

it('CARD-7 staff may preview a published release; scripts and other sites cannot use the cookie', async () => {
  const session = await signIn('editor');
  const response = await ask({ remote: 'shown', version }, session);
  const [cookie = ''] = response.headers.getSetCookie();
  expect(cookie).toMatch(/^godhuli_preview=.*; Max-Age=28800; Path=\/; HttpOnly; SameSite=Strict$/);
  const preview = (await (await look(`${session}; ${cookie.split(';')[0]}`)).json()) as Preview;
  expect(preview).toMatchObject({ remote: 'shown', dev: null, since: studio.clock.now.toISOString() });
  expect(preview.release).toMatchObject({ version, baseUrl: `/remotes/shown/${version}/` });
  const https = await ask({ remote: 'shown', version }, `__Host-${session}`, { 'x-forwarded-proto': 'https' });
  expect(https.headers.getSetCookie()[0]).toMatch(/^__Host-godhuli_preview=.*; Secure; SameSite=Strict$/);
});

it('begins for nobody without a session, nor for another site with one', async () => {
  expect((await ask({ remote: 'shown', version }, '')).status).toBe(401);
  const foreign = await ask({ remote: 'shown', version }, await signIn('editor'), { origin: 'https://evil.example' });
  expect(foreign.status).toBe(403);
  expect(foreign.headers.getSetCookie()).toEqual([]);
});

it('shows nothing for a forged cookie, nor for one that another key has signed', async () => {
  const session = await signIn('editor');
  const good = await begin(session);
  const [, value = ''] = good.split('godhuli_preview=');
  const [text = '', signature = ''] = decodeURIComponent(value).split(/\.(?=[^.]*$)/);
  const other = text.replace('shown', 'other');
  const cookies = [
    `${session}; godhuli_preview=${encodeURIComponent(text)}`,
    `${session}; godhuli_preview=${encodeURIComponent(`${other}.${signature}`)}`,
    `${session}; godhuli_preview=${encodeURIComponent(`${text}.${Buffer.alloc(32).toString('base64')}`)}`,
    `${session}; godhuli_preview=x`,
    session,
  ];
  for (const cookie of cookies)
    expect({ cookie, status: (await look(cookie)).status }).toEqual({ cookie, status: 404 });
  expect((await look(good)).status).toBe(200);
});

it('ends after eight hours, and with the session: by logout, by another sign-in, and for a disabled user', async () => {
  const session = await signIn('editor');
  const cookie = await begin(session);
  const began = studio.clock.now;
  studio.clock.now = new Date(began.getTime() + 8 * 60 * MINUTE_MS - 1);
  expect((await look(cookie)).status).toBe(200);
  studio.clock.now = new Date(began.getTime() + 8 * 60 * MINUTE_MS);
  expect((await look(cookie)).status).toBe(404);
  studio.clock.now = began;

  const another = await signIn('editor');
  expect((await look(cookie.replace(session, another))).status).toBe(404);
  expect((await look(cookie.replace(session, await signIn('admin')))).status).toBe(404);
  expect((await look(cookie.replace(`${session}; `, ''))).status).toBe(401);

  const headers = { cookie, origin: SITE };
  expect((await studio.request('/api/admin/auth/logout', { method: 'POST', headers })).status).toBe(200);
  expect((await look(cookie)).status).toBe(401);

  const last = await begin(another);
  expect((await look(last)).status).toBe(200);
  await studio.db.updateTable('users').set({ disabled: true }).where('email', '=', USERS.editor.email).execute();
  expect((await look(last)).status).toBe(401);
  await studio.db.updateTable('users').set({ disabled: false }).where('email', '=', USERS.editor.email).execute();
});

it('previews only published releases: no unknown or refused version, none without files', async () => {
  const session = await signIn('admin');
  const refused = fakeRelease({ name: 'shown', text: 'bad', prelude: 'eval("1");' });
  const upload = await studio.upload('shown', new Uint8Array(await packRelease(refused)));
  expect(upload.status).toBe(422);
  for (const unknown of ['9.9.9-0123456789ab', releaseVersion(refused.manifest)]) {
    const response = await ask({ remote: 'shown', version: unknown }, session);
    expect(response.status).toBe(404);
    expect(response.headers.getSetCookie()).toEqual([]);
  }
  expect((await ask({ remote: 'other', version }, session)).status).toBe(404);

  const cookie = await begin(session);
  const gone = studio.db.updateTable('releases').where('version', '=', version);
  await gone.set({ files_removed_at: studio.clock.now }).execute();
  expect((await look(cookie)).status).toBe(404);
  expect((await ask({ remote: 'shown', version }, session)).status).toBe(409);
  await gone.set({ files_removed_at: null }).execute();
});

it('a development server is one of the reader’s own machine', async () => {
  const session = await signIn('admin');
  for (const [dev, origin] of [
    ['http://127.0.0.1:4000', 'http://127.0.0.1:4000'],
    ['https://localhost:4000/', 'https://localhost:4000'],
    ['http://[::1]:4000', 'http://localhost:4000'],
  ]) {
    const response = await look(await begin(session, { remote: 'shown', dev }));
    expect(await response.json()).toMatchObject({ remote: 'shown', release: null, dev: origin });
  }
  for (const dev of [
    'http://evil.example:4000',
    'http://127.0.0.1.evil.example',
    'http://localhost@evil.example',
    'http://127.0.0.1:4000/remoteEntry.js',
    'http://10.0.0.1:4000',
    'ftp://localhost:4000',
    'http://127.0.0.1:4000; script-src *',
    'javascript:alert(1)',
    '//localhost:4000',
    'localhost',
    '*',
  ]) {
    const response = await ask({ remote: 'shown', dev }, session);
    expect({ dev, status: response.status, getSetCookie: response.headers.getSetCookie() }).toEqual({
      dev,
      status: 422,
      getSetCookie: [],
    });
  }
  for (const wanted of [{ remote: 'shown' }, { remote: 'shown', version, dev: 'http://localhost:4000' }, { version }])
    expect((await ask(wanted, session)).status).toBe(422);
});
