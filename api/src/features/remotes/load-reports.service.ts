import { createHash } from 'node:crypto';
import type { LoadReport } from '@godhuli/contracts/releases';
import type { Logger } from '@godhuli/server/logger';
import { customerOf, networkOf } from '@godhuli/server/network';
import { SingleFlight } from '@godhuli/server/single-flight';
import { type Kysely, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../db/database.js';
import { TooManyAttempts } from '../../http/errors.js';
import { withdrawLive } from './channels.service.js';
import { findChannel, findRelease } from './releases.queries.js';

/** When failures that visitors report roll a release back automatically. Every number may be adjusted. */
const DEFAULT_ERROR_BUDGET = {
  /** this many different networks must report … */
  distinctReporters: 3,
  /** … within this time; one visitor with a broken browser is no broken release */
  windowMinutes: 5,
  /** only a release that went live this recently; with an older one, something else broke */
  liveForAtMostMinutes: 60,
  /** after the probe has found nothing wrong, it is not run again for this long */
  probeAgainAfterSeconds: 30,
};
export type ErrorBudget = typeof DEFAULT_ERROR_BUDGET;

/** Failures that cost a visitor the page. An error in an event handler costs a click and is only stored. */
const COUNTED_STEPS = ['entry', 'init', 'expose', 'contract', 'render', 'hydrate', 'server'];
/** Paths that the probe chooses from: anyone may report any path. */
const MAX_REPORTED_PAGES = 50;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Reports that are stored; more get 429. */
const REPORT_LIMITS = {
  perMinute: { reports: 20, windowMs: MINUTE_MS },
  perDay: { reports: 200, windowMs: DAY_MS },
  /** of all networks of one IPv6 /48 */
  perCustomer: { reports: 500, windowMs: DAY_MS },
  /** of all networks together. The first of a network is stored nevertheless, because distinct networks decide */
  total: { reports: 5_000, windowMs: DAY_MS },
};
/** Counters in memory; the one that was used longest ago is forgotten first. */
const MAX_COUNTERS = 20_000;
const REPORTS_KEPT_DAYS = 30;
/**
 * A stop waits this long for a probe, which takes seconds, and on a busy machine many minutes. `stopGracefully` may have waited 6 s
 * for requests before, and docs/operations.md promises 8 s in all.
 */
const STOP_MS = 1500;

/** Checks a live release. `ok: false` confirms the reports that it is broken. */
export type Probe = (release: {
  remote: string;
  version: string;
  /** paths of the site that visitors reported, the most reported one first */
  pages: readonly string[];
}) => Promise<{ ok: boolean; cause: string }>;

export type LoadReportsService = ReturnType<typeof createLoadReportsService>;

interface Options {
  db: Kysely<Database>;
  logger: Logger;
  now: () => Date;
  probe: Probe;
  /** called after a release was withdrawn */
  onPromotion: () => Promise<void>;
  budget?: ErrorBudget;
}

/** Stores the failures that pages report, and withdraws a new release when enough of them and our own probe agree. */
export function createLoadReportsService({
  db,
  logger,
  now,
  probe,
  onPromotion,
  budget = DEFAULT_ERROR_BUDGET,
}: Options) {
  const sent = new LRUCache<string, { since: number; count: number }>({ max: MAX_COUNTERS });
  const checks = new SingleFlight<void>();
  const probeAgainAt = new Map<string, number>();
  let salt: string | null = null;
  let isClosed = false;

  /** Returns the running counter of a key. */
  function counterOf(key: string, windowMs: number): { since: number; count: number } {
    const at = now().getTime();
    const before = sent.get(key);
    // A minute from its first report: with clock minutes, twice as many could pass around a full minute.
    if (before && at - before.since < windowMs) return before;
    const counter = { since: at, count: 0 };
    sent.set(key, counter);
    return counter;
  }

  function limit(reporter: string, ip: string): void {
    const customer = customerOf(ip);
    const counters = [
      { ...REPORT_LIMITS.perMinute, key: `minute ${reporter}` },
      { ...REPORT_LIMITS.perDay, key: `day ${reporter}` },
      ...(customer === reporter ? [] : [{ ...REPORT_LIMITS.perCustomer, key: `customer ${customer}` }]),
      { ...REPORT_LIMITS.total, key: 'total' },
    ].map((each) => ({ ...each, counter: counterOf(each.key, each.windowMs) }));
    const isFirst = counters[1]?.counter.count === 0;
    const full = counters.find(
      ({ key, counter, reports }) => counter.count >= reports && !(isFirst && key === 'total'),
    );
    if (full) {
      const seconds = Math.ceil((full.counter.since + full.windowMs - now().getTime()) / 1000);
      throw new TooManyAttempts(Math.max(1, seconds), 'Too many reports. Please try again later.');
    }
    for (const { counter } of counters) counter.count += 1;
  }

  async function digestOf(reporter: string): Promise<string> {
    salt ??= (await db.selectFrom('composition_state').select('report_salt').executeTakeFirstOrThrow()).report_salt;
    return createHash('sha256').update(`${salt}\0${reporter}`).digest('hex').slice(0, 32);
  }

  const minutesAgo = (minutes: number) => new Date(now().getTime() - minutes * MINUTE_MS);

  /** Whether this is the live release, promoted recently, and not automatically. */
  async function mayBeWithdrawn(remote: string, version: string): Promise<boolean> {
    const live = await findChannel(db, remote, 'live');
    // A release that was restored automatically is not rolled back again, so that channels do not flap.
    if (live?.version !== version || live.withdrawn || live.automatic) return false;
    return live.moved_at >= minutesAgo(budget.liveForAtMostMinutes);
  }

  const countedReports = (remote: string, version: string) =>
    db
      .selectFrom('load_reports')
      .where('remote', '=', remote)
      .where('version', '=', version)
      .where('stage', 'in', COUNTED_STEPS)
      .where('reported_at', '>=', minutesAgo(budget.windowMinutes));

  async function countReporters(remote: string, version: string): Promise<number> {
    const row = await countedReports(remote, version)
      .select((expression) => expression.fn.count<string>('reporter').distinct().as('reporters'))
      .executeTakeFirstOrThrow();
    return Number(row.reporters);
  }

  async function reportedPages(remote: string, version: string): Promise<string[]> {
    const rows = await countedReports(remote, version)
      .select('page')
      .groupBy('page')
      .orderBy(({ fn }) => fn.count('reporter').distinct(), 'desc')
      .orderBy(({ fn }) => fn.max('reported_at'), 'desc')
      .limit(MAX_REPORTED_PAGES)
      .execute();
    return rows.map(({ page }) => page);
  }

  async function checkRelease(remote: string, version: string): Promise<void> {
    const key = `${remote}/${version}`;
    if (now().getTime() < (probeAgainAt.get(key) ?? 0)) return;
    const reporters = await countReporters(remote, version);
    if (reporters < budget.distinctReporters || !(await mayBeWithdrawn(remote, version))) return;
    const { ok, cause } = await probe({ remote, version, pages: await reportedPages(remote, version) });
    if (isClosed) return;
    if (ok) {
      if (probeAgainAt.size > 100) probeAgainAt.clear();
      probeAgainAt.set(key, now().getTime() + budget.probeAgainAfterSeconds * 1000);
      logger.warn({ remote, version, reporters }, 'failures are reported, but the probe finds nothing wrong');
      return;
    }
    const reason = `${reporters} visitors reported failures, and the probe agrees: ${cause}`.slice(0, 300);
    const live = await withdrawLive(db, { remote, version, reason, at: now() });
    if (!live) {
      logger.error({ remote, version, cause }, 'the live release fails, and there is no earlier good release');
      return;
    }
    logger.warn({ remote, withdrawn: version, live, cause, reporters }, 'release withdrawn automatically');
    await onPromotion();
  }

  return {
    /** Stores one report; reports about unknown releases are dropped. @throws TooManyAttempts */
    async report(report: LoadReport, ip: string): Promise<void> {
      const reporter = networkOf(ip);
      limit(reporter, ip);
      if (!(await findRelease(db, report.remote, report.version))) return;
      await db
        .insertInto('load_reports')
        .values({
          ...report,
          cause: storable(report.cause),
          page: storable(report.page),
          reporter: await digestOf(reporter),
          reported_at: now(),
        })
        .execute();
      if (!COUNTED_STEPS.includes(report.stage)) return;
      void checks.run(`${report.remote}/${report.version}`, () =>
        checkRelease(report.remote, report.version).catch((error: unknown) => {
          if (!isClosed) logger.error({ err: error, ...report }, 'could not check a load report');
        }),
      );
    },
    /** Resolves when no check is running. */
    settled: () => checks.settled(),
    /** Waits a moment for running checks. One that ends later withdraws nothing: the database may be closed by then. */
    async close(): Promise<void> {
      let limit: NodeJS.Timeout | undefined;
      await Promise.race([checks.settled(), new Promise((resolve) => (limit = setTimeout(resolve, STOP_MS)))]);
      clearTimeout(limit);
      isClosed = true;
    },
  };
}

/** Deletes reports that are older than 30 days. */
export async function deleteOldReports(db: Kysely<Database>): Promise<void> {
  await db
    .deleteFrom('load_reports')
    .where(sql<boolean>`reported_at < now() - make_interval(days => ${REPORTS_KEPT_DAYS})`)
    .execute();
}

/** Replaces what Postgres cannot store in text: NUL and lone surrogates. */
const storable = (text: string) => text.replace(/\0|\p{Surrogate}/gu, '\ufffd');
