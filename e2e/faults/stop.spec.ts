import { Agent, get } from 'node:http';
import { expect, test } from '@playwright/test';
import { Client } from 'pg';
import { createDatabase } from '../product/database';
import { type Product, startProduct } from '../product/start-product';
import { startVisitors } from './visitors';
import { FULL, promise, reportFigure, volume } from './volume';

const ROUNDS = volume('STOP_SIGNALS', 1, 5);
const IDLE = 50;

/** Requests `/readyz` over an open connection; null when none can be opened. */
const readiness = (url: string, agent: Agent) =>
  new Promise<number | null>((resolve) => {
    get(`${url}/readyz`, { agent }, (response) =>
      response.resume().once('end', () => resolve(response.statusCode ?? 0)),
    ).once('error', () => resolve(null));
  });

/** Returns the first status of `/readyz` that is not 200. */
async function firstUnready(url: string, agent: Agent): Promise<number | null> {
  for (;;) {
    const status = await readiness(url, agent);
    if (status !== 200) return status;
  }
}

async function storedIds(databaseUrl: string): Promise<Set<string>> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ id: string }>('select id::text as id from inquiries');
  await client.end();
  return new Set(rows.map(({ id }) => id));
}

async function keepIdle(product: Product): Promise<Agent> {
  const agent = new Agent({ keepAlive: true });
  await Promise.all(Array.from({ length: IDLE }, () => readiness(product.url, agent)));
  return agent;
}

for (const [door, program] of [
  ['the front door', undefined],
  ['the API alone', 'api/dist/main.js'],
] as const)
  test(`SIGTERM at 50 requests a second (${door}, ${ROUNDS} times): 503 first, exit 0, nothing lost`, async () => {
    test.skip(!FULL && program !== undefined, 'in full volume');
    const database = await createDatabase();
    const env = { DATABASE_URL: database.url };
    let acknowledged = 0;
    let slowest = 0;
    let dataDir: string | undefined;
    let unready = 0;
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        const product = await startProduct({ program, env, dataDir });
        dataDir = product.dataDir;
        const agent = await keepIdle(product);
        const visitors = startVisitors(() => product.url, 50);
        await visitors.acknowledge(30);
        const started = performance.now();
        const exit = product.end('SIGTERM');
        expect(await firstUnready(product.url, agent)).toBe(503);
        unready += 1;
        expect(await exit).toBe(0);
        const took = performance.now() - started;
        slowest = Math.max(slowest, took);
        await visitors.stop();
        agent.destroy();
        acknowledged += visitors.acknowledged.length;
        const stored = await storedIds(database.url);
        expect(visitors.acknowledged.filter((id) => !stored.has(id))).toEqual([]);
        if (round === ROUNDS - 1) await product.remove();
      }
      reportFigure(
        `${door}: ${ROUNDS} SIGTERM with ${IDLE} idle connections: 503 from /readyz first ${unready} times, exit 0 within ${(slowest / 1000).toFixed(1)} s, ${acknowledged} acknowledged, 0 lost`,
      );
      promise(slowest, 10_000);
    } finally {
      await database.drop();
    }
  });
