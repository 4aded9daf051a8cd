import {
  accountNoticeSchema,
  accountSessionSchema,
  endedSessionsSchema,
  PASSWORD_REQUIRED,
} from '@godhuli/contracts/account';
import { passwordResetLinkSchema, staffCredentialsSchema } from '@godhuli/contracts/users';
import { sql } from 'kysely';
import { z } from 'zod';
import { jsonOf, type TestApp, testApp } from '../../testing/test-app.js';
import { engines } from '../../testing/test-database.js';

jest.setTimeout(60_000);

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';

describe.each(engines())('accounts on %s', (engine) => {
  let api: TestApp;
  let numbered = 0;
  beforeAll(async () => {
    api = await testApp(engine);
  }, 120_000);
  afterAll(() => api.close());
  beforeEach(() => api.db.deleteFrom('login_attempts').execute());

  /** A browser somewhere that keeps its cookies. */
  const browser = (userAgent: string, address: string) => {
    const cookies = new Map<string, string>();
    const call = async (method: string, path: string, json?: unknown) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const headers = { 'user-agent': userAgent, ...(cookie ? { cookie } : {}) };
      const response = await api.call(method, path, { json, headers, address });
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value) cookies.set(name, value);
        else cookies.delete(name);
      }
      return response;
    };
    return {
      cookies,
      call,
      signIn: async ({ user, password }: Account) => {
        const response = await call('POST', '/api/admin/auth/login', { email: user.email, password });
        expect(response.status).toBe(200);
      },
      isSignedIn: async () => (await call('GET', '/api/admin/me')).status === 200,
      sessions: async () =>
        z.array(accountSessionSchema).parse(await jsonOf(await call('GET', '/api/admin/me/sessions'))),
      notices: async () => z.array(accountNoticeSchema).parse(await jsonOf(await call('GET', '/api/admin/me/notices'))),
    };
  };
  type Account = z.infer<typeof staffCredentialsSchema>;
  const addUser = async (role = 'admin'): Promise<Account> => {
    numbered += 1;
    const json = { email: `owner${numbered}@example.com`, name: `Owner ${numbered}`, role };
    return staffCredentialsSchema.parse(await jsonOf(await api.as('admin')('POST', '/api/admin/users', { json })));
  };
  /** The password of this account's sessions was entered so long ago. */
  const confirmedAgo = async ({ user }: Account, minutes: number) => {
    const confirmed_at = sql<Date>`now() - make_interval(mins => ${sql.lit(minutes)})`;
    await api.db.updateTable('sessions').set({ confirmed_at }).where('user_id', '=', user._id).execute();
  };
  const kindsOf = (notices: { kind: string; isNew: boolean }[]) =>
    notices.filter(({ isNew }) => isNew).map(({ kind }) => kind);

  it('lists the sessions of a user: device label, network, first and last seen; no token, no other user', async () => {
    const account = await addUser('editor');
    const [laptop, phone] = [browser(CHROME, '203.0.113.1'), browser(IPHONE, '2001:db8::7')];
    await laptop.signIn(account);
    await phone.signIn(account);
    const response = await phone.call('GET', '/api/admin/me/sessions');
    const text = await response.text();
    for (const { cookies } of [laptop, phone]) for (const token of cookies.values()) expect(text).not.toContain(token);
    const hashes = await api.db.selectFrom('sessions').select('token_hash').execute();
    for (const { token_hash } of hashes) expect(text).not.toContain(token_hash);
    const sessions = z.array(accountSessionSchema).parse(JSON.parse(text));
    expect(sessions.map(({ device, network, isCurrent }) => [device, network, isCurrent])).toEqual([
      ['Safari on iPhone', '2001:db8:0:0::/64', true],
      ['Chrome on Windows', '203.0.113.1', false],
    ]);
    // An id is no way in.
    for (const { _id } of sessions)
      expect((await api.call('GET', '/api/admin/me', { headers: { cookie: `godhuli_session=${_id}` } })).status).toBe(
        401,
      );
    // A cookie that is used elsewhere shows where.
    const thief = browser(CHROME, '198.51.100.66');
    for (const [name, value] of laptop.cookies) thief.cookies.set(name, value);
    expect(await thief.isSignedIn()).toBe(true);
    expect((await phone.sessions()).map(({ network }) => network)).toContain('198.51.100.66');
  });

  it("ends one other session or all others, never another user's", async () => {
    const [account, other] = [await addUser('editor'), await addUser('editor')];
    const [laptop, phone, tablet, stranger] = [1, 2, 3, 4].map((last) => browser(CHROME, `203.0.113.${last}`)) as [
      ...[Browser, Browser, Browser, Browser],
    ];
    for (const each of [laptop, phone, tablet]) await each.signIn(account);
    await stranger.signIn(other);
    const current = (await laptop.sessions()).find(({ isCurrent }) => isCurrent)?._id;
    const foreign = (await stranger.sessions())[0]?._id;
    const ofPhone = (await phone.sessions()).find(({ isCurrent }) => isCurrent)?._id;
    const end = async (id: string | undefined) => (await laptop.call('DELETE', `/api/admin/me/sessions/${id}`)).status;
    expect(await end(current)).toBe(409);
    expect(await end(foreign)).toBe(404);
    expect(await end('x')).toBe(404);
    expect(await end(ofPhone)).toBe(204);
    expect(await end(ofPhone)).toBe(404);
    expect(await laptop.isSignedIn()).toBe(true);
    expect(await phone.isSignedIn()).toBe(false);
    expect(await stranger.isSignedIn()).toBe(true);
    const all = endedSessionsSchema.parse(await jsonOf(await laptop.call('DELETE', '/api/admin/me/sessions')));
    expect(all).toEqual({ count: 1 });
    expect(await laptop.isSignedIn()).toBe(true);
    expect(await tablet.isSignedIn()).toBe(false);
    expect(await stranger.isSignedIn()).toBe(true);
    expect((await api.call('GET', '/api/admin/me/sessions')).status).toBe(401);
  });
  type Browser = ReturnType<typeof browser>;

  it('a session without the password of the last 10 minutes does nothing to users, tokens and backups', async () => {
    const account = await addUser();
    const target = await addUser('editor');
    const thief = browser(CHROME, '203.0.113.9');
    await thief.signIn(account);
    const made = await jsonOf(await thief.call('POST', '/api/remotes/sample/deploy-tokens'));
    await confirmedAgo(account, 11);
    const id = target.user._id;
    const actions: [string, string, unknown?][] = [
      ['POST', '/api/admin/users', { email: 'late@example.com', name: 'Late', role: 'admin' }],
      ['PUT', `/api/admin/users/${id}`, { role: 'admin' }],
      ['POST', `/api/admin/users/${id}/password`],
      ['POST', `/api/admin/users/${id}/reset-link`],
      ['POST', '/api/remotes/sample/deploy-tokens'],
      ['DELETE', `/api/remotes/sample/deploy-tokens/${made._id}`],
      ['POST', '/api/calendar/feeds'],
      ['POST', '/api/admin/backup'],
      ['PUT', `/api/admin/users/${id}`, { disabled: true }],
    ];
    const everything = async () =>
      JSON.stringify([
        await api.db.selectFrom('users').selectAll().orderBy('id').execute(),
        await api.db.selectFrom('deploy_tokens').selectAll().orderBy('id').execute(),
        await api.db.selectFrom('calendar_feeds').selectAll().orderBy('id').execute(),
        await api.db.selectFrom('password_resets').selectAll().execute(),
        await api.db.selectFrom('audit').selectAll().orderBy('id').execute(),
      ]);
    const before = await everything();
    for (const [method, path, json] of actions) {
      const response = await thief.call(method, path, json);
      expect({ method, path, status: response.status, code: (await jsonOf(response)).code }).toEqual({
        method,
        path,
        status: 403,
        code: PASSWORD_REQUIRED,
      });
      expect(response.headers.get('content-type')).toBe('application/problem+json');
    }
    expect(await everything()).toBe(before);
    // What needs no password goes on: reading, and the work of every day.
    expect((await thief.call('GET', '/api/admin/users')).status).toBe(200);
    expect((await thief.call('POST', '/api/services', { title: 'Film' })).status).toBe(201);

    const wrong = await thief.call('POST', '/api/admin/auth/confirm', { password: 'not the password' });
    expect(wrong.status).toBe(422);
    expect(await jsonOf(wrong)).toMatchObject({ errors: [{ field: 'password', message: 'Wrong password.' }] });
    expect((await thief.call('POST', '/api/remotes/sample/deploy-tokens')).status).toBe(403);
    expect((await thief.call('POST', '/api/admin/auth/confirm', { password: account.password })).status).toBe(200);
    for (const [method, path, json] of actions) {
      const response = await thief.call(method, path, json);
      expect({ method, path, ok: response.ok }).toEqual({ method, path, ok: true });
      await response.body?.cancel();
    }
    // The confirmation is of one session, and ends.
    const second = browser(CHROME, '203.0.113.10');
    await second.signIn(account);
    await confirmedAgo(account, 11);
    expect((await second.call('POST', '/api/admin/auth/confirm', { password: account.password })).status).toBe(200);
    expect((await thief.call('POST', '/api/remotes/sample/deploy-tokens')).status).toBe(403);
  });

  /** A user with a calendar subscription that works. */
  const subscriber = async () => {
    const account = await addUser('editor');
    const owner = browser(CHROME, '203.0.113.40');
    await owner.signIn(account);
    const { path } = await jsonOf(await owner.call('POST', '/api/calendar/feeds'));
    const read = async () => (await api.call('GET', path)).status;
    expect(await read()).toBe(200);
    return { account, owner, read };
  };
  const asAdmin = async (method: string, path: string, json?: unknown) => {
    const response = await api.as('admin')(method, path, { json });
    expect(response.ok).toBe(true);
    return response;
  };

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['an admin resets the password', (id) => asAdmin('POST', `/api/admin/users/${id}/password`)],
    ['an admin ends all sessions', (id) => asAdmin('DELETE', `/api/admin/users/${id}/sessions`)],
    ['an admin resets the second factor', (id) => asAdmin('DELETE', `/api/admin/users/${id}/second-factor`)],
    [
      'the user is disabled and enabled again',
      async (id) => {
        await asAdmin('PUT', `/api/admin/users/${id}`, { disabled: true });
        await asAdmin('PUT', `/api/admin/users/${id}`, { disabled: false });
      },
    ],
    [
      'a password link is used',
      async (id) => {
        const link = await asAdmin('POST', `/api/admin/users/${id}/reset-link`);
        const token = passwordResetLinkSchema.parse(await jsonOf(link)).path.split('#')[1];
        const json = { token, next: 'marigold and jasmine' };
        expect((await api.call('POST', '/api/admin/auth/reset-password', { json })).status).toBe(200);
      },
    ],
  ])('CAL-5 calendar subscriptions end when %s', async (_, act) => {
    const { account, read } = await subscriber();
    const other = await subscriber();
    await act(account.user._id);
    expect(await read()).toBe(404);
    expect(await other.read()).toBe(200);
  });

  it('USERS-3 a password link ends when its user is disabled, also when the user is enabled again', async () => {
    const { user } = await addUser('editor');
    const link = await asAdmin('POST', `/api/admin/users/${user._id}/reset-link`);
    const token = passwordResetLinkSchema.parse(await jsonOf(link)).path.split('#')[1];
    await sql`
      insert into outbox (kind, channel, user_id, idempotency_key)
      values ('invitation', 'email', ${user._id}, ${`late invitation:${user._id}`})`.execute(api.db);
    await asAdmin('PUT', `/api/admin/users/${user._id}`, { disabled: true });
    await asAdmin('PUT', `/api/admin/users/${user._id}`, { disabled: false });
    const json = { token, next: 'marigold and jasmine' };
    expect((await api.call('POST', '/api/admin/auth/reset-password', { json })).status).toBe(422);
    const messages = await api.db.selectFrom('outbox').select('state').where('user_id', '=', user._id).execute();
    expect(messages).toEqual([{ state: 'cancelled' }]);
  });

  it('CAL-5 a subscription outlives a new password of its owner, who is notified that it was created', async () => {
    const { account, owner, read } = await subscriber();
    const change = { current: account.password, next: 'marigold and jasmine' };
    expect((await owner.call('PUT', '/api/admin/me/password', change)).status).toBe(200);
    expect(await read()).toBe(200);
    expect((await owner.notices()).map(({ kind }) => kind).slice(0, 2)).toEqual([
      ...['password-changed', 'calendar-feed-created'],
    ]);
  });

  it('the password is not guessed through a session: 5 tries from a network, 30 from everywhere', async () => {
    const account = await addUser();
    const owner = browser(CHROME, '203.0.113.20');
    await owner.signIn(account);
    await confirmedAgo(account, 11);
    const session = owner.cookies.get('godhuli_session') ?? '';
    const guess = async (address: string) => {
      const headers = { cookie: `godhuli_session=${session}` };
      return (await api.call('POST', '/api/admin/auth/confirm', { json: { password: 'a guess' }, headers, address }))
        .status;
    };
    const one = await Promise.all(Array.from({ length: 20 }, () => guess('203.0.113.21')));
    expect(one.filter((status) => status === 422)).toHaveLength(5);
    const many = await Promise.all(Array.from({ length: 60 }, (_, index) => guess(`10.2.${index}.1`)));
    expect([...one, ...many].filter((status) => status === 422)).toHaveLength(30);
    expect((await owner.call('POST', '/api/admin/auth/confirm', { password: account.password })).status).toBe(200);
    const refused = await api.db
      .selectFrom('audit')
      .select('id')
      .where('action', '=', 'auth.confirm-refused')
      .where('entity_id', '=', account.user._id)
      .execute();
    expect(refused).toHaveLength(30);
  });

  it('shows notices of new devices, passwords, tokens and ended sessions; each device dismisses its own', async () => {
    const account = await addUser();
    const [laptop, phone] = [browser(CHROME, '203.0.113.30'), browser(IPHONE, '203.0.113.31')];
    await laptop.signIn(account);
    expect(kindsOf(await laptop.notices())).toEqual([]);
    await phone.signIn(account);
    await laptop.signIn(account);
    const [news] = await laptop.notices();
    expect(news).toMatchObject({
      kind: 'new-device',
      device: 'Safari on iPhone',
      network: '203.0.113.31',
      isNew: true,
    });
    await phone.call('POST', '/api/remotes/sample/deploy-tokens');
    await phone.call('DELETE', '/api/admin/me/sessions');
    expect(await laptop.isSignedIn()).toBe(false);
    await laptop.signIn(account);
    expect(kindsOf(await laptop.notices())).toEqual(['sessions-ended', 'deploy-token-created', 'new-device']);
    expect((await laptop.notices()).map(({ details }) => details)).toEqual([
      ...[{ sessions: ['Chrome on Windows'] }, { remote: 'sample' }, {}, {}],
    ]);
    const newest = (await phone.notices())[0]?._id ?? '';
    expect((await phone.call('POST', '/api/admin/me/notices/dismiss', { upTo: newest })).status).toBe(204);
    await phone.signIn(account);
    expect(kindsOf(await phone.notices())).toEqual([]);
    expect(kindsOf(await laptop.notices())).toHaveLength(3);
    // Nothing that is still to come can be dismissed.
    await laptop.call('POST', '/api/admin/me/notices/dismiss', { upTo: '999999999999999999' });
    expect(kindsOf(await laptop.notices())).toEqual([]);
    const next = 'words that nobody knows';
    expect((await phone.call('PUT', '/api/admin/me/password', { current: account.password, next })).status).toBe(200);
    await laptop.signIn({ ...account, password: next });
    // The other devices were forgotten with the old password, so the laptop is a new one again, with all that is news.
    expect(kindsOf(await laptop.notices())[0]).toBe('password-changed');
    expect(kindsOf(await phone.notices())).toEqual(['new-device', 'password-changed']);
    expect((await phone.notices())[0]).toMatchObject({ kind: 'new-device', device: 'Chrome on Windows', times: 2 });
  });

  it('a stolen session dismisses nothing on the device of its owner', async () => {
    const account = await addUser('editor');
    const [owner, other] = [browser(CHROME, '203.0.113.42'), browser(IPHONE, '203.0.113.43')];
    await owner.signIn(account);
    await other.signIn(account);
    const thief = browser(CHROME, '203.0.113.44');
    thief.cookies.set('godhuli_session', owner.cookies.get('godhuli_session') ?? '');
    const upTo = '999999999999999999';
    for (const device of [undefined, 'A'.repeat(43), other.cookies.get('godhuli_device')]) {
      if (device) thief.cookies.set('godhuli_device', device);
      expect((await thief.call('POST', '/api/admin/me/notices/dismiss', { upTo })).status).toBe(204);
    }
    await owner.signIn(account);
    expect(kindsOf(await owner.notices())).toEqual(['new-device']);
  });

  it('50 devices of a user are known: a program that signs in without cookies displaces no browser', async () => {
    const account = await addUser('editor');
    const owner = browser(CHROME, '203.0.113.45');
    for (let visit = 0; visit < 2; visit += 1) await owner.signIn(account);
    const device = owner.cookies.get('godhuli_device');
    for (let night = 0; night < 55; night += 1) await browser('node', '203.0.113.46').signIn(account);
    const devices = await api.db
      .selectFrom('known_devices')
      .select('id')
      .where('user_id', '=', account.user._id)
      .execute();
    expect(devices).toHaveLength(50);
    await owner.signIn(account);
    expect(owner.cookies.get('godhuli_device')).toBe(device);
  });

  it('a notice of a new password names the admin; a program without cookies is one notice', async () => {
    const account = await addUser('editor');
    const response = await api.as('admin')('POST', `/api/admin/users/${account.user._id}/password`);
    const { password } = staffCredentialsSchema.parse(await jsonOf(response));
    for (let night = 0; night < 4; night += 1) await browser('node', '203.0.113.40').signIn({ ...account, password });
    const owner = browser(CHROME, '203.0.113.41');
    await owner.signIn({ ...account, password });
    const notices = await owner.notices();
    expect(notices.filter(({ isNew }) => isNew)).toMatchObject([
      { kind: 'new-device', device: 'A program', times: 4 },
      { kind: 'password-changed', details: { by: 'Asha Admin' } },
    ]);
    const foreign = await api.as('editor')('GET', '/api/admin/me/notices');
    expect(await jsonOf(foreign)).toEqual([]);
  });

  it('a reset link makes its browser known, so attacks do not lock the owner out; others are forgotten', async () => {
    const account = await addUser('editor');
    const [old, fresh] = [browser(CHROME, '203.0.113.50'), browser(IPHONE, '203.0.113.51')];
    await old.signIn(account);
    for (let guess = 0; guess < 40; guess += 1) {
      const json = { email: account.user.email, password: 'a guess' };
      await api.call('POST', '/api/admin/auth/login', { json, address: `10.3.${guess}.1` });
    }
    const made = await api.as('admin')('POST', `/api/admin/users/${account.user._id}/reset-link`);
    const token = passwordResetLinkSchema.parse(await jsonOf(made)).path.split('#')[1];
    const next = 'words that nobody knows';
    expect((await fresh.call('POST', '/api/admin/auth/reset-password', { token, next })).status).toBe(200);
    await fresh.signIn({ ...account, password: next });
    const json = { email: account.user.email, password: next };
    expect((await old.call('POST', '/api/admin/auth/login', json)).status).toBe(429);
  });

  it.each([
    ['a change', false],
    ['a link', true],
  ])('a copied device is unknown after a new password by %s; notices stay dismissed', async (_, isLink) => {
    const account = await addUser('editor');
    const [owner, other] = [browser(CHROME, '203.0.113.52'), browser(IPHONE, '203.0.113.53')];
    await owner.signIn(account);
    await other.signIn(account);
    const seen = (await owner.notices())[0]?._id ?? '';
    expect((await owner.call('POST', '/api/admin/me/notices/dismiss', { upTo: seen })).status).toBe(204);
    const copied = owner.cookies.get('godhuli_device');
    const next = 'words that nobody knows';
    if (isLink) {
      const made = await api.as('admin')('POST', `/api/admin/users/${account.user._id}/reset-link`);
      const token = passwordResetLinkSchema.parse(await jsonOf(made)).path.split('#')[1];
      expect((await owner.call('POST', '/api/admin/auth/reset-password', { token, next })).status).toBe(200);
    } else {
      const json = { current: account.password, next };
      expect((await owner.call('PUT', '/api/admin/me/password', json)).status).toBe(200);
    }
    expect(owner.cookies.get('godhuli_device')).not.toBe(copied);
    const json = { email: account.user.email, password: 'a guess' };
    for (let guess = 0; guess < 30; guess += 1)
      await api.call('POST', '/api/admin/auth/login', { json, address: `10.5.${guess % 6}.1` });
    const headers = { cookie: `godhuli_device=${copied}` };
    const thief = { json: { ...json, password: next }, headers, address: '203.0.113.54' };
    expect((await api.call('POST', '/api/admin/auth/login', thief)).status).toBe(429);
    await owner.signIn({ ...account, password: next });
    expect(kindsOf(await owner.notices())).toEqual(['password-changed']);
  });

  it.each([
    ['spaces', ' '.repeat(12)],
    ['a common one', 'Password123'],
    ['your own email', 'OWN_EMAIL'],
    ['the site', 'godhuli2026'],
  ])('a weak password (%s) is refused at its field, for a change and for a link', async (_, weak) => {
    const account = await addUser('editor');
    const next = weak === 'OWN_EMAIL' ? account.user.email : weak;
    const owner = browser(CHROME, '203.0.113.60');
    await owner.signIn(account);
    const changed = await owner.call('PUT', '/api/admin/me/password', { current: account.password, next });
    expect(changed.status).toBe(422);
    expect(await jsonOf(changed)).toMatchObject({ errors: [{ field: 'next' }] });
    const made = await api.as('admin')('POST', `/api/admin/users/${account.user._id}/reset-link`);
    const token = passwordResetLinkSchema.parse(await jsonOf(made)).path.split('#')[1];
    const redeemed = await owner.call('POST', '/api/admin/auth/reset-password', { token, next });
    expect(redeemed.status).toBe(422);
    expect(await jsonOf(redeemed)).toMatchObject({ errors: [{ field: 'next' }] });
    // The link still works, and so does the old password.
    expect(await owner.isSignedIn()).toBe(true);
    const strong = { token, next: 'words that nobody knows' };
    expect((await owner.call('POST', '/api/admin/auth/reset-password', strong)).status).toBe(200);
  });

  it('new passwords that are refused are no attempts: the tenth try still changes the password', async () => {
    const account = await addUser('editor');
    const owner = browser(CHROME, '203.0.113.61');
    await owner.signIn(account);
    const change = async (current: string, next: string) => {
      const response = await owner.call('PUT', '/api/admin/me/password', { current, next });
      return { status: response.status, field: (await jsonOf(response)).errors?.[0].field };
    };
    for (const next of [
      'Password123',
      'godhuli2026',
      account.user.email,
      ' '.repeat(12),
      account.password,
      'Password12',
    ])
      expect(await change(account.password, next)).toEqual({ status: 422, field: 'next' });
    for (let guess = 0; guess < 3; guess += 1)
      expect(await change('a wrong one', 'words that nobody knows')).toEqual({ status: 422, field: 'current' });
    expect(await change(account.password, 'words that nobody knows')).toEqual({ status: 200 });
    // A guess behind a weak new password is not looked at.
    expect(await change('a wrong one', 'Password123')).toEqual({ status: 422, field: 'next' });
    // Five as a known device, five as an unknown one.
    for (let guess = 0; guess < 10; guess += 1)
      expect(await change(`guess ${guess}`, 'more words that nobody knows')).toEqual({ status: 422, field: 'current' });
    expect(await change('one guess more', 'more words that nobody knows')).toEqual({ status: 429 });
  });

  it('a password is the same however its letters are encoded', async () => {
    const account = await addUser('editor');
    const owner = browser(CHROME, '203.0.113.70');
    await owner.signIn(account);
    const next = 'un café très lointain';
    const change = { current: account.password, next: next.normalize('NFD') };
    expect((await owner.call('PUT', '/api/admin/me/password', change)).status).toBe(200);
    await owner.signIn({ ...account, password: next.normalize('NFC') });
    const same = await owner.call('PUT', '/api/admin/me/password', { current: next, next: next.normalize('NFD') });
    expect(same.status).toBe(422);
    expect((await jsonOf(same)).errors[0].message).toEqual(expect.stringContaining('differs'));
  });
});
