import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { Client } from 'pg';
import { createDatabase } from '../product/database';
import { startProduct } from '../product/start-product';
import { commandComplete, startTcpProxy, targetOf, throughProxy } from './tcp-proxy';
import { FULL, reportFigure, volume } from './volume';

const ROUNDS = volume('MIGRATION_ROUNDS', 1, 20);
const PROCESSES = 5;
const program = 'api/dist/main.js';

/** Returns what a start creates in a database: migrations in order, columns, admins, services. */
async function shapeOf(url: string): Promise<unknown> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const query = async (sql: string) => (await client.query({ text: sql, rowMode: 'array' })).rows.flat();
  const shape = {
    migrations: await query('select name from godhuli_migration order by timestamp, name'),
    columns: await query(
      `select table_name || '.' || column_name || ' ' || data_type from information_schema.columns
       where table_schema = 'public' order by 1`,
    ),
    admins: await query('select count(*)::int from users'),
    services: await query('select title from services order by id'),
  };
  await client.end();
  return shape;
}

let expected: Record<string, unknown>;
test.beforeAll(async () => {
  if (!FULL) return;
  const database = await createDatabase();
  const product = await startProduct({ program, env: { DATABASE_URL: database.url } });
  expected = (await shapeOf(database.url)) as Record<string, unknown>;
  await product.remove();
  await database.drop();
});

test(`${PROCESSES} first starts at once (${ROUNDS} rounds) run each migration once and create one admin`, async () => {
  test.skip(!FULL, 'start-api.test.ts has the short form');
  for (let round = 0; round < ROUNDS; round += 1) {
    const database = await createDatabase();
    const dataDir = mkdtempSync(join(tmpdir(), 'godhuli-first-'));
    const starts = await Promise.allSettled(
      Array.from({ length: PROCESSES }, () => startProduct({ program, dataDir, env: { DATABASE_URL: database.url } })),
    );
    try {
      expect(starts.filter(({ status }) => status === 'rejected')).toEqual([]);
      expect(await shapeOf(database.url)).toEqual(expected);
    } finally {
      for (const start of starts) if (start.status === 'fulfilled') await start.value.end('SIGKILL');
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  }
  const names = expected.migrations as string[];
  reportFigure(`${ROUNDS} rounds of ${PROCESSES} first starts at once: ${names.length} migrations, each once; 1 admin`);
});

test('the next start completes one that was killed during a migration or the seeding', async () => {
  test.skip(!FULL, 'in full volume');
  const killedAfter = ['CREATE TABLE', 'CREATE INDEX', 'CREATE TRIGGER', 'INSERT 0 1'];
  for (const tag of killedAfter) {
    const database = await createDatabase();
    const proxy = await startTcpProxy(targetOf(database.url));
    const dataDir = mkdtempSync(join(tmpdir(), 'godhuli-killed-'));
    const env = { DATABASE_URL: throughProxy(database.url, proxy) };
    try {
      let pid = 0;
      const hung = proxy.hangWhenServerSends(commandComplete(tag));
      const killed = startProduct({ program, dataDir, env, onSpawn: (id) => (pid = id) }).then(
        () => 'ready',
        (error: Error) => error.message,
      );
      await Promise.race([hung, killed]);
      process.kill(pid, 'SIGKILL');
      expect(await killed).toContain('ended with SIGKILL');
      proxy.reset();
      proxy.heal();
      const next = await startProduct({ program, dataDir, env });
      expect(await shapeOf(database.url), tag).toEqual(expected);
      await next.end('SIGKILL');
    } finally {
      await proxy.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  }
  reportFigure(
    `killed after ${killedAfter.join(', ')}: the next start completed it ${killedAfter.length} times of ${killedAfter.length}`,
  );
});
