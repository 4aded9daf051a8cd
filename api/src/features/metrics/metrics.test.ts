import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.js';
import type { OpenDatabase } from '../../db/open-database.js';
import { access } from '../../http/access.js';
import type { ApiEnv } from '../../http/api-env.js';
import { NotFound } from '../../http/errors.js';
import { respondWithProblem } from '../../http/problems.js';
import { testDatabase } from '../../testing/test-database.js';
import { createMetrics } from './metrics.js';
import { metricsRoutes } from './metrics.routes.js';

const TOKEN = 'a-token-for-prometheus';

function appOn(db: Kysely<Database>) {
  const metrics = createMetrics(db);
  const app = new Hono<ApiEnv>();
  app.use(metrics.count('api'));
  app.route('/', metricsRoutes(metrics, TOKEN));
  app.get('/api/things/:id', access('anyone'), (c) => c.json({}, c.req.param('id') === '1' ? 200 : 422));
  app.notFound((c) => respondWithProblem(c, new NotFound()));
  app.onError((error, c) => respondWithProblem(c, error));
  const scrape = (authorization?: string) =>
    app.request('/api/metrics', { headers: authorization ? { authorization } : {} });
  return { app, scrape };
}

describe('the metrics', () => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  }, 120_000);

  it('are for the bearer of the token alone', async () => {
    const { scrape } = appOn(database.db);
    for (const authorization of [undefined, 'Bearer', 'Bearer wrong', `Basic ${TOKEN}`, `Bearer ${TOKEN}x`]) {
      expect({ authorization, status: (await scrape(authorization)).status }).toEqual({ authorization, status: 401 });
    }
    expect((await scrape(`Bearer ${TOKEN}`)).headers.get('content-type')).toMatch(/^text\/plain/);
  });

  it('count requests by the pattern of the route, so that no visitor can make up labels', async () => {
    const { app, scrape } = appOn(database.db);
    for (const path of ['/api/things/1', '/api/things/1', '/api/things/2', '/no/such/1', '/no/such/2']) {
      await app.request(path);
    }
    const text = await (await scrape(`Bearer ${TOKEN}`)).text();
    const total = (route: string, status: number) =>
      `godhuli_requests_total{part="api",method="GET",route="${route}",status="${status}"}`;
    expect(text).toContain(`${total('/api/things/:id', 200)} 2`);
    expect(text).toContain(`${total('/api/things/:id', 422)} 1`);
    expect(text).toContain(`${total('none', 404)} 2`);
    expect(text).toMatch(/godhuli_request_duration_seconds_count\{[^}]*route="\/api\/things\/:id"[^}]*\} 2/);
    expect(text).toMatch(/nodejs_eventloop_lag_seconds \d/);
    expect(text).toMatch(/process_resident_memory_bytes \d/);
  });

  it('count the documents of the front door under one label', async () => {
    const metrics = createMetrics(database.db);
    const door = new Hono();
    door.use(metrics.count('front-door'));
    door.get('/livez', (c) => c.text('ok'));
    door.get('*', (c) => c.html('', c.req.path === '/' ? 200 : 404));
    for (const path of ['/', '/admin-wrong', '/wp-login.php', '/livez']) await door.request(path);
    const text = await metrics.text();
    const total = (route: string, status: number) =>
      `godhuli_requests_total{part="front-door",method="GET",route="${route}",status="${status}"}`;
    expect(text).toContain(`${total('document', 200)} 1`);
    expect(text).toContain(`${total('document', 404)} 2`);
    expect(text).toContain(`${total('/livez', 200)} 1`);
  });

  it('are there by every name that docs/operations.md alerts on', async () => {
    const text = await (await appOn(database.db).scrape(`Bearer ${TOKEN}`)).text();
    const live = new Set([...text.matchAll(/^# TYPE ([a-z_0-9]+)/gm)].map((match) => match[1]));
    const document = await readFile(join(__dirname, '../../../../docs/operations.md'), 'utf8');
    const named = [...document.matchAll(/\b(?:godhuli|process|nodejs)_[a-z_0-9]+/g)].map(([name]) => name);
    const alerts = new Set(named.filter((name) => !name.endsWith('_')).map((name) => name.replace(/_bucket$/, '')));
    expect([...alerts].filter((name) => !live.has(name))).toEqual([]);
    expect(alerts.size).toBeGreaterThan(7);
    process.stdout.write(`docs/operations.md alerts on ${alerts.size} metrics: all of them live\n`);
  });

  it('say which inquiries are overdue, and that the database is not available instead of failing', async () => {
    const { scrape } = appOn(database.db);
    const inquiry = { name: 'N', event_type: 'other', message: '', network: 'x', quarantined: false } as const;
    const at = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    await database.db
      .insertInto('inquiries')
      .values([
        { ...inquiry, created_at: at(25) },
        { ...inquiry, created_at: at(25), status: 'Responded' },
        { ...inquiry, created_at: at(1) },
      ])
      .execute();
    const up = await (await scrape(`Bearer ${TOKEN}`)).text();
    expect(up).toContain('\ngodhuli_database_up 1\n');
    expect(up).toContain('\ngodhuli_inquiries_overdue 1\n');
    await database.close();
    const away = await scrape(`Bearer ${TOKEN}`);
    expect(away.status).toBe(200);
    expect(await away.text()).toContain('\ngodhuli_database_up 0\n');
  });
});
