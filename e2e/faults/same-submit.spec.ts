import { expect, request as requestFactory, test } from '@playwright/test';
import { inquiries, signIn } from '../page/staff';
import { createDatabase } from '../product/database';
import { startProduct } from '../product/start-product';
import { clockWrongBy } from './clock';
import { sendInquiry } from './visitors';
import { reportFigure } from './volume';

const PARALLEL = 50;
const KEY = 'the-same-form-1';

for (const engine of ['pglite', 'postgres'] as const)
  test(`the same form sent ${PARALLEL} times at once is one inquiry on ${engine}, after a restart too`, async () => {
    const database = engine === 'postgres' ? await createDatabase() : null;
    const env: Record<string, string> = database ? { DATABASE_URL: database.url } : {};
    let product = await startProduct({ program: 'api/dist/main.js', env });
    const { dataDir } = product;
    const same = () => sendInquiry(product.url, { name: 'Same Form', key: KEY });
    const other = () => sendInquiry(product.url, { name: 'Other Form', key: KEY });
    try {
      const sent = await Promise.all(Array.from({ length: PARALLEL }, same));
      expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([201]));
      expect((await other()).status).toBe(422);
      await product.end('SIGKILL');
      // Keys are valid for a day by the clock of the database, so a wrong clock of our process has no effect on Postgres. The
      // embedded database uses the clock of its process.
      const wrongClock = database ? clockWrongBy(49) : {};
      product = await startProduct({ program: 'api/dist/main.js', dataDir, env: { ...env, ...wrongClock } });
      const again = await Promise.all([same(), same(), same()]);
      expect(new Set(again.map(({ status }) => status))).toEqual(new Set([201]));
      expect((await other()).status).toBe(422);
      const ids = new Set([...sent, ...again].map(({ id }) => id));
      const staff = await requestFactory.newContext();
      await signIn(staff, product.url);
      const rows = (await inquiries(staff, product.url)).filter(({ name }) => name.endsWith(' Form'));
      await staff.dispose();
      reportFigure(
        `${engine}: ${PARALLEL} parallel posts and 3 after a restart: ${rows.length} row, ${ids.size} id; other body 422`,
      );
      expect(ids.size).toBe(1);
      expect(rows).toHaveLength(1);
    } finally {
      await product.remove();
      await database?.drop();
    }
  });
