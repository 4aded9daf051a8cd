import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CurrentComposition } from '@godhuli/contracts/page';
import type { ReleaseManifest } from '@godhuli/contracts/releases';
import type { Page } from '@playwright/test';
import { Client } from 'pg';
import { startPostgres } from '../../scripts/throw-away-postgres.mjs';
import { expect, test } from '../page/test';
import { hydrate, isHydrated } from '../page/visitor';
import { ADMIN, type Product, startProduct } from '../product/start-product';
import { freeze } from './freeze';
import { COMMIT_COMPLETE, startTcpProxy, type TcpProxy, targetOf, throughProxy } from './tcp-proxy';
import { type Sent, sendInquiry } from './visitors';
import { p95, promise, reportFigure, volume } from './volume';

/** How long the database is unavailable, hung or slow. */
const OUTAGE_MS = volume('OUTAGE_SECONDS', 3, 30) * 1000;
/** The guaranteed time for a response to the form. */
const RESPONSE_MS = 3000;
const RECOVERY_MS = 5000;

/** The whole product on a separate Postgres behind the proxy. */
let cluster: NonNullable<Awaited<ReturnType<typeof startPostgres>>>;
let product: Product;
let proxy: TcpProxy;
/** The URL of a photo and the labels of the page before any fault. */
let photoUrl: string;
let labels: string[];
test.beforeAll(async () => {
  const started = await startPostgres();
  if (!started) throw new Error('no Postgres on this machine');
  cluster = started;
  proxy = await startTcpProxy(targetOf(cluster.url));
  product = await startProduct({ env: { DATABASE_URL: throughProxy(cluster.url, proxy) } });
  const page = await (await read('/')).text();
  photoUrl = /\/media\/[0-9a-f]+\/\d+(?:\.v\d+)?\.(?:jpg|webp|avif)/.exec(page)?.[0] ?? 'no photo';
  const stats = (await (await read('/api/stats')).json()) as { label: string }[];
  labels = stats.map(({ label }) => label);
  expect(labels.filter((label) => !page.includes(label))).toEqual([]);
  expect((await read(photoUrl)).status).toBe(200);
  expect(labels.length).toBeGreaterThan(2);
});
test.afterAll(async () => {
  await product?.remove();
  await proxy?.close();
  cluster?.stop();
});
test.afterEach(async () => {
  proxy.heal();
  proxy.setLatency(0);
  await expect.poll(async () => (await read('/api/services')).status, { intervals: [50] }).toBe(200);
});

const read = (path: string) => fetch(product.url + path);
const send = (name: string, key: string) => sendInquiry(product.url, { name, key });
/** Queries the database without the proxy. */
async function query<Row>(sql: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: cluster.url });
  await client.connect();
  try {
    return (await client.query(sql, values)).rows as Row[];
  } finally {
    await client.end();
  }
}
async function stored(name: string): Promise<number> {
  const rows = await query<{ count: number }>('select count(*)::int as count from inquiries where name = $1', [name]);
  return rows[0]?.count ?? 0;
}

/** Reads and writes while the fault lasts, and returns the results. */
async function visitDuring(name: string): Promise<{ pages: number; writes: Sent[]; pageMs: number[] }> {
  const until = performance.now() + OUTAGE_MS;
  const writes: Sent[] = [];
  const pageMs: number[] = [];
  for (let round = 0; performance.now() < until; round += 1) {
    const writing = Promise.all([1, 2, 3].map((one) => send(name, `${name.replaceAll(' ', '-')}-${round}-${one}`)));
    const started = performance.now();
    const page = await read('/');
    pageMs.push(performance.now() - started);
    expect(page.status).toBe(200);
    const html = await page.text();
    expect(labels.filter((label) => !html.includes(label))).toEqual([]);
    for (const path of [photoUrl, '/livez', '/readyz', '/composition.json'])
      expect((await read(path)).status, path).toBe(200);
    writes.push(...(await writing));
  }
  return { pages: pageMs.length, writes, pageMs };
}

/** Sends an inquiry until it is accepted. Returns the time that took in milliseconds. */
async function recoveryMs(key: string): Promise<number> {
  const started = performance.now();
  await expect.poll(async () => (await send('Back Again', key)).status, { intervals: [50] }).toBe(201);
  return performance.now() - started;
}

const slowest = (times: number[]) => `${(Math.max(...times) / 1000).toFixed(2)} s`;

test('the reply of COMMIT is lost: the visitor gets 503, and a retry stores nothing twice', async () => {
  const cut = proxy.resetWhenServerSends(COMMIT_COMPLETE, Buffer.from('Lost Reply'));
  const [first] = await Promise.all([send('Lost Reply', 'lost-reply-key-1'), cut]);
  expect(first.status).toBe(503);
  expect(await stored('Lost Reply')).toBe(1);
  const { dataDir } = product;
  await product.end('SIGKILL');
  product = await startProduct({
    dataDir,
    port: Number(new URL(product.url).port),
    env: { DATABASE_URL: throughProxy(cluster.url, proxy) },
  });
  const retries = await Promise.all([1, 2, 3].map(() => send('Lost Reply', 'lost-reply-key-1')));
  expect(retries.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(new Set(retries.map(({ id }) => id)).size).toBe(1);
  expect(await stored('Lost Reply')).toBe(1);
  reportFigure('reply of COMMIT lost, process killed, 3 retries: 1 row, 1 id');
});

/** Waits until the front door has every file of the live releases, shortly after the start. */
async function waitForReleaseFiles(): Promise<void> {
  const { remotes } = (await (await read('/composition.json')).json()) as CurrentComposition;
  for (const [name, version] of Object.entries(remotes)) {
    const response = await read(`/api/remotes/${name}/releases/${version}`);
    const { files } = (await response.json()) as ReleaseManifest;
    const folder = join(product.dataDir, 'front-door/releases', name, version);
    await expect.poll(() => files.filter(({ path }) => !existsSync(join(folder, path)))).toEqual([]);
  }
}

/** Expects every page to load from the last known composition, and an error message when signing in. */
async function expectPagesLoad(page: Page): Promise<void> {
  await page.goto(product.url);
  await hydrate(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto(`${product.url}/admin-old`);
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible();
  await page.goto(`${product.url}/admin`);
  await page.getByLabel('Email').fill(ADMIN.email);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(ADMIN.email);
}

test('the database is unavailable: pages and photos are served, writes get 503 and are not stored', async ({
  page,
  consoleWatch,
}) => {
  const { pid } = product;
  await waitForReleaseFiles();
  proxy.refuse();
  consoleWatch.allow(/503/);
  await expectPagesLoad(page);
  const problem = await fetch(`${product.url}/api/inquiries`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': 'unavailable-key-0' },
    body: JSON.stringify({ name: 'While Unavailable', eventType: 'wedding' }),
  });
  expect(problem.status).toBe(503);
  expect(problem.headers.get('content-type')).toBe('application/problem+json');
  expect(Number(problem.headers.get('retry-after'))).toBeGreaterThan(0);
  const requestsBefore = proxy.requestCount();
  const { pages, writes } = await visitDuring('While Unavailable');
  const attempts = proxy.requestCount() - requestsBefore;
  expect(new Set(writes.map(({ status }) => status))).toEqual(new Set([503]));
  proxy.heal();
  const recovery = await recoveryMs('after-unavailable-key-1');
  expect(await stored('While Unavailable')).toBe(0);
  process.kill(pid, 0);
  const times = writes.map(({ tookMs }) => tookMs);
  reportFigure(
    `unavailable ${OUTAGE_MS / 1000} s: ${pages} pages 200, ${writes.length} writes 503 within ${slowest(times)}, ${attempts} connection attempts, recovered in ${slowest([recovery])}`,
  );
  promise(Math.max(...times), RESPONSE_MS);
  promise(recovery, RECOVERY_MS);
  // Each write tries once. The listener and the data of the pages try once a second each, the health checks never.
  expect(attempts).toBeLessThanOrEqual(writes.length + 4 * (OUTAGE_MS / 1000 + 1));
});

for (const how of ['the proxy', 'SIGSTOP of all its processes'] as const)
  test(`the database hangs (${how}): pages are served, writes get 503 within 3 s, it recovers in 5 s`, async () => {
    const { pid } = product;
    let resume: () => void = () => proxy.heal();
    if (how === 'the proxy') proxy.hang();
    else resume = freeze(cluster.processes());
    try {
      const requestsBefore = proxy.requestCount();
      const { pages, writes, pageMs } = await visitDuring(`Hung by ${how}`);
      const attempts = (proxy.requestCount() - requestsBefore) / (OUTAGE_MS / 1000);
      expect(new Set(writes.map(({ status }) => status))).toEqual(new Set([503]));
      resume();
      const recovery = await recoveryMs(`after-hung-${how.length}-key`);
      process.kill(pid, 0);
      const times = writes.map(({ tookMs }) => tookMs);
      reportFigure(
        `hung ${OUTAGE_MS / 1000} s by ${how}: ${pages} pages 200 within ${slowest(pageMs)}, ${writes.length} writes 503 within ${slowest(times)}, ${attempts} connection attempts, recovered in ${slowest([recovery])}`,
      );
      promise(Math.max(...times), RESPONSE_MS);
      promise(recovery, RECOVERY_MS);
    } finally {
      resume();
    }
    // A write during the hang may or may not have been stored. A retry with the same key stores it once.
    const name = `Hung by ${how}`;
    const key = `${name.replaceAll(' ', '-')}-0-1`;
    expect((await send(name, key)).status).toBe(201);
    const rows = await query<{ count: number }>('select count(*)::int as count from idempotency_keys where key = $1', [
      key,
    ]);
    expect(rows).toEqual([{ count: 1 }]);
  });

test('a write waits for a short hang and is stored once', async () => {
  proxy.hang();
  const waiting = send('While Hung', 'while-hung-key-1');
  for (const path of ['/livez', '/readyz', '/composition.json']) expect((await read(path)).status).toBe(200);
  proxy.heal();
  expect((await waiting).status).toBe(201);
  expect(await stored('While Hung')).toBe(1);
});

test('the database is slow: pages are served, a write gets a response within 3 s and is stored once', async () => {
  const { pid } = product;
  const results: string[] = [];
  for (const latencyMs of [50, 250]) {
    proxy.setLatency(latencyMs);
    const name = `Slow by ${latencyMs} ms`;
    const { pages, writes, pageMs } = await visitDuring(name);
    const times = writes.map(({ tookMs }) => tookMs);
    const count = (status: number) => writes.filter((write) => write.status === status).length;
    results.push(
      `${latencyMs} ms each way: ${pages} pages 200 (p95 ${(p95(pageMs) / 1000).toFixed(2)} s), ${count(201)} writes 201 and ${count(503)} 503 within ${slowest(times)}`,
    );
    expect(count(201) + count(503)).toBe(writes.length);
    promise(Math.max(...times), RESPONSE_MS);
    proxy.setLatency(0);
    const again = await send(name, `${name.replaceAll(' ', '-')}-0-1`);
    expect(again.status).toBe(201);
    expect((await send(name, `${name.replaceAll(' ', '-')}-0-1`)).id).toBe(again.id);
    expect(
      await query('select 1 from idempotency_keys where key = $1', [`${name.replaceAll(' ', '-')}-0-1`]),
    ).toHaveLength(1);
  }
  process.kill(pid, 0);
  reportFigure(results.join('; '));
});

test('every backend is terminated, every connection reset: the process survives, the next write succeeds', async () => {
  const { pid } = product;
  const [ended] = await query<{ count: number }>(
    `select count(pg_terminate_backend(pid))::int as count from pg_stat_activity
     where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  const terminated = await recoveryMs('after-terminate-key');
  proxy.reset();
  const reset = await recoveryMs('after-reset-key-1');
  process.kill(pid, 0);
  reportFigure(
    `${ended?.count} backends terminated: recovered in ${slowest([terminated])}; connections reset: ${slowest([reset])}`,
  );
  promise(Math.max(terminated, reset), RECOVERY_MS);
});

test('PUB-CONT-3 while the database hangs the form fails, keeps every value and can be sent again', async ({
  page,
  consoleWatch,
}) => {
  consoleWatch.allow(/API Error:|503/);
  await page.goto(`${product.url}/#contact`);
  await isHydrated(page);
  await page.getByLabel('Full Name *').fill('Kept Through The Hang');
  await page.getByLabel('Photography Type *').selectOption('other');
  await page.getByLabel(/Message/i).fill('Kept message');
  proxy.hang();
  await page.getByRole('button', { name: /send/i }).click();
  await expect(page.getByText('Submission Failed', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Full Name *')).toHaveValue('Kept Through The Hang');
  await expect(page.getByLabel('Photography Type *')).toHaveValue('other');
  await expect(page.getByLabel(/Message/i)).toHaveValue('Kept message');
  proxy.heal();
  await recoveryMs('after-form-key-1');
  await page.getByRole('button', { name: /send/i }).click();
  await expect(page.getByText('Inquiry Submitted Successfully!', { exact: true })).toBeVisible();
  expect(await stored('Kept Through The Hang')).toBe(1);
});
