import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request as requestFactory } from '@playwright/test';
import { Client } from 'pg';
import { startPostgres } from '../scripts/throw-away-postgres.mjs';
import { sendInquiry, startVisitors } from './faults/visitors';
import { reportFigure, volume } from './faults/volume';
import { inquiries, signIn } from './page/staff';
import { expect, test } from './page/test';
import { createDatabase } from './product/database';
import { type Product, startProduct } from './product/start-product';

/** How often the process is killed; `KILL_ROUNDS` overrides it. */
const KILLS = volume('KILL_ROUNDS', 3, 50);
/** How often the server is stopped without a checkpoint. */
const STOPS = volume('STOP_ROUNDS', 2, 20);
const PER_SECOND = 50;
/** Acknowledged inquiries before each kill or stop: with 70 of them more than 5,000. */
const PER_ROUND = volume('INQUIRIES_PER_ROUND', 25, 75);

const api = (options: { dataDir?: string; port?: number; env?: Record<string, string> }) =>
  startProduct({ program: 'api/dist/main.js', ...options });
const portOf = (product: Product) => Number(new URL(product.url).port);

/** Returns the id of every inquiry in a Postgres database. */
async function storedIn(databaseUrl: string): Promise<Set<string>> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ id: string }>('select id::text as id from inquiries');
  await client.end();
  return new Set(rows.map(({ id }) => id));
}

/** Returns the id of every inquiry that staff can see. */
async function visibleToStaff(url: string): Promise<Set<string>> {
  const staff = await requestFactory.newContext();
  await signIn(staff, url);
  const ids = new Set((await inquiries(staff, url)).map(({ _id }) => _id));
  await staff.dispose();
  return ids;
}

let folder: string;
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'godhuli-witness-'));
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));
const witnessed = (file: string) => readFileSync(file, 'utf8').split('\n').filter(Boolean);

for (const engine of ['pglite', 'postgres'] as const)
  test(`no acknowledged inquiry is lost by kill -9, on ${engine} (${KILLS} kills)`, async () => {
    const database = engine === 'postgres' ? await createDatabase() : null;
    const env: Record<string, string> = database ? { DATABASE_URL: database.url } : {};
    let running = await api({ env });
    const { dataDir } = running;
    const port = portOf(running);
    const witness = join(folder, 'acknowledged');
    const visitors = startVisitors(() => running.url, PER_SECOND, witness);
    let refused = 0;
    try {
      for (let round = 1; round <= KILLS; round += 1) {
        await visitors.acknowledge(visitors.acknowledged.length + PER_ROUND);
        if (engine === 'pglite' && round % 10 === 1) {
          await expect(api({ dataDir })).rejects.toThrow(/is in use by another process/);
          refused += 1;
        }
        await running.end('SIGKILL');
        running = await api({ dataDir, port, env });
      }
      await visitors.stop();
      const stored = database ? await storedIn(database.url) : await visibleToStaff(running.url);
      const acknowledged = witnessed(witness);
      const lost = acknowledged.filter((id) => !stored.has(id));
      const second = engine === 'pglite' ? `, a second process refused ${refused} times` : '';
      reportFigure(`${engine}: ${KILLS} kills, ${acknowledged.length} acknowledged, ${lost.length} lost${second}`);
      expect(new Set(acknowledged).size).toBe(acknowledged.length);
      expect(acknowledged.length).toBeGreaterThanOrEqual(KILLS * PER_ROUND);
      expect(lost).toEqual([]);
    } finally {
      await visitors.stop();
      await running.remove();
      await database?.drop();
    }
  });

test(`no acknowledged inquiry is lost when Postgres stops without a checkpoint (${STOPS} times)`, async () => {
  const cluster = await startPostgres();
  if (!cluster) throw new Error('no Postgres on this machine');
  const running = await api({ env: { DATABASE_URL: cluster.url } });
  const witness = join(folder, 'acknowledged');
  const visitors = startVisitors(() => running.url, PER_SECOND, witness);
  const recoveryTimes: number[] = [];
  try {
    for (let round = 1; round <= STOPS; round += 1) {
      await visitors.acknowledge(visitors.acknowledged.length + PER_ROUND);
      cluster.stopImmediately();
      expect((await sendInquiry(running.url, { name: 'While it is unavailable' })).status).toBe(503);
      cluster.startAgain();
      const started = performance.now();
      await visitors.acknowledge(visitors.acknowledged.length + 1);
      recoveryTimes.push(performance.now() - started);
    }
    await visitors.stop();
    const stored = await storedIn(cluster.url);
    const acknowledged = witnessed(witness);
    const lost = acknowledged.filter((id) => !stored.has(id));
    const slowest = (Math.max(...recoveryTimes) / 1000).toFixed(1);
    reportFigure(
      `${STOPS} immediate stops of Postgres: ${acknowledged.length} acknowledged, ${lost.length} lost, recovered in at most ${slowest} s`,
    );
    expect(lost).toEqual([]);
    process.kill(running.pid, 0);
    expect([...visitors.statuses.keys()].sort()).toEqual([201, 503]);
  } finally {
    await visitors.stop();
    await running.remove();
    cluster.stop();
  }
});
