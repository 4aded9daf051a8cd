import { expect, test } from '@playwright/test';
import { Client } from 'pg';
import { createDatabase } from '../product/database';
import { type Product, startProduct } from '../product/start-product';
import { COMMIT_DONE, startTcpProxy, type TcpProxy, targetOf, throughProxy } from './tcp-proxy';

/** The whole product on a Postgres that stands behind the proxy. */
let product: Product;
let proxy: TcpProxy;
let database: Awaited<ReturnType<typeof createDatabase>>;
test.beforeAll(async () => {
  database = await createDatabase();
  proxy = await startTcpProxy(targetOf(database.url));
  product = await startProduct({ env: { DATABASE_URL: throughProxy(database.url, proxy) } });
});
test.afterAll(async () => {
  await product?.remove();
  await proxy?.close();
  await database?.drop();
});
test.afterEach(async () => {
  proxy.heal();
  proxy.setLatency(0);
  await expect.poll(async () => (await read('/api/services')).status, { intervals: [50] }).toBe(200);
});

const read = (path: string) => fetch(product.url + path);
const send = (name: string, key: string) =>
  fetch(`${product.url}/api/inquiries`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ name, eventType: 'wedding', elapsedMs: 9000 }),
  });
/** Asks past the proxy how many inquiries of that name are stored. */
async function stored(name: string): Promise<number> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query('select count(*)::int as count from inquiries where name = $1', [name]);
  await client.end();
  return rows[0].count;
}

test('the reply of COMMIT is lost: the visitor is told it failed, and the retry with the same key stores nothing twice', async () => {
  const cut = proxy.cutWhenServerSays(COMMIT_DONE);
  const [first] = await Promise.all([send('Lost Reply', 'lost-reply-key-1'), cut]);
  expect(first.status).toBe(503);
  expect(await stored('Lost Reply')).toBe(1);
  const retries = await Promise.all([1, 2, 3].map(() => send('Lost Reply', 'lost-reply-key-1')));
  expect(retries.map((answer) => answer.status)).toEqual([201, 201, 201]);
  const receipts = await Promise.all(retries.map((answer) => answer.text()));
  expect(new Set(receipts).size).toBe(1);
  expect(await stored('Lost Reply')).toBe(1);
});

test('the database is away: the page is served, a write is refused with 503 and stores nothing; both work again after', async () => {
  const page = await (await read('/')).text();
  proxy.refuse();
  const away = await read('/');
  expect(away.status).toBe(200);
  // What the studio says is there; nothing of it came from a database.
  for (const [, heading] of page.matchAll(/<h2[^>]*>([^<]{8,})</g))
    expect(await away.clone().text()).toContain(heading);
  const refused = await send('While Away', 'while-away-key-1');
  expect([refused.status, refused.headers.get('content-type')]).toEqual([503, 'application/problem+json']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  proxy.heal();
  await expect.poll(async () => (await send('While Away', 'while-away-key-1')).status, { intervals: [50] }).toBe(201);
  expect(await stored('While Away')).toBe(1);
});

test('every connection is reset at once: the process lives, and the next write works', async () => {
  proxy.reset();
  await expect.poll(async () => (await send('After Reset', 'after-reset-key-1')).status, { intervals: [50] }).toBe(201);
  expect(await stored('After Reset')).toBe(1);
  process.kill(product.pid, 0);
});

test('the database hangs without a word: the front door answers, and what waited is stored once when it comes back', async () => {
  proxy.hang();
  const waiting = send('While Hung', 'while-hung-key-1');
  for (const path of ['/livez', '/readyz', '/composition.json']) expect((await read(path)).status).toBe(200);
  proxy.heal();
  expect((await waiting).status).toBe(201);
  expect(await stored('While Hung')).toBe(1);
});
