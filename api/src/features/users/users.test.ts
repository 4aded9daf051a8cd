import { type AuditPage, auditPageSchema } from '@godhuli/contracts/audit';
import {
  passwordResetLinkSchema,
  type StaffCredentials,
  type StaffUser,
  signedInUserSchema,
  staffCredentialsSchema,
} from '@godhuli/contracts/users';
import { sql } from 'kysely';
import { z } from 'zod';
import { type TestApp, testApp } from '../../testing/test-app.js';
import { engines, PASSWORD, USERS } from '../../testing/test-database.js';

jest.setTimeout(60_000);

describe.each(engines())('staff users on %s', (engine) => {
  let api: TestApp;
  let admin: ReturnType<TestApp['as']>;
  let address = 1;
  beforeAll(async () => {
    api = await testApp(engine);
    admin = api.as('admin');
  }, 120_000);
  afterAll(() => api.close());

  const login = async (email: string, password: string) => {
    address += 1;
    const json = { email, password };
    return api.call('POST', '/api/admin/auth/login', { json, address: `198.51.100.${address}` });
  };
  const cookieOf = (response: Response) => response.headers.get('set-cookie')?.split(';')[0] ?? '';
  const me = async (cookie: string) => (await api.call('GET', '/api/admin/me', { headers: { cookie } })).status;
  const add = async (name: string): Promise<StaffCredentials> => {
    const json = { email: `${name}@Example.com`, name, role: 'editor' };
    const response = await admin('POST', '/api/admin/users', { json });
    expect(response.status).toBe(201);
    expect(response.headers.get('cache-control')).toBe('no-store');
    return staffCredentialsSchema.parse(await response.json());
  };
  const update = async (user: StaffUser, json: object) => admin('PUT', `/api/admin/users/${user._id}`, { json });
  const audit = async (query: string): Promise<AuditPage> =>
    auditPageSchema.parse(await (await admin('GET', `/api/admin/audit?${query}`)).json());

  it('adds a user whose password is shown once, works, and is kept nowhere but as a hash', async () => {
    const { user, password } = await add('new');
    expect(user).toMatchObject({ email: 'new@example.com', role: 'editor', disabled: false });
    expect((await login('NEW@example.com', password)).status).toBe(200);
    const again = await admin('POST', '/api/admin/users', {
      json: { email: 'New@example.com', name: 'x', role: 'admin' },
    });
    expect(again.status).toBe(422);
    expect(await again.json()).toMatchObject({ errors: [{ field: 'email' }] });
    const rows = JSON.stringify([
      await api.db.selectFrom('users').selectAll().execute(),
      await api.db.selectFrom('audit').selectAll().execute(),
    ]);
    expect(rows).not.toContain(password);
  });

  it.each([
    ['disabling', (user: StaffUser) => update(user, { disabled: true })],
    ['a new role', (user: StaffUser) => update(user, { role: 'admin' })],
    ['a new password from an admin', (user: StaffUser) => admin('POST', `/api/admin/users/${user._id}/password`)],
  ])('%s ends every session of the user, and of nobody else', async (name, change) => {
    const { user, password } = await add(name.replaceAll(' ', '-'));
    const cookies = [cookieOf(await login(user.email, password)), cookieOf(await login(user.email, password))];
    const other = await api.cookieOf('editor');
    expect(await Promise.all([...cookies, other].map(me))).toEqual([200, 200, 200]);
    expect((await change(user)).status).toBe(200);
    expect(await Promise.all([...cookies, other].map(me))).toEqual([401, 401, 200]);
  });

  it('a disabled user cannot sign in until enabled; the old password is worth nothing after a reset', async () => {
    const { user, password } = await add('away');
    await update(user, { disabled: true });
    expect((await login(user.email, password)).status).toBe(401);
    await update(user, { disabled: false });
    expect((await login(user.email, password)).status).toBe(200);
    const response = await admin('POST', `/api/admin/users/${user._id}/password`);
    const { password: next } = staffCredentialsSchema.parse(await response.json());
    expect((await login(user.email, password)).status).toBe(401);
    expect((await login(user.email, next)).status).toBe(200);
  });

  it('renaming alone keeps the sessions', async () => {
    const { user, password } = await add('renamed');
    const cookie = cookieOf(await login(user.email, password));
    expect(await (await update(user, { name: 'Someone Else' })).json()).toMatchObject({ name: 'Someone Else' });
    expect(await me(cookie)).toBe(200);
  });

  it('one admin always stays who can sign in, also when the last two go at once', async () => {
    const { user } = await add('second');
    await api.db.updateTable('users').set({ role: 'editor' }).where('email', '<>', USERS.admin.email).execute();
    await update(user, { role: 'admin' });
    const admins = () =>
      api.db.selectFrom('users').select('id').where('role', '=', 'admin').where('disabled', '=', false).execute();
    const [first] = await admins();
    const demoteFirst = () => admin('PUT', `/api/admin/users/${first?.id}`, { json: { role: 'editor' } });
    const responses = await Promise.all([update(user, { disabled: true }), demoteFirst()]);
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1);
    expect(await admins()).toHaveLength(1);
    await api.db
      .updateTable('users')
      .set({ role: 'admin' })
      .where('id', '=', first?.id ?? '')
      .execute();
    await update(user, { disabled: true });
    const last = await demoteFirst();
    expect(last.status).toBe(409);
    expect(await last.text()).toEqual(expect.stringContaining('At least one admin'));
  });

  it('changes your own password: wrong ones are refused and counted, every session is replaced', async () => {
    const { user, password } = await add('self');
    const sessions = [cookieOf(await login(user.email, password)), cookieOf(await login(user.email, password))];
    const change = (current: string, next: string, cookie = sessions[0] ?? '') =>
      api.call('PUT', '/api/admin/me/password', { json: { current, next }, headers: { cookie } });
    const wrong = await change('not the password', 'a long new password');
    expect(wrong.status).toBe(422);
    expect(await wrong.json()).toMatchObject({ errors: [{ field: 'current' }] });
    expect((await change(password, 'short')).status).toBe(422);
    const changed = await change(password, 'a long new password');
    expect(changed.status).toBe(200);
    expect(await Promise.all([...sessions, cookieOf(changed)].map(me))).toEqual([401, 401, 200]);
    expect((await login(user.email, password)).status).toBe(401);
    expect((await login(user.email, 'a long new password')).status).toBe(200);
    const guesses = [];
    for (let guess = 0; guess < 6; guess += 1) {
      guesses.push((await change(`guess number ${guess}`, 'a long new password', cookieOf(changed))).status);
    }
    expect(guesses).toEqual([422, 422, 422, 422, 422, 429]);
  });

  it('USERS-1 the list shows who is signed in, and an admin signs a user out of every browser', async () => {
    const { user, password } = await add('everywhere');
    const listed = async () => {
      const users = await (await admin('GET', '/api/admin/users/sessions')).json();
      return z
        .array(signedInUserSchema)
        .parse(users)
        .find(({ _id }) => _id === user._id);
    };
    expect(await listed()).toBeUndefined();
    const sessions = [cookieOf(await login(user.email, password)), cookieOf(await login(user.email, password))];
    expect((await listed())?.sessions).toBe(2);
    expect(Date.parse((await listed())?.lastSeenAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
    const ended = await admin('DELETE', `/api/admin/users/${user._id}/sessions`);
    expect(await ended.json()).toEqual({ count: 2 });
    expect(await Promise.all(sessions.map(me))).toEqual([401, 401]);
    expect(await listed()).toBeUndefined();
    // The admin who asks for their own sessions stays signed in here.
    const all = (await (await admin('GET', '/api/admin/users')).json()) as StaffUser[];
    const self = all.find(({ email }) => email === USERS.admin.email);
    expect((await admin('DELETE', `/api/admin/users/${self?._id}/sessions`)).status).toBe(200);
    expect((await admin('GET', '/api/admin/me')).status).toBe(200);
    expect((await admin('DELETE', '/api/admin/users/999999/sessions')).status).toBe(404);
  });

  it('a reset link sets a new password once, within a day, only the newest link, and ends every session', async () => {
    const { user, password } = await add('linked');
    const makeLink = async () => {
      const response = await admin('POST', `/api/admin/users/${user._id}/reset-link`);
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('no-store');
      const { path } = passwordResetLinkSchema.parse(await response.json());
      expect(path).toMatch(/^\/admin\/reset-password#[\w-]{43}$/);
      return path.split('#')[1] ?? '';
    };
    const redeem = (token: string, next = 'a chosen password') => {
      address += 1;
      const from = `198.51.100.${address}`;
      return api.call('POST', '/api/admin/auth/reset-password', { json: { token, next }, address: from });
    };
    const session = cookieOf(await login(user.email, password));
    const replaced = await makeLink();
    const token = await makeLink();
    expect((await redeem(replaced)).status).toBe(422);
    expect((await redeem(token, 'short')).status).toBe(422);
    expect(await me(session)).toBe(200);
    expect((await login(user.email, password)).status).toBe(200);
    const stored = JSON.stringify([
      await api.db.selectFrom('password_resets').selectAll().execute(),
      await api.db.selectFrom('audit').selectAll().execute(),
    ]);
    expect(stored).not.toContain(token);
    const parallel = await Promise.all(Array.from({ length: 6 }, () => redeem(token)));
    expect(parallel.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422, 422]);
    expect(await me(session)).toBe(401);
    expect((await login(user.email, password)).status).toBe(401);
    expect((await login(user.email, 'a chosen password')).status).toBe(200);

    const old = await makeLink();
    const past = { created_at: sql<Date>`now() - interval '24 hours 1 second'` };
    await api.db.updateTable('password_resets').set(past).execute();
    expect(await (await redeem(old)).text()).toContain('has expired or was already used');
    const beforeDisabling = await makeLink();
    await update(user, { disabled: true });
    expect((await redeem(beforeDisabling)).status).toBe(422);
    expect((await admin('POST', `/api/admin/users/${user._id}/reset-link`)).status).toBe(409);
  });

  it('links that are guessed are counted like logins', async () => {
    const json = { token: 'A'.repeat(43), next: 'a chosen password' };
    const guesses = [];
    for (let guess = 0; guess < 31; guess += 1) {
      guesses.push(
        (await api.call('POST', '/api/admin/auth/reset-password', { json, address: '203.0.113.77' })).status,
      );
    }
    expect(new Set(guesses.slice(0, 30))).toEqual(new Set([422]));
    expect(guesses.at(-1)).toBe(429);
  });

  it('a login that races with a change of password never outlives it', async () => {
    const { user, password } = await add('racing');
    const racing = Array.from({ length: 6 }, () => login(user.email, password));
    const reset = admin('POST', `/api/admin/users/${user._id}/password`);
    const responses = await Promise.all(racing);
    expect((await reset).status).toBe(200);
    const alive = await Promise.all(responses.map((response) => me(cookieOf(response))));
    expect(alive).toEqual(Array(6).fill(401));
  });

  it('notes who did what and who signed in, a page at a time, newest first, for admins alone', async () => {
    const { user, password } = await add('noted');
    await update(user, { name: 'Noted Twice' });
    await login(user.email, password);
    await login(user.email, 'a wrong password');
    await login('a typed secret@example.com'.replaceAll(' ', '-'), PASSWORD);
    const [first, second] = [
      await audit(`entityId=${user._id}&limit=3`),
      await audit(`entityId=${user._id}&limit=200`),
    ];
    expect(first.entries.map(({ action }) => action)).toEqual(['auth.refused', 'auth.login', 'users.update']);
    const [refused] = first.entries;
    expect(refused).toMatchObject({
      by: 'unknown visitor',
      after: { email: user.email },
      network: `198.51.100.${address - 1}`,
    });
    const rest = await audit(`entityId=${user._id}&limit=3&cursor=${first.next}`);
    expect(first.entries.concat(rest.entries)).toEqual(second.entries);
    expect(rest.next).toBeNull();
    expect(rest.entries.at(-1)).toMatchObject({ by: 'Asha Admin', action: 'users.create', before: null });
    const unknown = await audit('action=auth.refused&limit=1');
    expect(unknown.entries[0]).toMatchObject({ by: 'unknown visitor', entityId: '', network: `198.51.100.${address}` });
    expect(JSON.stringify(await audit('limit=200'))).not.toContain('a-typed-secret');
    expect((await api.as('editor')('GET', '/api/admin/audit')).status).toBe(403);
    for (const bad of ['limit=9999', 'limit=0', 'cursor=x'])
      expect((await admin('GET', `/api/admin/audit?${bad}`)).status).toBe(422);
  });
});
