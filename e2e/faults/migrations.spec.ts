import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { Client } from 'pg';
import { createDatabase } from '../product/database';
import { startProduct } from '../product/start-product';
import { commandDone, startTcpProxy, targetOf, throughProxy } from './tcp-proxy';
import { FULL, figure, volume } from './volume';

const ROUNDS = volume('MIGRATION_ROUNDS', 1, 20);
const PROCESSES = 5;
const program = 'api/dist/main.js';

/** What a start leaves in a database: migrations in their order, tables, admins, services. */
async function shapeOf(url: string): Promise<unknown> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const ask = async (sql: string) => (await client.query({ text: sql, rowMode: 'array' })).rows.flat();
  const shape = {
    migrations: await ask('select name from godhuli_migration order by timestamp, name'),
    columns: await ask(
      `select table_name || '.' || column_name || ' ' || data_type from information_schema.columns
       where table_schema = 'public' order by 1`,
    ),
    admins: await ask('select count(*)::int from users'),
    services: await ask('select title from services order by id'),
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

test(`${PROCESSES} processes start at once on an empty database (${ROUNDS} rounds): each migration once, one seeding, one admin`, async () => {
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
  figure(`${ROUNDS} rounds of ${PROCESSES} first starts at once: ${names.length} migrations, each once; 1 admin`);
});

test('a first start that is killed in the middle of a migration or of the seeding is completed by the next', async () => {
  test.skip(!FULL, 'in full volume');
  const blows = ['CREATE TABLE', 'CREATE INDEX', 'CREATE TRIGGER', 'INSERT 0 1'];
  for (const tag of blows) {
    const database = await createDatabase();
    const proxy = await startTcpProxy(targetOf(database.url));
    const dataDir = mkdtempSync(join(tmpdir(), 'godhuli-killed-'));
    const env = { DATABASE_URL: throughProxy(database.url, proxy) };
    try {
      let pid = 0;
      const hung = proxy.hangWhenServerSays(commandDone(tag));
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
  figure(`killed after ${blows.join(', ')}: the next start completed it ${blows.length} times of ${blows.length}`);
});
