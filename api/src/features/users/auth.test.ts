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
  const cookieOf = (response: Response) => response.headers.get('set-cookie')?.split(';')[0] ?? '';
  const deleteUsers = async () => {
    await api.db.deleteFrom('audit').execute();
    await api.db.deleteFrom('users').execute();
  };
  const me = (cookie: string) => api.call('GET', '/api/admin/me', { headers: { cookie } });

  it('API-4 returns success and user, and sets a cookie that scripts and other sites cannot read', async () => {
    const response = await login('Admin@Example.com ');
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ success: true, user: { name: 'Asha Admin', role: 'admin' } });
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^godhuli_session=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/),
      expect.stringMatching(/^godhuli_device=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/),
    ]);
    const stored = await api.db.selectFrom('sessions').selectAll().execute();
    expect(stored).toHaveLength(1);
    expect(cookieOf(response)).not.toContain(stored[0]?.token_hash);
    expect(await (await me(cookieOf(response))).json()).toEqual({
      user: { name: 'Asha Admin', role: 'admin', email: 'admin@example.com' },
      mustAddSecondFactor: false,
    });
  });

  it('API-4 the cookie is Secure behind https', async () => {
    const response = await login(USERS.admin.email, PASSWORD, { headers: { 'x-forwarded-proto': 'https' } });
    for (const cookie of response.headers.getSetCookie())
      expect(cookie).toMatch(/^__Host-godhuli_(session|device)=.*; Secure;/);
    const https = { 'x-forwarded-proto': 'https' };
    const same = await api.call('GET', '/api/admin/me', { headers: { ...https, cookie: cookieOf(response) } });
    expect(same.status).toBe(200);
    expect((await me(cookieOf(response))).status).toBe(401);
  });

  it('API-4 unknown email, wrong password and disabled user get the same response', async () => {
    const responses = [
      await login('nobody@example.com'),
      await login(USERS.admin.email, 'wrong password'),
      await login(USERS.disabled.email),
    ];
    const texts = await Promise.all(responses.map((response) => response.text()));
    expect(new Set(texts).size).toBe(1);
    expect(responses.map((response) => [response.status, response.headers.get('set-cookie')])).toEqual(
      Array(3).fill([401, null]),
    );
    expect(JSON.parse(texts[0] ?? '').detail).toBe('Wrong email or password.');
  });

  it('API-4 a login rotates the session, a logout ends it on the server', async () => {
    const first = cookieOf(await login(USERS.editor.email));
    const second = cookieOf(await login(USERS.editor.email, PASSWORD, { headers: { cookie: first } }));
    expect((await me(first)).status).toBe(401);
    expect((await me(second)).status).toBe(200);
    const out = await api.call('POST', '/api/admin/auth/logout', { headers: { cookie: second } });
    expect(out.status).toBe(200);
    expect(out.headers.get('set-cookie')).toEqual(expect.stringContaining('Max-Age=0'));
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
    const responses = await Promise.all(Array.from({ length: 100 }, () => login(USERS.admin.email, 'wrong password')));
    const statuses = responses.map((response) => response.status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(95);
    const right = await login(USERS.admin.email);
    expect(right.status).toBe(429);
    expect(Number(right.headers.get('retry-after')) > 0).toBe(true);
    expect((await jsonOf(right)).detail).toContain('Too many attempts');
    expect((await login(USERS.admin.email, PASSWORD, { address: '2001:db8::1' })).status).toBe(200);
    await api.db.updateTable('login_attempts').set({ window_started_at: sql`now() - interval '16 minutes'` }).execute();
    expect((await login(USERS.admin.email)).status).toBe(200);
  });

  it('ADM-LOGIN-1 a network that tries many accounts is stopped, another IP of its /64 too', async () => {
    for (let attempt = 0; attempt < 30; attempt += 1)
      await login(`someone${attempt}@example.com`, 'x', { address: '2001:db8:1::1' });
    expect((await login(USERS.admin.email, PASSWORD, { address: '2001:db8:1::ffff' })).status).toBe(429);
    expect((await login(USERS.admin.email, PASSWORD, { address: '2001:db8:2::1' })).status).toBe(200);
  }, 20_000);

  it('ADM-LOGIN-1 good logins use up no attempts', async () => {
    for (let attempt = 0; attempt < 8; attempt += 1) expect((await login(USERS.editor.email)).status).toBe(200);
  });

  const deviceOf = (response: Response) =>
    response.headers
      .getSetCookie()
      .find((cookie) => cookie.includes('godhuli_device'))
      ?.split(';')[0] ?? '';
  /** Wrong passwords from this many networks, two from each; answers how many were looked at. */
  const guessFrom = async (networks: number, cookie?: string) => {
    const headers: Record<string, string> = cookie === undefined ? {} : { cookie };
    const responses = await Promise.all(
      Array.from({ length: networks * 2 }, (_, index) =>
        login(USERS.admin.email, 'wrong password', { address: `10.1.${index >> 1}.1`, headers }),
      ),
    );
    return responses.filter(({ status }) => status === 401).length;
  };

  it('ADM-LOGIN-1 of 320 guesses from 160 networks 30 are looked at; a known device still signs in', async () => {
    const device = deviceOf(await login(USERS.admin.email));
    const checked = await guessFrom(160);
    process.stdout.write(`${engine}: 320 guesses from 160 networks, ${checked} passwords checked\n`);
    expect(checked).toBe(30);
    const unknown = await login(USERS.admin.email, PASSWORD, { address: '203.0.113.200' });
    expect(unknown.status).toBe(429);
    expect(Number(unknown.headers.get('retry-after'))).toEqual(expect.any(Number));
    expect(Number(unknown.headers.get('retry-after'))).toBeGreaterThan(900);
    const owner = await login(USERS.admin.email, PASSWORD, { address: '10.1.0.1', headers: { cookie: device } });
    expect(owner.status).toBe(200);
    expect(deviceOf(owner)).toEqual(device);
    expect((await login(USERS.editor.email)).status).toBe(200);
    // The device of one account is an unknown one for another, and a made-up one is unknown.
    const other = deviceOf(await login(USERS.editor.email));
    for (const cookie of [other, `godhuli_device=${'A'.repeat(43)}`])
      expect((await login(USERS.admin.email, PASSWORD, { headers: { cookie } })).status).toBe(429);
    await api.db.updateTable('login_attempts').set({ window_started_at: sql`now() - interval '61 minutes'` }).execute();
    expect((await login(USERS.admin.email, PASSWORD, { address: '203.0.113.200' })).status).toBe(200);
  }, 60_000);

  it('ADM-LOGIN-1 of guesses at many emails from one IPv6 /48, 300 are checked in 15 minutes', async () => {
    let checked = 0;
    for (let network = 0; network < 12; network += 1) {
      const guesses = Array.from({ length: 30 }, (_, at) =>
        login(`nobody-${network}-${at}@example.com`, 'wrong', { address: `2001:db8:9:${network.toString(16)}::1` }),
      );
      checked += (await Promise.all(guesses)).filter(({ status }) => status === 401).length;
    }
    expect(checked).toBe(300);
  }, 60_000);

  it('ADM-LOGIN-1 a known device has its own limit, which others in its network cannot use up', async () => {
    const device = deviceOf(await login(USERS.admin.email));
    for (let guess = 0; guess < 5; guess += 1)
      expect((await login(USERS.admin.email, 'wrong', { headers: { cookie: device } })).status).toBe(401);
    // Then it counts as an unknown one: five more in its network.
    const elsewhere = { address: '203.0.113.201', headers: { cookie: device } };
    for (let guess = 0; guess < 5; guess += 1)
      expect((await login(USERS.admin.email, 'wrong', elsewhere)).status).toBe(401);
    expect((await login(USERS.admin.email, PASSWORD, elsewhere)).status).toBe(429);
    await api.db.deleteFrom('login_attempts').execute();
    for (let guess = 0; guess < 40; guess += 1) await login(USERS.admin.email, 'wrong password');
    expect((await login(USERS.admin.email)).status).toBe(429);
    expect((await login(USERS.admin.email, PASSWORD, { headers: { cookie: device } })).status).toBe(200);
  }, 60_000);

  it('ADM-LOGIN-1 a copied device that uses up its limit does not lock the owner of the device out', async () => {
    const device = deviceOf(await login(USERS.admin.email));
    const thief = { address: '203.0.113.202', headers: { cookie: device } };
    const guesses = await Promise.all(
      Array.from({ length: 60 }, () => login(USERS.admin.email, 'wrong password', thief)),
    );
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(10);
    expect((await login(USERS.admin.email, PASSWORD, { headers: { cookie: device } })).status).toBe(200);
  });

  it('a device that was planted never becomes known; two users of one browser both are known', async () => {
    const planted = `godhuli_device=${'B'.repeat(43)}`;
    const first = deviceOf(await login(USERS.admin.email, PASSWORD, { headers: { cookie: planted } }));
    expect(first).not.toBe(planted);
    const second = deviceOf(await login(USERS.editor.email, PASSWORD, { headers: { cookie: first } }));
    expect(second).not.toBe(first);
    const again = await login(USERS.admin.email, PASSWORD, { headers: { cookie: second } });
    expect(deviceOf(again)).toBe(second);
    expect(JSON.stringify(await api.db.selectFrom('known_devices').selectAll().execute())).not.toContain(
      second.split('=')[1],
    );
    await api.db.updateTable('known_devices').set({ last_used_at: sql`now() - interval '181 days'` }).execute();
    expect(deviceOf(await login(USERS.admin.email, PASSWORD, { headers: { cookie: second } }))).not.toBe(second);
  });

  it("RUN-3 a first admin whose password is easy to guess stops the start; later it is nobody's password", async () => {
    const users = await api.db.selectFrom('users').selectAll().execute();
    await expect(ensureFirstAdmin(api.db, { password: 'password123' })).resolves.toBeNull();
    await deleteUsers();
    await expect(ensureFirstAdmin(api.db, { email: 'owner@example.com', password: 'password123' })).rejects.toThrow(
      'ADMIN_PASSWORD is easy to guess. This password is one of the most common.',
    );
    await api.db
      .insertInto('users')
      .values(users.map(({ id: _, ...user }) => user))
      .execute();
  });

  it('RUN-3 the first admin is created once, and its password shown once', async () => {
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
