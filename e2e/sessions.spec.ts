import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import { Client } from 'pg';
import { createDatabase } from './product/database';
import { ADMIN, type Product, ROOT, startProduct } from './product/start-product';

const PROGRAM = 'api/dist/main.js';
const skewed = (hours: number) => ({
  NODE_OPTIONS: `--import=${pathToFileURL(join(ROOT, 'e2e/product/skewed-clock.mjs')).href}`,
  CLOCK_SKEW_HOURS: String(hours),
});

/** Two processes on one Postgres behind a proxy: the clock of one is 25 hours behind, that of the other 25 hours ahead. */
let processes: [Product, Product];
let database: Awaited<ReturnType<typeof createDatabase>>;
let client: Client;
test.beforeAll(async () => {
  test.setTimeout(300_000);
  database = await createDatabase();
  const env = { DATABASE_URL: database.url, TRUSTED_PROXIES: '127.0.0.1' };
  const behind = await startProduct({ program: PROGRAM, env: { ...env, ...skewed(-25) } });
  const { dataDir } = behind;
  processes = [behind, await startProduct({ program: PROGRAM, dataDir, env: { ...env, ...skewed(25) } })];
  client = new Client({ connectionString: database.url });
  await client.connect();
});
test.afterAll(async () => {
  await client?.end();
  for (const each of processes ?? []) await each.end('SIGKILL');
  await processes?.[0].remove();
  await database?.drop();
});

interface Call {
  method?: string;
  json?: unknown;
  cookie?: string;
  /** the client's IP, as the proxy reports it */
  from?: string;
  https?: boolean;
}
const call = (product: Product, path: string, { method = 'GET', json, cookie, from, https }: Call = {}) =>
  fetch(product.url + path, {
    method,
    headers: {
      origin: product.url,
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(cookie === undefined ? {} : { cookie }),
      ...(from === undefined ? {} : { 'x-forwarded-for': from }),
      ...(https ? { 'x-forwarded-proto': 'https' } : {}),
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
/** Returns the status, and closes the body. */
async function statusOf(response: Promise<Response>): Promise<number> {
  const { status, body } = await response;
  await body?.cancel();
  return status;
}
let network = 0;
const newNetwork = () => `198.18.${Math.floor(network / 250)}.${(network++ % 250) + 1}`;
const login = (product: Product, credentials: { email: string; password: string }, more: Call = {}) =>
  call(product, '/api/admin/auth/login', { method: 'POST', json: credentials, from: newNetwork(), ...more });
const cookieOf = (response: Response) => response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
const me = (product: Product, cookie: string) => statusOf(call(product, '/api/admin/me', { cookie }));
const onBoth = (cookie: string) => Promise.all(processes.map((each) => me(each, cookie)));
const count = async (text: string) => Number((await client.query(text)).rows[0].count);
/** Counts the responses by status. */
const tally = (statuses: number[]) =>
  Object.fromEntries(
    [...new Set(statuses)].sort().map((each) => [each, statuses.filter((one) => one === each).length]),
  );

test('200 parallel guesses on two processes get 5 password checks; the owner can still sign in', async () => {
  const attacker = '203.0.113.7';
  const guess = (index: number) =>
    statusOf(login(processes[index % 2] as Product, { ...ADMIN, password: `guess ${index}` }, { from: attacker }));
  const guesses = tally(await Promise.all(Array.from({ length: 200 }, (_, index) => guess(index))));
  const checked = await count("select count(*) from audit where action = 'auth.refused'");
  expect(guesses).toEqual({ 401: 5, 429: 195 });
  expect(checked).toBe(5);
  // The right password is refused on the attacker's network, and accepted on every other one.
  expect(await statusOf(login(processes[1], ADMIN, { from: attacker }))).toBe(429);
  for (const each of processes) expect(await statusOf(login(each, ADMIN))).toBe(200);

  const rotating = (index: number) =>
    statusOf(
      login(
        processes[index % 2] as Product,
        { email: `name${index}@example.com`, password: 'x' },
        { from: '203.0.113.8' },
      ),
    );
  const names = tally(await Promise.all(Array.from({ length: 200 }, (_, index) => rotating(index))));
  expect(names).toEqual({ 401: 30, 429: 170 });
  console.log(
    `200 parallel guesses: ${checked} checks; 200 rotating names: ${names[401]} checks; the owner elsewhere: 200`,
  );
});

test('X-Forwarded-For counts only from a configured proxy', async () => {
  const env = { DATABASE_URL: database.url, TRUSTED_PROXIES: '10.0.0.0/8' };
  const direct = await startProduct({ program: PROGRAM, dataDir: processes[0].dataDir, env });
  try {
    const statuses: number[] = [];
    for (let index = 0; index < 7; index += 1)
      statuses.push(
        await statusOf(login(direct, { ...ADMIN, password: 'wrong' }, { from: `203.0.113.${100 + index}` })),
      );
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
  } finally {
    await direct.end();
  }
});

test('a session ends with logout, a new password, a new role or disabling; no replay passes', async () => {
  const admin = cookieOf(await login(processes[0], ADMIN));
  const act = (product: Product, method: string, path: string, json?: unknown, cookie = admin) =>
    call(product, path, { method, json, cookie, from: newNetwork() });
  let users = 0;
  const newUser = async () => {
    users += 1;
    const input = { email: `user${users}@example.com`, name: `User ${users}`, role: 'editor' };
    const response = await act(processes[0], 'POST', '/api/admin/users', input);
    const { user, password } = (await response.json()) as { user: { _id: string }; password: string };
    return { id: user._id, email: input.email, password };
  };
  type User = Awaited<ReturnType<typeof newUser>>;

  await test.step('a sign-in makes a new session, and ends the one of its cookie', async () => {
    const planted = `godhuli_session=${'A'.repeat(43)}`;
    const first = cookieOf(await login(processes[0], ADMIN, { cookie: planted }));
    expect(first).not.toBe(planted);
    const second = cookieOf(await login(processes[1], ADMIN, { cookie: first }));
    expect(await onBoth(planted)).toEqual([401, 401]);
    expect(await onBoth(first)).toEqual([401, 401]);
    expect(await onBoth(second)).toEqual([200, 200]);
  });

  const next = 'a password chosen later';
  const endings: Record<string, (user: User, cookie: string) => Promise<Response>> = {
    logout: (_, cookie) => act(processes[0], 'POST', '/api/admin/auth/logout', undefined, cookie),
    'a new password': ({ password }, cookie) =>
      act(processes[1], 'PUT', '/api/admin/me/password', { current: password, next }, cookie),
    'a new password by an admin': ({ id }) => act(processes[0], 'POST', `/api/admin/users/${id}/password`),
    'a new password by a link': async ({ id }) => {
      const response = await act(processes[0], 'POST', `/api/admin/users/${id}/reset-link`);
      const { path } = (await response.json()) as { path: string };
      return act(processes[1], 'POST', '/api/admin/auth/reset-password', { token: path.split('#')[1], next }, '');
    },
    'a new role': ({ id }) => act(processes[1], 'PUT', `/api/admin/users/${id}`, { role: 'admin' }),
    disabling: ({ id }) => act(processes[0], 'PUT', `/api/admin/users/${id}`, { disabled: true }),
  };
  const passed: Record<string, number> = {};
  for (const [name, end] of Object.entries(endings))
    await test.step(`${name} ends the session: 0 of 100 replays pass on each process`, async () => {
      const user = await newUser();
      const { email, password } = user;
      const cookie = cookieOf(await login(processes[1], { email, password }));
      expect(await onBoth(cookie)).toEqual([200, 200]);
      expect(await statusOf(end(user, cookie)), name).toBe(200);
      const replays = Array.from({ length: 200 }, (_, index) => me(processes[index % 2] as Product, cookie));
      passed[name] = (await Promise.all(replays)).filter((status) => status !== 401).length;
      expect(passed[name]).toBe(0);
    });
  console.log(`replays that passed, of 100 on each of two processes: ${JSON.stringify(passed)}`);
});

test('a session lasts 30 idle minutes and at most 12 hours by the clock of the database', async () => {
  const cookie = cookieOf(await login(processes[0], ADMIN));
  const hash = createHash('sha256')
    .update(cookie.split('=')[1] ?? '')
    .digest('hex');
  const set = (column: 'last_seen_at' | 'created_at', ago: string) =>
    client.query(`update sessions set ${column} = now() - interval '${ago}' where token_hash = $1`, [hash]);
  // A deploy token has the timestamp of the process that creates it.
  const hoursOff = await Promise.all(
    processes.map(async (each) => {
      const response = await call(each, '/api/remotes/clock/deploy-tokens', { method: 'POST', cookie });
      const { createdAt } = (await response.json()) as { createdAt: string };
      return Math.round((Date.parse(createdAt) - Date.now()) / 3_600_000);
    }),
  );
  expect(hoursOff).toEqual([-25, 25]);
  for (const [column, ago, status] of [
    ['last_seen_at', '29 minutes', 200],
    ['created_at', '11 hours 59 minutes', 200],
    ['last_seen_at', '30 minutes 1 second', 401],
    ['last_seen_at', '0 seconds', 200],
    ['created_at', '12 hours 1 second', 401],
  ] as const) {
    // A request changes last_seen_at, so the timestamp is set again for each process.
    for (const each of processes) {
      await set(column, ago);
      expect(await me(each, cookie), `${column} ${ago} ago`).toBe(status);
    }
  }
});

test('only hashes of sessions are stored; behind https the cookie is Secure and has a __Host- name', async () => {
  const response = await login(processes[0], ADMIN, { https: true });
  expect(response.headers.getSetCookie()[0]).toMatch(
    /^__Host-godhuli_session=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  );
  const token = cookieOf(response).split('=')[1] ?? '';
  const { rows } = await client.query('select sessions::text as text, token_hash from sessions');
  expect(rows.map(({ token_hash }) => token_hash)).toContain(createHash('sha256').update(token).digest('hex'));
  expect(rows.filter(({ text }) => text.includes(token))).toEqual([]);
  // Without https the same cookie is not accepted.
  expect(await me(processes[0], cookieOf(response))).toBe(401);
  expect(await statusOf(call(processes[0], '/api/admin/me', { cookie: cookieOf(response), https: true }))).toBe(200);
});

test('no secret is in the logs, also of requests that fail in the database, nor in files for browsers', async () => {
  await test.step('logs', async () => {
    const [product] = processes;
    const cookie = cookieOf(await login(product, ADMIN));
    const [{ password_hash: hash } = {}] = (
      await client.query('select password_hash from users where email = $1', [ADMIN.email])
    ).rows;
    const newPassword = 'a password that is not stored';
    const tables = ['sessions', 'users'];
    // The error of Postgres then contains the whole row that it refuses.
    for (const table of tables) await client.query(`alter table ${table} add constraint never check (false) not valid`);
    const loginStatus = await statusOf(login(product, ADMIN));
    const passwordStatus = await statusOf(
      call(product, '/api/admin/me/password', {
        method: 'PUT',
        cookie,
        json: { current: ADMIN.password, next: newPassword },
        from: newNetwork(),
      }),
    );
    for (const table of tables) await client.query(`alter table ${table} drop constraint never`);
    expect(loginStatus).toBe(500);
    expect(passwordStatus).toBe(500);
    const logs = product.output();
    expect(logs.match(/request failed/g)).toHaveLength(2);
    const secrets = [ADMIN.password, newPassword, cookie.split('=')[1], hash.slice(0, 20)];
    expect(secrets.every((secret) => secret.length > 8)).toBe(true);
    expect(secrets.filter((secret) => logs.includes(secret))).toEqual([]);
    console.log(`${logs.length} characters of logs: no secret`);
  });

  await test.step('files for browsers', async () => {
    const folders = ['shell/dist', 'public-site/dist', 'admin-portal/dist', 'legacy-admin/dist'];
    const found: string[] = [];
    let files = 0;
    for (const folder of folders) {
      const inside = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true });
      for (const file of inside.filter((each) => each.isFile() && /\.(c?js|css|html|json|map)$/.test(each.name))) {
        const text = await readFile(join(file.parentPath, file.name), 'utf8');
        files += 1;
        const secret = /ADMIN_PASSWORD|METRICS_TOKEN|FRONT_DOOR_TOKEN|DATABASE_URL|PRIVATE KEY|postgres(ql)?:\/\//.exec(
          text,
        )?.[0];
        if (secret || text.includes(ROOT)) found.push(`${folder}/${file.name}: ${secret ?? 'a path of this machine'}`);
      }
    }
    expect(found).toEqual([]);
    expect(files).toBeGreaterThan(10);
    console.log(`${files} files for browsers: no secret`);
  });
});
