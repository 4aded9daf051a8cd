import { Agent, get } from 'node:http';
import { expect, test } from '@playwright/test';
import { Client } from 'pg';
import { createDatabase } from '../product/database';
import { type Product, startProduct } from '../product/start-product';
import { crowd } from './visitors';
import { FULL, figure, promise, volume } from './volume';

const ROUNDS = volume('STOP_SIGNALS', 1, 5);
const IDLE = 50;

/** Reads `/readyz` over one open connection; null when none can be had. */
const readiness = (url: string, agent: Agent) =>
  new Promise<number | null>((resolve) => {
    get(`${url}/readyz`, { agent }, (answer) =>
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0)),
    ).once('error', () => resolve(null));
  });

async function keepIdle(product: Product): Promise<Agent> {
  const agent = new Agent({ keepAlive: true });
  await Promise.all(Array.from({ length: IDLE }, () => readiness(product.url, agent)));
  return agent;
}

for (const [door, program] of [
  ['the front door', undefined],
  ['the API alone', 'api/dist/main.js'],
] as const)
  test(`SIGTERM at 50 requests a second (${door}, ${ROUNDS} times): not ready first, exit 0 within 10 s, nothing acknowledged is lost`, async () => {
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
        const visitors = crowd(() => product.url, 50);
        await visitors.reaches(30);
        const started = performance.now();
        const exit = product.end('SIGTERM');
        const first = await (async () => {
          for (;;) {
            const status = await readiness(product.url, agent);
            if (status !== 200) return status;
          }
        })();
        expect(first).toBe(503);
        unready += 1;
        expect(await exit).toBe(0);
        const took = performance.now() - started;
        slowest = Math.max(slowest, took);
        await visitors.leave();
        agent.destroy();
        acknowledged += visitors.acknowledged.length;
        const client = new Client({ connectionString: database.url });
        await client.connect();
        const { rows } = await client.query<{ id: string }>('select id::text as id from inquiries');
        await client.end();
        const stored = new Set(rows.map(({ id }) => id));
        expect(visitors.acknowledged.filter((id) => !stored.has(id))).toEqual([]);
        if (round === ROUNDS - 1) await product.remove();
      }
      figure(
        `${door}: ${ROUNDS} SIGTERM with ${IDLE} idle connections: 503 from /readyz first ${unready} times, exit 0 within ${(slowest / 1000).toFixed(1)} s, ${acknowledged} acknowledged, 0 lost`,
      );
      promise(slowest, 10_000);
    } finally {
      await database.drop();
    }
  });
