import { expect, test } from '@playwright/test';
import { Client } from 'pg';
import { createDatabase } from './product/database';
import { ADMIN, type Product, startProduct } from './product/start-product';

/** Two processes of the whole product on one Postgres; the second signs in to it as a role of its own. */
const SECOND_ROLE = 'second_front_door';
let database: Awaited<ReturnType<typeof createDatabase>>;
let client: Client;
let first: Product;
let second: Product;
let cookie: string;
let itemId: string;

test.beforeAll(async () => {
  database = await createDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(`drop role if exists ${SECOND_ROLE}`);
  // A member of the owner, so that it may do all that the owner may, yet with limits of its own.
  await client.query(`create role ${SECOND_ROLE} login in role ${new URL(database.url).username}`);
  first = await startProduct({ env: { DATABASE_URL: database.url } });
  const ofSecond = new URL(database.url);
  ofSecond.username = SECOND_ROLE;
  second = await startProduct({ env: { DATABASE_URL: ofSecond.href } });
  const signedIn = await fetch(`${first.url}/api/admin/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: first.url },
    body: JSON.stringify(ADMIN),
  });
  cookie = signedIn.headers.getSetCookie().join('; ').split(';')[0] ?? '';
  const [item] = await (await fetch(`${first.url}/api/portfolio/wedding`)).json();
  itemId = item._id;
});
test.afterAll(async () => {
  await first?.remove();
  await second?.remove();
  await client?.end();
  await database?.drop();
});

/** A staff edit through the first process: the item's title. */
async function edit(title: string): Promise<void> {
  const response = await fetch(`${first.url}/api/portfolio/${itemId}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', origin: first.url, cookie },
    body: JSON.stringify({ title }),
  });
  expect(response.status, await response.text()).toBe(200);
}
const page = async (product: Product) => (await fetch(`${product.url}/`)).text();
const titles = async (product: Product) =>
  (await (await fetch(`${product.url}/api/portfolio`)).json()).map(({ title }: { title: string }) => title);
/** Backends of the second process that listen. */
const LISTENERS = `from pg_stat_activity where usename = '${SECOND_ROLE}' and query ilike 'listen %'`;
const listeners = async () => (await client.query(`select count(*)::int as count ${LISTENERS}`)).rows[0].count;

test('a staff edit is on the next page of its process, and of the other once Postgres has notified it', async () => {
  for (const number of [1, 2, 3]) {
    const title = `Edited ${number} times`;
    const tags = await Promise.all([first, second].map(async ({ url }) => (await fetch(url)).headers.get('etag')));
    await edit(title);
    expect(await page(first)).toContain(title);
    expect(await titles(first)).toContain(title);
    await expect.poll(() => page(second), { intervals: [5] }).toContain(title);
    expect(await titles(second)).toContain(title);
    for (const [index, product] of [first, second].entries()) {
      const known = { headers: { 'if-none-match': tags[index] ?? '' } };
      const changed = await fetch(product.url, known);
      expect(changed.status).toBe(200);
      const etag = changed.headers.get('etag') ?? '';
      expect((await fetch(product.url, { headers: { 'if-none-match': etag } })).status).toBe(304);
    }
  }
});

test('a process that cannot listen to Postgres reads at every request until it listens again', async () => {
  await titles(second);
  // No new connection for it, and the one it listens on ends: its queries go on over those that it has.
  await client.query(`alter role ${SECOND_ROLE} connection limit 1`);
  await client.query(`select pg_terminate_backend(pid) ${LISTENERS}`);
  await edit('Nobody told');
  await expect.poll(() => titles(second), { intervals: [5] }).toContain('Nobody told');
  for (const title of ['Asked once', 'Asked twice', 'Asked three times']) {
    await edit(title);
    expect(await titles(second)).toContain(title);
  }
  expect(await listeners()).toBe(0);
  await client.query(`alter role ${SECOND_ROLE} connection limit -1`);
  await expect.poll(listeners, { intervals: [50] }).toBeGreaterThan(0);
  await edit('Told again');
  await expect.poll(() => page(second), { intervals: [5] }).toContain('Told again');
});
