import { passwordResetLinkSchema, type StaffUser, staffCredentialsSchema } from '@godhuli/contracts/users';
import { sql } from 'kysely';
import { remotesApp } from '../testing/remotes-app.js';
import { jsonOf, type TestApp, testApp } from '../testing/test-app.js';
import { engines } from '../testing/test-database.js';

jest.setTimeout(180_000);

const ROUNDS = 20;

describe.each(engines())('requests that race with the end of their authority, on %s', (engine) => {
  let api: TestApp;
  let owner: ReturnType<TestApp['as']>;
  let numbered = 0;
  beforeAll(async () => {
    api = await testApp(engine);
    owner = api.as('admin');
  }, 120_000);
  afterAll(() => api.close());

  const nextAddress = () => {
    numbered += 1;
    return `10.${numbered >> 16}.${(numbered >> 8) & 255}.${numbered & 255}`;
  };
  const login = (email: string, password: string) =>
    api.call('POST', '/api/admin/auth/login', { json: { email, password }, address: nextAddress() });
  const cookieOf = (response: Response) => response.headers.get('set-cookie')?.split(';')[0] ?? '';
  const isAlive = async (cookie: string) =>
    cookie !== '' && (await api.call('GET', '/api/admin/me', { headers: { cookie } })).status === 200;
  /** A new admin, signed in. */
  const addAdmin = async () => {
    numbered += 1;
    const json = { email: `rival${numbered}@example.com`, name: `Rival ${numbered}`, role: 'admin' };
    const made = staffCredentialsSchema.parse(await (await owner('POST', '/api/admin/users', { json })).json());
    const cookie = cookieOf(await login(json.email, made.password));
    const call = (method: string, path: string, body?: unknown) =>
      api.call(method, path, { json: body, headers: { cookie }, address: nextAddress() });
    return { ...made, cookie, call };
  };
  const resetBy = async (call: ReturnType<TestApp['as']>, user: StaffUser) => {
    const response = await call('POST', `/api/admin/users/${user._id}/password`);
    expect(response.status).toBe(200);
    return staffCredentialsSchema.parse(await response.json()).password;
  };
  const entriesOf = async (user: StaffUser, lastAction: string) => {
    const rows = await api.db
      .selectFrom('audit')
      .select(['id', 'action', 'user_id', 'entity_id'])
      .orderBy('id')
      .execute();
    const end = rows.findLast((row) => row.action === lastAction && row.entity_id === user._id);
    return {
      before: rows.filter((row) => row.user_id === user._id && Number(row.id) < Number(end?.id)),
      after: rows.filter((row) => row.user_id === user._id && Number(row.id) > Number(end?.id)),
    };
  };

  it('an admin reset is never undone by changes of the old password, in 20 rounds', async () => {
    let undone = 0;
    let kept = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const { user, password, cookie, call } = await addAdmin();
      const change = (next: string) => call('PUT', '/api/admin/me/password', { current: password, next });
      const racing = [0, 1, 2, 3].map((number) => change(`${password} ${number}`));
      const [given, ...responses] = await Promise.all([resetBy(owner, user), ...racing]);
      for (const { status } of responses) expect([200, 401, 422]).toContain(status);
      if ((await login(user.email, given)).status !== 200) undone += 1;
      const cookies = [cookie, ...responses.map(cookieOf)];
      if ((await Promise.all(cookies.map(isAlive))).includes(true)) kept += 1;
    }
    expect({ undone, kept }).toEqual({ undone: 0, kept: 0 });
  });

  it('a new password must differ from the old one, also by a link', async () => {
    const { user, password, call } = await addAdmin();
    const same = await call('PUT', '/api/admin/me/password', { current: password, next: password });
    expect(same.status).toBe(422);
    expect(await same.json()).toMatchObject({ errors: [{ field: 'next' }] });
    const link = passwordResetLinkSchema.parse(
      await (await owner('POST', `/api/admin/users/${user._id}/reset-link`)).json(),
    );
    const json = { token: link.path.split('#')[1], next: password };
    const redeemed = await api.call('POST', '/api/admin/auth/reset-password', { json, address: nextAddress() });
    expect(redeemed.status).toBe(422);
    expect(await redeemed.json()).toMatchObject({ errors: [{ field: 'next' }] });
  });

  it('a stolen session makes itself no new password or link while an admin resets it', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { user, call } = await addAdmin();
      const racing = [0, 1, 2].flatMap(() => [
        call('POST', `/api/admin/users/${user._id}/password`),
        call('POST', `/api/admin/users/${user._id}/reset-link`),
      ]);
      const [given, ...responses] = await Promise.all([resetBy(owner, user), ...racing]);
      expect((await login(user.email, given)).status).toBe(200);
      for (const response of responses) {
        const { path } = response.status === 200 ? await jsonOf(response) : {};
        if (!path) continue;
        const json = { token: path.split('#')[1], next: 'a password of the thief' };
        const redeemed = await api.call('POST', '/api/admin/auth/reset-password', { json, address: nextAddress() });
        expect(redeemed.status).toBe(422);
      }
    }
  });

  it('a session whose password was entered too long ago writes nothing while wrong passwords are tried', async () => {
    const { user, password, call } = await addAdmin();
    const old = { confirmed_at: sql<Date>`now() - interval '10 minutes 1 second'` };
    await api.db.updateTable('sessions').set(old).where('user_id', '=', user._id).execute();
    const confirm = (guess: string) => call('POST', '/api/admin/auth/confirm', { password: guess });
    const racing = Array.from({ length: ROUNDS }, () => call('POST', '/api/remotes/public-site/deploy-tokens'));
    const responses = await Promise.all([confirm('a guess'), ...racing, confirm('another guess')]);
    expect(responses.map(({ status }) => status)).toEqual([422, ...Array(ROUNDS).fill(403), 422]);
    expect((await confirm(password)).status).toBe(200);
    expect((await call('POST', '/api/remotes/public-site/deploy-tokens')).status).toBe(201);
  });

  it('a password that is confirmed while an admin resets it opens nothing afterwards, in 20 rounds', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { user, password, cookie, call } = await addAdmin();
      const [, ...responses] = await Promise.all([
        resetBy(owner, user),
        ...[0, 1].map(() => call('POST', '/api/admin/auth/confirm', { password })),
        ...[0, 1].map(() => call('POST', '/api/remotes/public-site/deploy-tokens')),
      ]);
      for (const { status } of responses) expect([200, 201, 401, 422]).toContain(status);
      expect(await isAlive(cookie)).toBe(false);
      expect((await entriesOf(user, 'users.reset-password')).after.map(({ action }) => action)).not.toContain(
        'deploy-tokens.create',
      );
    }
  });

  it.each([
    ['ended from another session', 'DELETE', '/api/admin/me/sessions', 'sessions.end-others'],
    ['left by a logout', 'POST', '/api/admin/auth/logout', 'auth.logout'],
  ])('a session that is %s writes nothing afterwards, in 20 rounds', async (_, method, path, action) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { user, password, cookie: own, call } = await addAdmin();
      const cookie = path.endsWith('logout') ? own : cookieOf(await login(user.email, password));
      const [ended] = await Promise.all([
        api.call(method, path, { headers: { cookie } }),
        ...[0, 1, 2].map((number) => call('POST', '/api/portfolio', { title: `Late ${number}`, category: 'wedding' })),
      ]);
      expect(ended.status).toBe(200);
      expect((await entriesOf(user, action)).after).toEqual([]);
    }
  });

  it('a session that a sign-in replaces writes nothing afterwards, in 20 rounds', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { user, password, cookie, call } = await addAdmin();
      const writes = async () =>
        (await api.db.selectFrom('audit').select('id').where('user_id', '=', user._id).execute()).length;
      const racing = [0, 1, 2].map((number) =>
        call('POST', '/api/portfolio', { title: `Late ${number}`, category: 'wedding' }),
      );
      const json = { email: user.email, password };
      const replaced = await api.call('POST', '/api/admin/auth/login', {
        json,
        headers: { cookie },
        address: nextAddress(),
      });
      expect(replaced.status).toBe(200);
      const atReplacement = await writes();
      await Promise.all(racing);
      expect(await writes()).toBe(atReplacement);
      expect(await isAlive(cookie)).toBe(false);
    }
  });

  it('a stolen session cannot keep the owner from changing the password, in 20 rounds', async () => {
    const list = '/api/admin/me/sessions';
    let changed = 0;
    const refusals = new Set<number>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const { user, password, call: steal } = await addAdmin();
      const old = { confirmed_at: sql<Date>`now() - interval '10 minutes 1 second'` };
      await api.db.updateTable('sessions').set(old).where('user_id', '=', user._id).execute();
      const owned = cookieOf(await login(user.email, password));
      const sessions: { _id: string; isCurrent: boolean }[] = await jsonOf(await steal('GET', list));
      const other = sessions.find(({ isCurrent }) => !isCurrent)?._id;
      const json = { current: password, next: `${password} ${round}` };
      const [response, ...attacks] = await Promise.all([
        api.call('PUT', '/api/admin/me/password', { json, headers: { cookie: owned }, address: nextAddress() }),
        ...[0, 1, 2].flatMap(() => [steal('DELETE', list), steal('DELETE', `${list}/${other}`)]),
      ]);
      if (response.status === 200 && (await isAlive(cookieOf(response)))) changed += 1;
      for (const { status } of attacks) refusals.add(status);
    }
    expect(changed).toBe(ROUNDS);
    // 401 after the change has ended the stolen session.
    expect([...refusals].filter((status) => status !== 401)).toEqual([403]);
  });

  it('two sessions that end each other both get a response, and one of them stays', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { user, password, cookie } = await addAdmin();
      const cookies = [cookie, cookieOf(await login(user.email, password))];
      const end = (each: string) => api.call('DELETE', '/api/admin/me/sessions', { headers: { cookie: each } });
      const responses = await Promise.all(cookies.map(end));
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 401]);
      expect((await Promise.all(cookies.map(isAlive))).sort()).toEqual([false, true]);
    }
  });

  it.each([
    ['disabled', { disabled: true }],
    ['demoted', { role: 'editor' }],
  ])('an admin who is %s writes nothing afterwards, on any noun', async (_, update) => {
    const [inquiry] = await api.db.selectFrom('inquiries').select('id').orderBy('id').execute();
    const services = await jsonOf(await owner('GET', '/api/services'));
    const content = await jsonOf(await owner('GET', '/api/content'));
    for (let round = 0; round < 5; round += 1) {
      const { user, call } = await addAdmin();
      numbered += 1;
      const accomplice = { email: `accomplice${numbered}@example.com`, name: 'Accomplice', role: 'admin' };
      const write = () => [
        call('POST', '/api/portfolio', { title: 'Late', category: 'wedding' }),
        call('PUT', `/api/services/${services[0]._id}`, { description: 'Late' }),
        call('PUT', `/api/content/${content[0]._id}`, { value: 'Late' }),
        call('POST', '/api/admin/users', accomplice),
        call('POST', '/api/remotes/public-site/deploy-tokens'),
        call('DELETE', `/api/inquiries/${inquiry?.id}`),
      ];
      // Writes without a pause, so that some are under way at the end, until the end refuses one.
      const writeUntilRefused = async () => {
        for (;;) {
          const responses = await Promise.all(write());
          if (responses.some(({ status }) => status === 401)) return;
        }
      };
      const [ended] = await Promise.all([
        owner('PUT', `/api/admin/users/${user._id}`, { json: update }),
        writeUntilRefused(),
      ]);
      expect(ended.status).toBe(200);
      expect((await entriesOf(user, 'users.update')).after).toEqual([]);
    }
  });

  it('two admins who reset each other at once both get a response, and one of them loses the session', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [first, second] = [await addAdmin(), await addAdmin()];
      const responses = await Promise.all([
        first.call('POST', `/api/admin/users/${second.user._id}/password`),
        second.call('POST', `/api/admin/users/${first.user._id}/password`),
      ]);
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 401]);
    }
  });

  it('of ten changes of one inquiry from the same version exactly one is stored', async () => {
    const form = { name: 'Anu Rao', phone: '+91 98220 12345', eventType: 'wedding', message: 'A wedding in Pune.' };
    expect((await api.call('POST', '/api/inquiries', { json: form })).status).toBe(201);
    const { id } = await api.db.selectFrom('inquiries').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
    const inquiry = await jsonOf(await owner('GET', `/api/inquiries/${id}`));
    const change = (number: number) =>
      owner('PUT', `/api/inquiries/${id}`, { json: { version: inquiry.version, notes: `note ${number}` } });
    const responses = await Promise.all(Array.from({ length: 10 }, (_, number) => change(number)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
  });

  it('a deploy token that is revoked moves no channel afterwards', async () => {
    const site = await remotesApp({}, engine);
    try {
      const versions = [
        await site.insertRelease({ name: 'sample', text: 'one' }),
        await site.insertRelease({ name: 'sample', text: 'two' }),
      ];
      for (let round = 0; round < 5; round += 1) {
        const { _id, token } = await site.createToken('sample');
        const move = async (version: string | undefined) =>
          site.request('/api/remotes/sample/channels/live', {
            method: 'PUT',
            headers: { authorization: `Bearer ${token}` },
            json: { version, reason: 'a race', expected: await site.revision('sample') },
          });
        // Tries again after another promotion, until the promotion succeeds or the token is refused.
        const promote = async (version: string | undefined) => {
          let { status } = await move(version);
          while (status === 409) ({ status } = await move(version));
          return status;
        };
        const revoke = () =>
          site.request(`/api/remotes/sample/deploy-tokens/${_id}`, { method: 'DELETE', headers: site.admin });
        const [revoked, ...promoted] = await Promise.all([
          revoke(),
          ...Array.from({ length: 8 }, (_, number) => promote(versions[number % 2])),
        ]);
        expect(revoked.status).toBe(204);
        expect(promoted.filter((status) => status !== 200 && status !== 401)).toEqual([]);
        const rows = await site.db
          .selectFrom('audit')
          .select(['id', 'action', 'user_name', 'entity_id'])
          .orderBy('id')
          .execute();
        const end = rows.findLast(({ action, entity_id }) => action === 'deploy-tokens.revoke' && entity_id === _id);
        const late = rows.filter(
          (row) => row.user_name.startsWith(`deploy token ${_id} `) && Number(row.id) > Number(end?.id),
        );
        expect(late).toEqual([]);
      }
    } finally {
      await site.close();
    }
  });
});
