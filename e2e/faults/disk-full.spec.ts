import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type APIRequestContext, expect, request as requestFactory, test } from '@playwright/test';
import { Client } from 'pg';
import { startPostgres } from '../../scripts/throw-away-postgres.mjs';
import { inquiries, signIn } from '../page/staff';
import { createDatabase } from '../product/database';
import { type Product, startProduct } from '../product/start-product';
import { randomPng } from './random-png';
import { type SmallDisk, smallDisk } from './small-disk';
import { type Sent, sendInquiry } from './visitors';
import { FULL, promise, reportFigure } from './volume';

const program = 'api/dist/main.js';

function diskOf(megabytes: number): SmallDisk {
  const disk = smallDisk(megabytes);
  test.skip(disk === null, 'mounting is not allowed here');
  return disk as SmallDisk;
}

const upload = (staff: APIRequestContext, url: string, bytes: Buffer) =>
  staff.post(`${url}/api/admin/media`, {
    headers: { origin: url },
    multipart: { file: { name: 'one.png', mimeType: 'image/png', buffer: bytes } },
  });

/** Returns the stored photos: ids with a row, folders, and incomplete files. */
async function storedPhotos(databaseUrl: string, dataDir: string) {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ id: string }>('select id from media order by id');
  await client.end();
  const names = readdirSync(join(dataDir, 'media'));
  return {
    rows: rows.map(({ id }) => id),
    folders: names.filter((name) => name !== '.incoming').sort(),
    incoming: names.includes('.incoming') ? readdirSync(join(dataDir, 'media', '.incoming')) : [],
  };
}

/**
 * Sends fifty inquiries, fills the disk, and sends more until one is refused. Returns that one and the acknowledged ids. An
 * inquiry without a response was not acknowledged.
 */
async function untilRefused(url: string, disk: SmallDisk): Promise<{ refused: Sent; acknowledged: string[] }> {
  const acknowledged: string[] = [];
  for (let count = 0; ; count += 1) {
    if (count === 50) disk.fill();
    const sent = await sendInquiry(url, { name: `Before It Was Full ${'x'.repeat(60)} ${acknowledged.length}` });
    if (count < 50) expect(sent.status).toBe(201);
    if (sent.status >= 400) return { refused: sent, acknowledged };
    if (sent.id !== null) acknowledged.push(sent.id);
  }
}
const expectRecovery = (url: string) =>
  expect.poll(async () => (await sendInquiry(url, { name: 'Back Again' })).status, { intervals: [50] }).toBe(201);

test('ADM-GAL-3 a full disk refuses an upload and stores nothing of it; with room it succeeds', async () => {
  const disk = diskOf(120);
  const database = await createDatabase();
  const dataDir = join(disk.folder, 'data');
  let product: Product | undefined;
  try {
    product = await startProduct({ program, dataDir, env: { DATABASE_URL: database.url } });
    const { url, pid } = product;
    const staff = await requestFactory.newContext();
    await signIn(staff, url);
    const before = await storedPhotos(database.url, dataDir);
    const bytes = randomPng();
    disk.fill();
    const refused = await upload(staff, url, bytes);
    expect(refused.status()).toBe(503);
    await expect.poll(() => storedPhotos(database.url, dataDir), { intervals: [50] }).toEqual(before);
    expect((await fetch(`${url}/api/services`)).status).toBe(200);
    disk.free();
    const taken = await upload(staff, url, bytes);
    expect(taken.status(), await taken.text()).toBe(201);
    await staff.dispose();
    process.kill(pid, 0);
    reportFigure(
      'disk of DATA_DIR full: upload 503, 0 files, 0 rows; accepted when there was room, by the same process',
    );
  } finally {
    await product?.end('SIGKILL');
    disk.remove();
    await database.drop();
  }
});

test('ADM-GAL-3 a read-only disk refuses an upload with an explanation; when it is writable it succeeds', async () => {
  const disk = diskOf(120);
  const database = await createDatabase();
  const dataDir = join(disk.folder, 'data');
  let product: Product | undefined;
  try {
    product = await startProduct({ program, dataDir, env: { DATABASE_URL: database.url } });
    const { url, pid } = product;
    const staff = await requestFactory.newContext();
    await signIn(staff, url);
    const before = await storedPhotos(database.url, dataDir);
    const bytes = randomPng();
    // The disk cannot be remounted while a variant is being written.
    await expect(() => disk.makeReadOnly()).toPass();
    const refused = await upload(staff, url, bytes);
    expect(refused.status()).toBe(503);
    const { detail } = (await refused.json()) as { detail: string };
    expect(detail).toMatch(/^The service is not available\./);
    expect(await storedPhotos(database.url, dataDir)).toEqual(before);
    expect((await fetch(`${url}/api/services`)).status).toBe(200);
    disk.makeWritable();
    const taken = await upload(staff, url, bytes);
    expect(taken.status(), await taken.text()).toBe(201);
    await staff.dispose();
    process.kill(pid, 0);
    reportFigure(
      `read-only disk of DATA_DIR: upload 503 ('${detail}'); accepted when it was writable, by the same process`,
    );
  } finally {
    await product?.end('SIGKILL');
    disk.remove();
    await database.drop();
  }
});

test('killed during an upload: no partial file, no row, and the next start removes leftovers', async () => {
  const database = await createDatabase();
  const env = { DATABASE_URL: database.url };
  let product = await startProduct({ program, env });
  const { dataDir } = product;
  try {
    const before = await storedPhotos(database.url, dataDir);
    const staff = await requestFactory.newContext();
    await signIn(staff, product.url);
    const { cookies } = await staff.storageState();

    const { hostname, port, origin } = new URL(product.url);
    const bytes = randomPng(1600, 1600);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    const head = [
      'POST /api/admin/media HTTP/1.1',
      `Host: ${hostname}:${port}`,
      `Origin: ${origin}`,
      `Cookie: ${cookies.map(({ name, value }) => `${name}=${value}`).join('; ')}`,
      'Content-Type: multipart/form-data; boundary=b',
      `Content-Length: ${bytes.length + 1000}`,
    ].join('\r\n');
    const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n';
    socket.write(`${head}\r\n\r\n${part}`);
    socket.write(bytes.subarray(0, bytes.length >> 1));
    await expect
      .poll(async () => (await storedPhotos(database.url, dataDir)).incoming.length, { intervals: [10] })
      .toBeGreaterThan(0);
    await product.end('SIGKILL');
    product = await startProduct({ program, dataDir, env });
    await expect.poll(() => storedPhotos(database.url, dataDir), { intervals: [50] }).toEqual(before);

    await staff.dispose();
    reportFigure('killed during the body of an upload: 0 rows, 0 partial files after the next start');
  } finally {
    await product.remove();
    await database.drop();
  }
});

test('the disk of Postgres is full: writes get 503, reads are served, nothing acknowledged is lost', async () => {
  test.skip(!FULL, 'in full volume');
  const disk = diskOf(200);
  const settings = '-c max_wal_size=32MB -c min_wal_size=32MB -c autovacuum=off';
  const cluster = await startPostgres({ parent: disk.folder, settings });
  if (!cluster) throw new Error('no Postgres on this machine');
  let product: Product | undefined;
  try {
    product = await startProduct({ env: { DATABASE_URL: cluster.url } });
    const { url, pid } = product;
    await (await fetch(url)).text();
    const { refused, acknowledged } = await untilRefused(url, disk);
    expect(refused.status).toBe(503);
    for (const path of ['/', '/livez', '/readyz']) expect((await fetch(url + path)).status, path).toBe(200);
    disk.free();
    // Without room for its log Postgres exits and cannot recover, so it must be started again.
    const hasExited = !cluster.isRunning();
    if (hasExited) cluster.startAgain();
    await expectRecovery(url);
    process.kill(pid, 0);
    const client = new Client({ connectionString: cluster.url });
    await client.connect();
    const { rows } = await client.query<{ id: string }>('select id::text as id from inquiries');
    await client.end();
    const stored = new Set(rows.map(({ id }) => id));
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    reportFigure(
      `disk of Postgres full: ${acknowledged.length} stored before, 0 lost; then 503 in ${(refused.tookMs / 1000).toFixed(2)} s, pages 200; ${hasExited ? 'Postgres had exited and was started again' : 'Postgres survived'}; recovered with room, same process`,
    );
    promise(refused.tookMs, 3000);
  } finally {
    await product?.remove();
    cluster.stop();
    disk.remove();
  }
});

test('the disk of the embedded database is full: writes get 503, nothing acknowledged is lost', async () => {
  test.skip(!FULL, 'in full volume');
  const disk = diskOf(300);
  const dataDir = join(disk.folder, 'data');
  let product: Product | undefined;
  try {
    product = await startProduct({ program, dataDir, empty: true });
    const { url, pid } = product;
    const { refused, acknowledged } = await untilRefused(url, disk);
    expect(refused.status).toBe(503);
    expect((await fetch(`${url}/api/services`)).status).toBe(200);
    disk.free();
    await expectRecovery(url);
    process.kill(pid, 0);
    const staff = await requestFactory.newContext();
    await signIn(staff, url);
    const list = await inquiries(staff, url);
    await staff.dispose();
    const stored = new Set(list.map(({ _id }) => _id));
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    reportFigure(
      `disk of the embedded database full: ${acknowledged.length} stored before, 0 lost; then 503; recovered with room`,
    );
  } finally {
    await product?.end('SIGKILL');
    disk.remove();
  }
});
