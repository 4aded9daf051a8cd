import { sql } from 'kysely';
import { jsonOf, type TestApp, testApp } from '../../testing/test-app.js';
import { engines, PASSWORD, USERS } from '../../testing/test-database.js';
import { ensureFirstAdmin } from './auth.service.js';

describe.each(engines())('on %s', (engine) => {
  let api: TestApp;
  beforeAll(async () => {
    api = await testApp(engine);
  }, 60_000);
  afterAll(() => api.close());
  beforeEach(async () => {
    await api.db.deleteFrom('sessions').execute();
    await api.db.deleteFrom('login_attempts').execute();
  });

  const login = (
    email: string,
    password = PASSWORD,
    more: { address?: string; headers?: Record<string, string> } = {},
  ) => api.call('POST', '/api/admin/auth/login', { json: { email, password }, ...more });
  const cookieOf = (answer: Response) => answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  const deleteUsers = async () => {
    await api.db.deleteFrom('audit').execute();
    await api.db.deleteFrom('users').execute();
  };
  const me = (cookie: string) => api.call('GET', '/api/admin/me', { headers: { cookie } });

  it('API-4 answers success and user, and sets a cookie out of reach of scripts and other sites', async () => {
    const answer = await login('Admin@Example.com ');
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { success: true, user: { name: 'Asha Admin', role: 'admin' } },
    ]);
    expect(answer.headers.get('set-cookie')).toMatch(
      /^godhuli_session=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    const stored = await api.db.selectFrom('sessions').selectAll().execute();
    expect(stored).toHaveLength(1);
    expect(cookieOf(answer)).not.toContain(stored[0]?.token_hash);
    expect(await (await me(cookieOf(answer))).json()).toEqual({
      user: { name: 'Asha Admin', role: 'admin', email: 'admin@example.com' },
    });
  });

  it('API-4 the cookie is Secure behind https', async () => {
    const answer = await login(USERS.admin.email, PASSWORD, { headers: { 'x-forwarded-proto': 'https' } });
    expect(answer.headers.get('set-cookie')).toMatch(/^__Host-godhuli_session=.*; Secure;/);
    const https = { 'x-forwarded-proto': 'https' };
    const same = await api.call('GET', '/api/admin/me', { headers: { ...https, cookie: cookieOf(answer) } });
    expect([same.status, (await me(cookieOf(answer))).status]).toEqual([200, 401]);
  });

  it('API-4 unknown e-mail, wrong password and disabled user get one and the same answer', async () => {
    const answers = [
      await login('nobody@example.com'),
      await login(USERS.admin.email, 'wrong password'),
      await login(USERS.disabled.email),
    ];
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(new Set(texts).size).toBe(1);
    expect(answers.map((answer) => [answer.status, answer.headers.get('set-cookie')])).toEqual(
      Array(3).fill([401, null]),
    );
    expect(JSON.parse(texts[0] ?? '').detail).toBe('Wrong email or password.');
  });

  it('API-4 a login rotates the session, a logout ends it on the server', async () => {
    const first = cookieOf(await login(USERS.editor.email));
    const second = cookieOf(await login(USERS.editor.email, PASSWORD, { headers: { cookie: first } }));
    expect([(await me(first)).status, (await me(second)).status]).toEqual([401, 200]);
    const out = await api.call('POST', '/api/admin/auth/logout', { headers: { cookie: second } });
    expect([out.status, out.headers.get('set-cookie')]).toEqual([200, expect.stringContaining('Max-Age=0')]);
    expect((await me(second)).status).toBe(401);
  });

  it.each([
    ['30 minutes without a request', { last_seen_at: sql<Date>`now() - interval '31 minutes'` }],
    ['12 hours in any case', { created_at: sql<Date>`now() - interval '12 hours 1 minute'` }],
  ])('API-4 a session ends after %s, by the clock of the database', async (_, past) => {
    const cookie = cookieOf(await login(USERS.admin.email));
    await api.db.updateTable('sessions').set(past).execute();
    expect((await me(cookie)).status).toBe(401);
  });

  it('API-4 a request keeps the session awake; a disabled user is out at once', async () => {
    const cookie = cookieOf(await login(USERS.editor.email));
    await api.db.updateTable('sessions').set({ last_seen_at: sql<Date>`now() - interval '29 minutes'` }).execute();
    expect((await me(cookie)).status).toBe(200);
    const { idle } = await api.db
      .selectFrom('sessions')
      .select(sql<number>`extract(epoch from now() - last_seen_at)::int`.as('idle'))
      .executeTakeFirstOrThrow();
    expect(idle).toBeLessThan(60);
    await api.db.updateTable('users').set({ disabled: true }).where('email', '=', USERS.editor.email).execute();
    expect((await me(cookie)).status).toBe(401);
    await api.db.updateTable('users').set({ disabled: false }).where('email', '=', USERS.editor.email).execute();
  });

  it('ADM-LOGIN-1 of 100 parallel wrong logins at most 5 get as far as the password', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => login(USERS.admin.email, 'wrong password')));
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(95);
    const right = await login(USERS.admin.email);
    expect([right.status, Number(right.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await jsonOf(right)).detail).toContain('Too many attempts');
    expect((await login(USERS.admin.email, PASSWORD, { address: '2001:db8::1' })).status).toBe(200);
    await api.db.updateTable('login_attempts').set({ window_started_at: sql`now() - interval '16 minutes'` }).execute();
    expect((await login(USERS.admin.email)).status).toBe(200);
  });

  it('ADM-LOGIN-1 a network that tries many accounts is stopped, another address of its /64 too', async () => {
    for (let attempt = 0; attempt < 30; attempt += 1)
      await login(`someone${attempt}@example.com`, 'x', { address: '2001:db8:1::1' });
    expect((await login(USERS.admin.email, PASSWORD, { address: '2001:db8:1::ffff' })).status).toBe(429);
    expect((await login(USERS.admin.email, PASSWORD, { address: '2001:db8:2::1' })).status).toBe(200);
  }, 20_000);

  it('ADM-LOGIN-1 good logins use up no attempts', async () => {
    for (let attempt = 0; attempt < 8; attempt += 1) expect((await login(USERS.editor.email)).status).toBe(200);
  });

  it('RUN-3 the first admin is made once, and its password told once', async () => {
    expect(await ensureFirstAdmin(api.db, {})).toBeNull();
    const users = await api.db.selectFrom('users').selectAll().execute();
    await deleteUsers();
    const made = await Promise.all([ensureFirstAdmin(api.db, {}), ensureFirstAdmin(api.db, {})]);
    const told = made.filter((each) => each !== null);
    expect(told).toEqual([{ email: 'admin@godhuli.example', password: expect.stringMatching(/^[\w-]{16}$/) }]);
    expect((await login(told[0]?.email ?? '', told[0]?.password)).status).toBe(200);
    await deleteUsers();
    expect(await ensureFirstAdmin(api.db, { email: 'Owner@example.com', password: 'a good password' })).toBeNull();
    expect((await login('owner@example.com', 'a good password')).status).toBe(200);
    await deleteUsers();
    await api.db
      .insertInto('users')
      .values(users.map(({ id: _, ...user }) => user))
      .execute();
  });
});
