import { REPLY_HOURS } from '@godhuli/contracts/inquiries';
import { withTimeout } from '@godhuli/server/with-timeout';
import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { type Kysely, sql } from 'kysely';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../../db/database.js';

const DATABASE_TIMEOUT_MS = 2000;

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * Creates the metrics of this process, with those of Node about memory, garbage collection and the event loop. Without the
 * database a scrape succeeds and reports that it is down.
 */
export function createMetrics(db: Kysely<Database>) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const labelNames = ['part', 'method', 'route', 'status'] as const;
  /** cached responses by status, not yet added to `requests` */
  const cached = new Map<number, number>();
  const requests = new Counter({
    name: 'godhuli_requests_total',
    help: 'Requests, by part, method, route and status',
    labelNames,
    registers,
    collect() {
      for (const [status, count] of cached)
        this.inc({ part: 'front-door', method: 'GET', route: 'from memory', status }, count);
      cached.clear();
    },
  });
  const durations = new Histogram({
    name: 'godhuli_request_duration_seconds',
    help: 'Time until the response began, by part, method, route and status',
    labelNames,
    buckets: [0.005, 0.025, 0.1, 0.25, 1, 3, 10],
    registers,
  });
  const fromDatabase = databaseGauges(registers);
  return {
    contentType: registry.contentType,
    /** Counts and times every request by method, route pattern (never the path) and status. */
    count:
      (part: 'api' | 'front-door'): MiddlewareHandler =>
      async (c, next) => {
        const started = performance.now();
        await next();
        const labels = { part, method: c.req.method, route: routeOf(part, routePath(c)), status: c.res.status };
        requests.inc(labels);
        durations.observe(labels, (performance.now() - started) / 1000);
      },
    /** Counts a response that the front door sent from its cache, without routing. */
    countCacheHit: (status: number) => void cached.set(status, (cached.get(status) ?? 0) + 1),
    /** Returns the Prometheus text exposition format. */
    async text(): Promise<string> {
      await fromDatabase.read(db);
      return registry.metrics();
    },
  };
}

/** Unknown paths share one label, because a scanner could create any number. The front door serves documents there. */
function routeOf(part: 'api' | 'front-door', pattern: string): string {
  if (pattern !== '*' && pattern !== '/*') return pattern;
  return part === 'api' ? 'none' : 'document';
}

function databaseGauges(registers: Registry[]) {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const up = gauge('godhuli_database_up', '1 while the database responds, else 0');
  // The name is public: dashboards and alerts of installations use it.
  const seconds = gauge('godhuli_database_answer_seconds', 'Time until the database responded to this scrape');
  const overdue = gauge('godhuli_inquiries_overdue', `Inquiries still New after the promised ${REPLY_HOURS} hours`);
  const quarantined = gauge('godhuli_inquiries_quarantined', 'Inquiries that look like spam and wait for a person');
  const sessions = gauge('godhuli_sessions', 'Staff sessions that are stored');
  const failures = new Gauge({
    name: 'godhuli_remote_load_failures_last_hour',
    help: 'Reports of the last hour that a release did not load; stage "server" is a render that fell back to the browser',
    labelNames: ['remote', 'stage'],
    registers,
  });
  const ofDatabase = [seconds, overdue, quarantined, sessions, failures];
  return {
    async read(db: Kysely<Database>) {
      const started = performance.now();
      try {
        const [counts, reports] = await withTimeout(DATABASE_TIMEOUT_MS, 'the database did not respond', () =>
          Promise.all([readCounts(db), readFailures(db)]),
        );
        up.set(1);
        seconds.set((performance.now() - started) / 1000);
        overdue.set(counts.overdue);
        quarantined.set(counts.quarantined);
        sessions.set(counts.sessions);
        failures.reset();
        for (const { remote, stage, count } of reports) failures.set({ remote, stage }, count);
      } catch {
        // Old values would look like current ones.
        for (const each of ofDatabase) each.reset();
        up.set(0);
      }
    },
  };
}

async function readCounts(db: Kysely<Database>) {
  const { rows } = await sql<{ overdue: number; quarantined: number; sessions: number }>`
    select
      (select count(*)::int from inquiries where status = 'New' and not quarantined and deleted_at is null
        and created_at < now() - make_interval(hours => ${sql.lit(REPLY_HOURS)})) as overdue,
      (select count(*)::int from inquiries where quarantined and deleted_at is null) as quarantined,
      (select count(*)::int from sessions) as sessions`.execute(db);
  return rows[0] ?? { overdue: 0, quarantined: 0, sessions: 0 };
}

async function readFailures(db: Kysely<Database>) {
  const { rows } = await sql<{ remote: string; stage: string; count: number }>`
    select remote, stage, count(*)::int as count from load_reports
    where reported_at > now() - interval '1 hour' group by remote, stage`.execute(db);
  return rows;
}
