import { expect, test } from '@playwright/test';
import { createDatabase } from '../product/database';
import { freePort, type Product, startProduct } from '../product/start-product';
import { BALANCERS, startBalancer } from './balancers';
import { startVisitors } from './visitors';
import { FULL, reportFigure, volume } from './volume';

const REQUESTS = volume('DRAIN_REQUESTS', 600, 3000);
const PER_SECOND = { reads: 80, forms: 20 };
const READS = ['/', '/api/content', '/admin', '/api/portfolio'];
/** The default of DRAIN_SECONDS, unless the environment sets another. */
const DRAIN_SECONDS = process.env.DRAIN_SECONDS ?? '';

/** Sends reads at a steady rate, whether the site responds or not. */
function readers(url: string) {
  const failed: string[] = [];
  const underWay = new Set<Promise<void>>();
  let sent = 0;
  const read = async (path: string) => {
    try {
      const response = await fetch(url + path);
      await response.arrayBuffer();
      if (response.status !== 200) failed.push(`${path} ${response.status}`);
    } catch (error) {
      failed.push(`${path} ${error}`);
    }
  };
  const pace = setInterval(() => {
    const one = read(READS[sent % READS.length] as string).finally(() => underWay.delete(one));
    sent += 1;
    underWay.add(one);
  }, 1000 / PER_SECOND.reads);
  return {
    failed,
    sent: () => sent,
    async stop() {
      clearInterval(pace);
      await Promise.all(underWay);
    },
  };
}

for (const name of Object.keys(BALANCERS) as (keyof typeof BALANCERS)[])
  test(`SIGTERM of one of two products behind ${name} with checks every 2 s: no request fails`, async () => {
    test.skip(!FULL, 'in full volume');
    const database = await createDatabase();
    const products: Product[] = [];
    try {
      for (let at = 0; at < 2; at += 1)
        products.push(await startProduct({ env: { DATABASE_URL: database.url, DRAIN_SECONDS } }));
      const urls = products.map(({ url }) => url);
      const balancer = await startBalancer(name, await freePort(), urls);
      test.skip(balancer === null, `${name} is not installed`);
      if (!balancer) return;
      try {
        const reading = readers(balancer.url);
        const sending = startVisitors(() => balancer.url, PER_SECOND.forms);
        const forms = () => [...sending.statuses.values()].reduce((sum, count) => sum + count, 0);
        const reaches = (count: number) =>
          expect.poll(() => reading.sent() + forms(), { timeout: 240_000 }).toBeGreaterThan(count);
        await reaches(REQUESTS / 3);
        const started = performance.now();
        const exit = products[0]?.end('SIGTERM');
        expect(await exit).toBe(0);
        const took = (performance.now() - started) / 1000;
        await reaches(REQUESTS);
        await Promise.all([reading.stop(), sending.stop()]);
        const failedForms = [...sending.statuses].filter(([status]) => status !== 201);
        reportFigure(
          `${name}, checks every 2 s: one of two products stopped in ${took.toFixed(1)} s; ${reading.failed.length} of ${reading.sent()} reads and ${failedForms.reduce((sum, [, count]) => sum + count, 0)} of ${forms()} forms failed`,
        );
        expect({ reads: reading.failed, forms: failedForms }).toEqual({ reads: [], forms: [] });
      } finally {
        await balancer.stop();
      }
    } finally {
      for (const product of products) await product.remove();
      await database.drop();
    }
  });
