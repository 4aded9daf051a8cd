import { accountNoticeSchema } from '@godhuli/contracts/account';
import { loginResponseSchema } from '@godhuli/contracts/auth';
import { DOCUMENT_KEY } from '@godhuli/contracts/document-key';
import {
  recoveryCodesSchema,
  SECOND_FACTOR_REQUIRED,
  secondFactorSchema,
  totpKeySchema,
} from '@godhuli/contracts/second-factor';
import { staffCredentialsSchema } from '@godhuli/contracts/users';
import { documentKeyOf } from '@godhuli/server/document-key';
import { sql } from 'kysely';
import { z } from 'zod';
import { softAuthenticator } from '../../testing/soft-authenticator.js';
import { jsonOf, SITE, type TestApp, testApp } from '../../testing/test-app.js';
import { engines } from '../../testing/test-database.js';
import { totpCode } from '../../testing/totp-code.js';
import { resetSecondFactor } from './security.service.js';

jest.setTimeout(60_000);

const RP_ID = 'localhost';

it('SEC-2FA-1 the independent implementation of these tests passes the vectors of RFC 6238', () => {
  const key = Buffer.from('12345678901234567890');
  expect([59, 1111111109, 1111111111, 1234567890, 2000000000].map((at) => totpCode(key, at, 8))).toEqual([
    ...['94287082', '07081804', '14050471', '89005924', '69279037'],
  ]);
});

describe.each(engines())('second factor on %s', (engine) => {
  let api: TestApp;
  let numbered = 0;
  beforeAll(async () => {
    api = await testApp(engine);
  }, 120_000);
  afterAll(() => api.close());
  beforeEach(async () => {
    await api.db.deleteFrom('login_attempts').execute();
    await api.db.updateTable('security_settings').set({ second_factor_required_since: null }).execute();
  });

  /** A browser that keeps its cookies. @param sent headers of each request, which a test may change */
  const browser = (address: string, sent: Record<string, string> = {}) => {
    const cookies = new Map<string, string>();
    const call = async (method: string, path: string, json?: unknown) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await api.call(method, path, { json, headers: { ...sent, ...(cookie && { cookie }) }, address });
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value) cookies.set(name, value);
        else cookies.delete(name);
      }
      return response;
    };
    const read = async (...request: Parameters<typeof call>) => jsonOf(await call(...request));
    return {
      cookies,
      call,
      read,
      enterPassword: async ({ user, password }: Account) =>
        loginResponseSchema.parse(await read('POST', '/api/admin/auth/login', { email: user.email, password })),
      enterCode: (code: string, method = 'app') => call('POST', '/api/admin/auth/second-factor', { method, code }),
      isSignedIn: async () => (await call('GET', '/api/admin/me')).status === 200,
      factors: async () => secondFactorSchema.parse(await read('GET', '/api/admin/me/second-factor')),
      noticeKinds: async () =>
        z
          .array(accountNoticeSchema)
          .parse(await read('GET', '/api/admin/me/notices'))
          .map(({ kind }) => kind),
    };
  };
  type Browser = ReturnType<typeof browser>;
  type Account = z.infer<typeof staffCredentialsSchema>;
  const addUser = async (role = 'editor'): Promise<Account> => {
    numbered += 1;
    const json = { email: `guarded${numbered}@example.com`, name: `Guarded ${numbered}`, role };
    return staffCredentialsSchema.parse(await jsonOf(await api.as('admin')('POST', '/api/admin/users', { json })));
  };
  const now = () => Date.now() / 1000;
  const forgetStep = ({ user }: Account) =>
    api.db.updateTable('totp_keys').set({ last_step: 0 }).where('user_id', '=', user._id).execute();
  const confirmedAgo = ({ user }: Account) =>
    api.db
      .updateTable('sessions')
      .set({ confirmed_at: sql<Date>`now() - interval '11 minutes'` })
      .where('user_id', '=', user._id)
      .execute();

  /** A user with an authenticator app, signed in on one browser. */
  const withApp = async (role?: string) => {
    const account = await addUser(role);
    const desk = browser('203.0.113.1');
    await desk.enterPassword(account);
    const { key } = totpKeySchema.parse(await desk.read('POST', '/api/admin/me/second-factor/totp'));
    const code = totpCode(key, now());
    const confirmed = await desk.read('POST', '/api/admin/me/second-factor/totp/confirm', { code });
    const { recoveryCodes } = recoveryCodesSchema.parse(confirmed);
    await forgetStep(account);
    return { account, desk, key, recoveryCodes: recoveryCodes ?? [] };
  };
  const addPasskey = async (at: Browser, name: string, more: { origin?: string; isVerified?: boolean } = {}) => {
    const { options } = await at.read('POST', '/api/admin/me/passkeys/options');
    const authenticator = softAuthenticator();
    const signing = { challenge: options.challenge, origin: SITE, rpId: RP_ID, ...more };
    const response = authenticator.create(signing, options.user.id);
    return {
      authenticator,
      response: await at.call('POST', '/api/admin/me/passkeys', { name, response }),
      sent: response,
    };
  };
  /** Gives a browser the device cookie of another one. */
  const makeKnown = (at: Browser, like: Browser) =>
    at.cookies.set('godhuli_device', like.cookies.get('godhuli_device') ?? '');
  const signInWith = async (
    at: Browser,
    authenticator: ReturnType<typeof softAuthenticator>,
    more: { origin?: string; isVerified?: boolean } = {},
  ) => {
    const { options } = await at.read('POST', '/api/admin/auth/passkey/options');
    const signed = authenticator.get({ challenge: options.challenge, origin: SITE, rpId: RP_ID, ...more });
    return { signed, response: await at.call('POST', '/api/admin/auth/passkey', { response: signed }), options };
  };

  it('SEC-2FA-1 an app is set up with a key and a code; ten recovery codes are shown once, stored hashed', async () => {
    const account = await addUser();
    const [desk, phone] = [browser('203.0.113.1'), browser('203.0.113.2')];
    await desk.enterPassword(account);
    await phone.enterPassword(account);
    const { key, uri } = totpKeySchema.parse(await desk.read('POST', '/api/admin/me/second-factor/totp'));
    expect(key).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toContain(`secret=${key}`);
    // Not used before it is confirmed.
    expect((await desk.factors()).totp).toBe(false);
    expect((await browser('203.0.113.3').enterPassword(account)).success).toBe(true);
    const confirm = '/api/admin/me/second-factor/totp/confirm';
    expect((await desk.call('POST', confirm, { code: '12345' })).status).toBe(422);
    const wrong = await desk.read('POST', confirm, { code: totpCode(key, now() + 300) });
    expect(wrong.errors).toEqual([{ field: 'code', message: 'Wrong code. Enter the one that the app shows now.' }]);
    const spaced = totpCode(key, now()).replace(/(...)/, '$1 ');
    const { recoveryCodes } = recoveryCodesSchema.parse(await desk.read('POST', confirm, { code: spaced }));
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await desk.factors()).toMatchObject({ totp: true, recoveryCodes: 10, passkeys: [] });
    const stored = JSON.stringify(await api.db.selectFrom('recovery_codes').selectAll().execute());
    for (const code of recoveryCodes ?? []) expect(stored).not.toContain(code);
    // Sessions that began with a password alone end.
    expect(await desk.isSignedIn()).toBe(true);
    expect(await phone.isSignedIn()).toBe(false);
    expect(await desk.noticeKinds()).toContain('second-factor-added');
    expect((await desk.call('POST', '/api/admin/me/second-factor/totp')).status).toBe(409);
    const audit = await api.db.selectFrom('audit').selectAll().where('action', 'like', 'second-factor%').execute();
    expect(JSON.stringify(audit)).not.toContain(key);
  });

  it('SEC-2FA-2 a password alone opens nothing; a code completes the sign-in, each code once', async () => {
    const { account, key } = await withApp();
    const phone = browser('203.0.113.9');
    expect(await phone.enterPassword(account)).toEqual({
      success: false,
      secondStep: { app: true, passkey: false, recoveryCode: true },
    });
    expect(phone.cookies.has('godhuli_session')).toBe(false);
    expect(phone.cookies.has('godhuli_device')).toBe(false);
    // The token of the step is no session.
    const step = phone.cookies.get('godhuli_signing_in') ?? '';
    expect((await api.call('GET', '/api/admin/me', { headers: { cookie: `godhuli_session=${step}` } })).status).toBe(
      401,
    );
    const code = totpCode(key, now());
    expect((await phone.enterCode(code)).status).toBe(200);
    expect(await phone.isSignedIn()).toBe(true);
    const other = browser('203.0.113.10');
    await other.enterPassword(account);
    expect((await other.enterCode(code)).status).toBe(422);
    // Neither an earlier one, nor one without a password.
    expect((await other.enterCode(totpCode(key, now() - 30))).status).toBe(422);
    expect((await browser('203.0.113.11').enterCode(totpCode(key, now() + 30))).status).toBe(401);
    expect((await other.enterCode(totpCode(key, now() + 30))).status).toBe(200);
    // The step works once.
    other.cookies.set('godhuli_signing_in', step);
    expect((await other.enterCode(totpCode(key, now() + 60))).status).toBe(401);
  });

  it('SEC-2FA-2 of two sign-ins at once with the same code one succeeds', async () => {
    const { account, key } = await withApp();
    const browsers = ['203.0.113.20', '203.0.113.21', '203.0.113.22'].map((address) => browser(address));
    for (const each of browsers) await each.enterPassword(account);
    const code = totpCode(key, now());
    const statuses = await Promise.all(browsers.map(async (each) => (await each.enterCode(code)).status));
    expect(statuses.sort()).toEqual([200, 422, 422]);
  });

  it('SEC-2FA-3 five wrong codes end the sign-in, notify the owner, and more are limited', async () => {
    const { account, desk, key } = await withApp();
    const thief = browser('198.51.100.1');
    await thief.enterPassword(account);
    for (let guess = 0; guess < 5; guess += 1) expect((await thief.enterCode('000000')).status).toBe(422);
    // The right code is too late.
    expect((await thief.enterCode(totpCode(key, now()))).status).toBe(401);
    expect(await desk.noticeKinds()).toContain('wrong-codes');
    await thief.enterPassword(account);
    expect((await thief.enterCode(totpCode(key, now()))).status).toBe(429);
    // From many networks: the account as a whole is limited, and the owner's known device is not.
    for (let network = 0; network < 30; network += 1) {
      const each = browser(`10.9.${network}.1`);
      await each.enterPassword(account);
      await each.enterCode('000000');
    }
    const elsewhere = browser('10.10.1.1');
    await elsewhere.enterPassword(account);
    expect((await elsewhere.enterCode(totpCode(key, now()))).status).toBe(429);
    await desk.call('POST', '/api/admin/auth/logout');
    await desk.enterPassword(account);
    expect((await desk.enterCode(totpCode(key, now()))).status).toBe(200);
  });

  it('SEC-2FA-3 notifies the owner of wrong codes spread over several sign-ins', async () => {
    const { account, desk } = await withApp();
    const notices = async () => (await desk.noticeKinds()).filter((kind) => kind === 'wrong-codes').length;
    const guess = async (from: string, times: number) => {
      const thief = browser(from);
      await thief.enterPassword(account);
      for (let code = 0; code < times; code += 1) expect((await thief.enterCode('000000')).status).toBe(422);
    };
    await guess('198.51.100.11', 4);
    expect(await notices()).toBe(0);
    await guess('198.51.100.12', 1);
    expect(await notices()).toBe(1);
    // Again when the number has doubled, not after every code.
    await guess('198.51.100.13', 4);
    expect(await notices()).toBe(1);
    await guess('198.51.100.14', 1);
    expect(await notices()).toBe(2);
    await guess('198.51.100.15', 5);
    expect(await notices()).toBe(2);
  });

  it('SEC-2FA-3 notifies the owner of codes that the limits refuse', async () => {
    const { account, desk } = await withApp();
    const thief = browser('198.51.100.16');
    await thief.enterPassword(account);
    // Use up the limit of the network.
    for (let attempt = 0; attempt < 30; attempt += 1) await thief.call('POST', '/api/admin/auth/passkey/options');
    for (let code = 0; code < 4; code += 1) expect((await thief.enterCode('000000')).status).toBe(429);
    expect(await desk.noticeKinds()).not.toContain('wrong-codes');
    expect((await thief.enterCode('000000')).status).toBe(429);
    expect(await desk.noticeKinds()).toContain('wrong-codes');
  });

  it('SEC-2FA-4 a recovery code works once, in any case; new ones replace all', async () => {
    const { account, desk, recoveryCodes } = await withApp();
    const [first = '', second = ''] = recoveryCodes;
    const phone = browser('203.0.113.30');
    await phone.enterPassword(account);
    expect((await phone.enterCode(first.toLowerCase().replaceAll('-', ' '), 'recovery-code')).status).toBe(200);
    expect(await phone.noticeKinds()).toContain('recovery-code-used');
    const notices = z.array(accountNoticeSchema).parse(await phone.read('GET', '/api/admin/me/notices'));
    expect(notices.find(({ kind }) => kind === 'recovery-code-used')?.details).toEqual({ codesLeft: 9 });
    await phone.enterPassword(account);
    expect((await phone.enterCode(first, 'recovery-code')).status).toBe(422);
    expect((await desk.factors()).recoveryCodes).toBe(9);
    await confirmedAgo(account);
    const renew = '/api/admin/me/second-factor/recovery-codes';
    expect((await desk.call('POST', renew)).status).toBe(403);
    await desk.call('POST', '/api/admin/auth/confirm', { password: account.password });
    const { recoveryCodes: renewed } = recoveryCodesSchema.parse(await desk.read('POST', renew));
    expect(renewed).toHaveLength(10);
    expect((await phone.enterCode(second, 'recovery-code')).status).toBe(422);
    expect((await phone.enterCode(renewed?.[0] ?? '', 'recovery-code')).status).toBe(200);
  });

  it('SEC-2FA-4 of two sign-ins at once with the same recovery code one succeeds', async () => {
    const { account, recoveryCodes } = await withApp();
    const browsers = ['203.0.113.34', '203.0.113.35', '203.0.113.36'].map((address) => browser(address));
    for (const each of browsers) await each.enterPassword(account);
    const sent = browsers.map(async (each) => (await each.enterCode(recoveryCodes[0] ?? '', 'recovery-code')).status);
    expect((await Promise.all(sent)).sort()).toEqual([200, 422, 422]);
  });

  it('SEC-2FA-5 adding, removing and renewing need the password again', async () => {
    const { account, desk } = await withApp();
    await addPasskey(desk, 'Laptop');
    const [passkey] = (await desk.factors()).passkeys;
    await confirmedAgo(account);
    for (const [method, path] of [
      ['DELETE', '/api/admin/me/second-factor/totp'],
      ['POST', '/api/admin/me/second-factor/totp'],
      ['POST', '/api/admin/me/passkeys/options'],
      ['DELETE', `/api/admin/me/passkeys/${passkey?._id}`],
    ] as const) {
      const response = await desk.call(method, path);
      expect({ path, status: response.status }).toEqual({ path, status: 403 });
      expect(await jsonOf(response)).toMatchObject({ code: 'password-required' });
    }
    await desk.call('POST', '/api/admin/auth/confirm', { password: account.password });
    expect((await desk.call('DELETE', '/api/admin/me/second-factor/totp')).status).toBe(204);
    expect(await desk.factors()).toMatchObject({ totp: false, recoveryCodes: 10 });
    expect((await desk.call('DELETE', `/api/admin/me/passkeys/${passkey?._id}`)).status).toBe(204);
    // Without any factor nothing is left to recover.
    expect(await desk.factors()).toMatchObject({ recoveryCodes: 0, passkeys: [] });
    expect((await browser('203.0.113.33').enterPassword(account)).success).toBe(true);
  });

  it('SEC-2FA-6 passkeys are added, renamed, listed and removed by their owner alone', async () => {
    const account = await addUser();
    const desk = browser('203.0.113.40');
    await desk.enterPassword(account);
    const laptop = await addPasskey(desk, 'Laptop');
    expect(laptop.response.status).toBe(201);
    expect((await jsonOf(laptop.response)).recoveryCodes).toHaveLength(10);
    const phone = await addPasskey(desk, 'Phone');
    expect((await jsonOf(phone.response)).recoveryCodes).toBeNull();
    const [first, second] = (await desk.factors()).passkeys;
    expect(first?.name).toBe('Laptop');
    expect(second?.name).toBe('Phone');
    const path = `/api/admin/me/passkeys/${first?._id}`;
    expect((await desk.call('PUT', path, { name: ' ' })).status).toBe(422);
    expect(await desk.read('PUT', path, { name: 'Old laptop' })).toMatchObject({ name: 'Old laptop' });
    const stranger = browser('203.0.113.41');
    await stranger.enterPassword(await addUser());
    expect((await stranger.call('PUT', path, { name: 'Mine' })).status).toBe(404);
    expect((await stranger.call('DELETE', path)).status).toBe(404);
    // The same answer again, another site, or no PIN or fingerprint.
    const again = await desk.call('POST', '/api/admin/me/passkeys', { name: 'Again', response: laptop.sent });
    expect(again.status).toBe(422);
    expect((await addPasskey(desk, 'Phishing', { origin: 'https://evil.example' })).response.status).toBe(422);
    expect((await addPasskey(desk, 'No PIN', { isVerified: false })).response.status).toBe(422);
    expect((await desk.factors()).passkeys).toHaveLength(2);
  });

  it('SEC-2FA-7 a passkey signs in alone or after the password, with every check of its signature', async () => {
    const account = await addUser();
    const desk = browser('203.0.113.50');
    await desk.enterPassword(account);
    const { authenticator } = await addPasskey(desk, 'Laptop');
    const alone = browser('203.0.113.51');
    // A stranger may have got the signature from a script of this site.
    const refused = await signInWith(alone, authenticator);
    expect(refused.response.status).toBe(401);
    expect((await jsonOf(refused.response)).detail).toBe(
      'Enter your password first on this device. After that, the passkey alone is enough.',
    );
    const recorded = api.db.selectFrom('audit').select('entity_id').where('action', '=', 'auth.code-refused');
    expect(await recorded.orderBy('id', 'desc').executeTakeFirst()).toEqual({ entity_id: account.user._id });
    makeKnown(alone, desk);
    const { response, signed, options } = await signInWith(alone, authenticator);
    expect(options).toMatchObject({ rpId: RP_ID, userVerification: 'required' });
    expect(response.status).toBe(200);
    expect(await alone.isSignedIn()).toBe(true);
    const after = browser('203.0.113.52');
    expect(await after.enterPassword(account)).toMatchObject({ secondStep: { app: false, passkey: true } });
    const second = await signInWith(after, authenticator);
    expect(second.options.allowCredentials).toEqual([expect.objectContaining({ id: signed.id })]);
    expect(second.response.status).toBe(200);
    // Replayed, from another site, without a PIN, with an old counter, or of another authenticator.
    const thief = browser('203.0.113.53');
    makeKnown(thief, alone);
    expect((await thief.call('POST', '/api/admin/auth/passkey', { response: signed })).status).toBe(401);
    await thief.call('POST', '/api/admin/auth/passkey/options');
    expect((await thief.call('POST', '/api/admin/auth/passkey', { response: signed })).status).toBe(401);
    expect((await signInWith(thief, authenticator, { origin: 'https://evil.example' })).response.status).toBe(401);
    expect((await signInWith(thief, authenticator, { isVerified: false })).response.status).toBe(401);
    authenticator.state.counter = 0;
    expect((await signInWith(thief, authenticator)).response.status).toBe(401);
    expect((await signInWith(thief, softAuthenticator())).response.status).toBe(401);
    expect(await thief.isSignedIn()).toBe(false);
    // The passkey of another account does not complete this one's sign-in.
    const other = await addUser();
    const guest = browser('203.0.113.54');
    await guest.enterPassword(other);
    const foreign = await addPasskey(guest, 'Foreign');
    await thief.enterPassword(account);
    expect((await signInWith(thief, foreign.authenticator)).response.status).toBe(401);
    // A disabled user's passkey opens nothing.
    await api.as('admin')('PUT', `/api/admin/users/${account.user._id}`, { json: { disabled: true } });
    authenticator.state.counter = 100;
    const disabled = browser('203.0.113.55');
    makeKnown(disabled, alone);
    expect((await signInWith(disabled, authenticator)).response.status).toBe(401);
  });

  it('SEC-2FA-7 a passkey gives the key of its session to a document of the portal alone', async () => {
    const scriptHere = {
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'cors',
      'sec-fetch-dest': 'empty',
      origin: SITE,
    };
    const account = await addUser();
    const enterAt = async (headers: Record<string, string>, { user, password } = account) => {
      const at = browser('203.0.113.59', headers);
      const response = await at.call('POST', '/api/admin/auth/login', { email: user.email, password });
      headers[DOCUMENT_KEY] = response.headers.get(DOCUMENT_KEY) ?? '';
      return at;
    };
    const sent: Record<string, string> = { ...scriptHere };
    const desk = await enterAt(sent);
    const other = await enterAt({ ...scriptHere }, await addUser());
    const { authenticator } = await addPasskey(desk, 'Laptop');
    const keyFrom = async (at: Browser) => {
      const { response } = await signInWith(at, authenticator);
      expect(response.status).toBe(200);
      const { needsNewDocument = false } = await jsonOf(response);
      expect(response.headers.has(DOCUMENT_KEY)).toBe(!needsNewDocument);
      return !needsNewDocument;
    };
    const signedOut = browser('203.0.113.60', scriptHere);
    for (const at of [signedOut, other]) {
      makeKnown(at, desk);
      expect(await keyFrom(at)).toBe(false);
    }
    const { [DOCUMENT_KEY]: key = '', ...keyless } = sent;
    // A page of a user who is signed in knows no key, or a wrong one.
    for (const headers of [keyless, { ...keyless, [DOCUMENT_KEY]: 'x'.repeat(43) }]) {
      const page = browser('203.0.113.61', headers);
      for (const [name, value] of desk.cookies) page.cookies.set(name, value);
      expect(await keyFrom(page)).toBe(false);
      for (const [name, value] of page.cookies) desk.cookies.set(name, value);
      sent[DOCUMENT_KEY] = documentKeyOf(desk.cookies.get('godhuli_session') ?? '');
    }
    expect(key).not.toBe(sent[DOCUMENT_KEY]);
    await api.db
      .updateTable('sessions')
      .set({ last_seen_at: sql<Date>`now() - interval '31 minutes'` })
      .where('user_id', '=', account.user._id)
      .execute();
    expect(await keyFrom(desk)).toBe(true);
  });

  it('SEC-2FA-7 a challenge expires after ten minutes, and works in the session that asked for it alone', async () => {
    const account = await addUser();
    const [desk, phone] = [browser('203.0.113.56'), browser('203.0.113.57')];
    await desk.enterPassword(account);
    await phone.enterPassword(account);
    const { options } = await desk.read('POST', '/api/admin/me/passkeys/options');
    const response = softAuthenticator().create({ challenge: options.challenge, origin: SITE, rpId: RP_ID }, 'x');
    phone.cookies.set('godhuli_passkey', desk.cookies.get('godhuli_passkey') ?? '');
    expect((await phone.call('POST', '/api/admin/me/passkeys', { name: 'Stolen', response })).status).toBe(422);
    const { authenticator } = await addPasskey(desk, 'Laptop');
    const late = browser('203.0.113.58');
    const { options: old } = await late.read('POST', '/api/admin/auth/passkey/options');
    await api.db.updateTable('sign_in_steps').set({ created_at: sql<Date>`now() - interval '11 minutes'` }).execute();
    const signed = authenticator.get({ challenge: old.challenge, origin: SITE, rpId: RP_ID });
    expect((await late.call('POST', '/api/admin/auth/passkey', { response: signed })).status).toBe(401);
  });

  it('SEC-2FA-8 who has none must add one at the next sign-in before anything else works', async () => {
    const { desk: admin, account: owner } = await withApp('admin');
    const editor = await addUser();
    const before = browser('203.0.113.60');
    await before.enterPassword(editor);
    const unprotected = browser('203.0.113.61');
    await unprotected.enterPassword(await addUser('admin'));
    const require = (at: Browser, isSecondFactorRequired: boolean) =>
      at.call('PUT', '/api/admin/security', { isSecondFactorRequired });
    expect((await require(before, true)).status).toBe(403);
    // A stolen session of an admin, without the password.
    await confirmedAgo(owner);
    expect((await require(admin, true)).status).toBe(403);
    const reset = await admin.call('DELETE', `/api/admin/users/${editor.user._id}/second-factor`);
    expect(await jsonOf(reset)).toMatchObject({ status: 403, code: 'password-required' });
    await admin.call('POST', '/api/admin/auth/confirm', { password: owner.password });
    // An admin without one cannot lock everyone out.
    expect((await require(unprotected, true)).status).toBe(409);
    expect((await require(admin, true)).status).toBe(200);
    // Work in progress continues until the session ends.
    expect((await before.call('GET', '/api/inquiries')).status).toBe(200);
    const after = browser('203.0.113.62');
    expect(await after.enterPassword(editor)).toMatchObject({ success: true });
    for (const [method, path, json] of [
      ['GET', '/api/inquiries', undefined],
      ['GET', '/api/admin/me/sessions', undefined],
      ['PUT', '/api/admin/me/password', { current: editor.password, next: 'another long password' }],
      ['GET', '/api/openapi.json', undefined],
      ['POST', '/api/preview', {}],
    ] as const) {
      const response = await after.call(method, path, json);
      expect({ path, status: response.status }).toEqual({ path, status: 403 });
      expect(await jsonOf(response)).toMatchObject({ code: SECOND_FACTOR_REQUIRED });
    }
    expect(await after.read('GET', '/api/admin/me')).toMatchObject({ mustAddSecondFactor: true });
    const { key } = totpKeySchema.parse(await after.read('POST', '/api/admin/me/second-factor/totp'));
    await after.call('POST', '/api/admin/me/second-factor/totp/confirm', { code: totpCode(key, now()) });
    expect((await after.call('GET', '/api/inquiries')).status).toBe(200);
    // The last one stays while it is required.
    expect((await after.call('DELETE', '/api/admin/me/second-factor/totp')).status).toBe(409);
    expect((await after.factors()).totp).toBe(true);
    expect((await admin.read('GET', '/api/admin/security')).usersWithSecondFactor).toContain(owner.user._id);
    expect((await require(admin, false)).status).toBe(200);
    expect((await after.call('DELETE', '/api/admin/me/second-factor/totp')).status).toBe(204);
  });

  it("SEC-2FA-9 an admin resets a user's second factor: sessions end, audit and notice say who", async () => {
    const { account, desk } = await withApp();
    await addPasskey(desk, 'Laptop');
    const path = `/api/admin/users/${account.user._id}/second-factor`;
    expect((await desk.call('DELETE', path)).status).toBe(403);
    expect((await api.as('admin')('DELETE', path)).status).toBe(204);
    expect(await desk.isSignedIn()).toBe(false);
    expect((await desk.enterPassword(account)).success).toBe(true);
    const notices = z.array(accountNoticeSchema).parse(await desk.read('GET', '/api/admin/me/notices'));
    expect(notices.find(({ kind }) => kind === 'second-factor-reset')?.details.by).toBe('Asha Admin');
    expect(await desk.factors()).toMatchObject({ totp: false, recoveryCodes: 0, passkeys: [] });
    const entry = await api.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'users.reset-second-factor')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ user_name: 'Asha Admin', entity_id: account.user._id });
    const own = browser('203.0.113.70');
    const admin = await addUser('admin');
    await own.enterPassword(admin);
    expect((await own.call('DELETE', `/api/admin/users/${admin.user._id}/second-factor`)).status).toBe(409);
    // The command line of the server lets the last admin in again.
    const last = await withApp('admin');
    await resetSecondFactor(api.db, { id: null, name: 'command line', network: null }, last.account.user._id);
    expect((await browser('203.0.113.71').enterPassword(last.account)).success).toBe(true);
  });

  it('SEC-2FA-10 neither a new password, nor a link, nor signing out everywhere opens or keeps a way in', async () => {
    const { account, desk, key } = await withApp();
    const started = browser('203.0.113.80');
    await started.enterPassword(account);
    const id = account.user._id;
    const link = await jsonOf(await api.as('admin')('POST', `/api/admin/users/${id}/reset-link`));
    const next = 'four unusual words here';
    const mailbox = browser('203.0.113.81');
    const reset = { token: link.path.split('#')[1], next };
    expect((await mailbox.call('POST', '/api/admin/auth/reset-password', reset)).status).toBe(200);
    expect(await mailbox.isSignedIn()).toBe(false);
    // The sign-in that the old password began has ended.
    expect((await started.enterCode(totpCode(key, now()))).status).toBe(401);
    expect((await mailbox.enterPassword({ ...account, password: next })).success).toBe(false);
    await api.as('admin')('DELETE', `/api/admin/users/${id}/sessions`);
    expect((await mailbox.enterCode(totpCode(key, now()))).status).toBe(401);
    expect(await desk.isSignedIn()).toBe(false);
    await mailbox.enterPassword({ ...account, password: next });
    expect((await mailbox.enterCode(totpCode(key, now()))).status).toBe(200);
  });
});
