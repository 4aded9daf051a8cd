import { createHash } from 'node:crypto';
import type { LoadReport } from '@godhuli/contracts/releases';
import type { Logger } from '@godhuli/server/logger';
import { networkOf } from '@godhuli/server/network';
import type { Kysely } from 'kysely';
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
const COUNTED_STAGES = ['entry', 'init', 'expose', 'contract', 'render', 'hydrate', 'server'];
/** Reports that one network may send in a minute. */
const REPORTS_PER_MINUTE = 20;
/** Networks counted at the same time. */
const MAX_NETWORKS = 10_000;
const REPORTS_KEPT_DAYS = 30;
const MINUTE_MS = 60_000;

/** Checks a live release. `ok: false` confirms the reports that it is broken. */
export type Probe = (release: { remote: string; version: string }) => Promise<{ ok: boolean; cause: string }>;

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
  const sent = new Map<string, { since: number; count: number }>();
  const checking = new Map<string, Promise<void>>();
  const probeAgainAt = new Map<string, number>();
  let salt: string | null = null;

  function limit(reporter: string): void {
    const at = now().getTime();
    const before = sent.get(reporter);
    // A minute from its first report: with clock minutes, twice as many could pass around a full minute.
    const { since, count } = before && at - before.since < MINUTE_MS ? before : { since: at, count: 0 };
    if (count >= REPORTS_PER_MINUTE) throw new TooManyAttempts(60, 'Too many reports. Please try again later.');
    if (sent.size >= MAX_NETWORKS) sent.clear();
    sent.set(reporter, { since, count: count + 1 });
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

  async function countReporters(remote: string, version: string): Promise<number> {
    const row = await db
      .selectFrom('load_reports')
      .select((expression) => expression.fn.count<string>('reporter').distinct().as('reporters'))
      .where('remote', '=', remote)
      .where('version', '=', version)
      .where('stage', 'in', COUNTED_STAGES)
      .where('reported_at', '>=', minutesAgo(budget.windowMinutes))
      .executeTakeFirstOrThrow();
    return Number(row.reporters);
  }

  async function checkRelease(remote: string, version: string): Promise<void> {
    const key = `${remote}/${version}`;
    if (now().getTime() < (probeAgainAt.get(key) ?? 0)) return;
    const reporters = await countReporters(remote, version);
    if (reporters < budget.distinctReporters || !(await mayBeWithdrawn(remote, version))) return;
    const { ok, cause } = await probe({ remote, version });
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
      limit(reporter);
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
      await db
        .deleteFrom('load_reports')
        .where('reported_at', '<', minutesAgo(REPORTS_KEPT_DAYS * 24 * 60))
        .execute();
      const key = `${report.remote}/${report.version}`;
      if (!COUNTED_STAGES.includes(report.stage) || checking.has(key)) return;
      const check = checkRelease(report.remote, report.version)
        .catch((error: unknown) => logger.error({ err: error, ...report }, 'could not check a load report'))
        .finally(() => checking.delete(key));
      checking.set(key, check);
    },
    /** Resolves when no check is running. */
    settled: async () => void (await Promise.all(checking.values())),
  };
}

/** Replaces what Postgres cannot store in text: NUL and lone surrogates. */
const storable = (text: string) => text.replace(/\0|\p{Surrogate}/gu, '\ufffd');
