import { createHash } from 'node:crypto';
import type { LoadReport } from '@godhuli/contracts/releases';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.js';
import { TooManyAttempts } from '../../http/errors.js';
import { networkOf } from '../../http/network.js';
import type { Logger } from '../../logger.js';
import { withdrawLive } from './channels.service.js';
import { findChannel, findRelease } from './releases.queries.js';

/** When failures in the field take a release back without a person. Every number may be adjusted. */
export interface ErrorBudget {
  /** this many different addresses must report … */
  distinctAddresses: number;
  /** … within this time; one visitor with a broken browser is no broken release */
  windowMinutes: number;
  /** only a release that went live this recently; an older one has proven itself, and something else broke */
  liveForAtMostMinutes: number;
  /** after the probe has found nothing wrong, it is not run again for this long */
  probeAgainAfterSeconds: number;
}
const DEFAULT_ERROR_BUDGET: ErrorBudget = {
  distinctAddresses: 3,
  windowMinutes: 5,
  liveForAtMostMinutes: 60,
  probeAgainAfterSeconds: 30,
};

/** Failures that cost a visitor the page; an error in an event handler costs a click and is only kept. */
const COUNTED_STAGES = ['entry', 'init', 'expose', 'contract', 'render', 'hydrate', 'server'];
/** Reports that one address may send in a minute. */
const REPORTS_PER_MINUTE = 20;
/** Addresses remembered at once for that. */
const MAX_ADDRESSES = 10_000;
const REPORTS_KEPT_DAYS = 30;
const MINUTE_MS = 60_000;

/** Looks at a live release for itself. `ok: false` agrees with those who say that it is broken. */
export type Probe = (release: { remote: string; version: string }) => Promise<{ ok: boolean; cause: string }>;

export interface LoadReportsService {
  /**
   * Keeps one report; reports about releases that do not exist are dropped.
   * @throws TooManyAttempts
   */
  report(report: LoadReport, address: string): Promise<void>;
  /** Resolves when no judgement is under way. */
  settled(): Promise<void>;
}

interface Options {
  db: Kysely<Database>;
  logger: Logger;
  now: () => Date;
  probe: Probe;
  /** called after a release was withdrawn */
  onMove: () => Promise<void>;
  budget?: ErrorBudget;
}

/** Collects what pages say about releases, and withdraws a fresh one when enough of them and our own probe agree. */
export function createLoadReportsService({
  db,
  logger,
  now,
  probe,
  onMove,
  budget = DEFAULT_ERROR_BUDGET,
}: Options): LoadReportsService {
  const sent = new Map<string, { since: number; count: number }>();
  const judging = new Map<string, Promise<void>>();
  const acquitted = new Map<string, number>();
  let salt: string | null = null;

  function limit(reporter: string): void {
    const at = now().getTime();
    const before = sent.get(reporter);
    // A minute from its first report on: with minutes of the clock, twice as many would pass at the turn of one.
    const { since, count } = before && at - before.since < MINUTE_MS ? before : { since: at, count: 0 };
    if (count >= REPORTS_PER_MINUTE) throw new TooManyAttempts(60, 'Too many reports. Please try again later.');
    if (sent.size >= MAX_ADDRESSES) sent.clear();
    sent.set(reporter, { since, count: count + 1 });
  }

  async function digestOf(reporter: string): Promise<string> {
    salt ??= (await db.selectFrom('composition_state').select('report_salt').executeTakeFirstOrThrow()).report_salt;
    return createHash('sha256').update(`${salt}\0${reporter}`).digest('hex').slice(0, 32);
  }

  const minutesAgo = (minutes: number) => new Date(now().getTime() - minutes * MINUTE_MS);

  /** Whether this is the live release, put there by a person or a start, not long ago. */
  async function mayBeWithdrawn(remote: string, version: string): Promise<boolean> {
    const live = await findChannel(db, remote, 'live');
    // What was rolled back to automatically is never rolled back again: nothing flaps.
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

  async function judge(remote: string, version: string): Promise<void> {
    const key = `${remote}/${version}`;
    if (now().getTime() < (acquitted.get(key) ?? 0)) return;
    const reporters = await countReporters(remote, version);
    if (reporters < budget.distinctAddresses || !(await mayBeWithdrawn(remote, version))) return;
    const { ok, cause } = await probe({ remote, version });
    if (ok) {
      if (acquitted.size > 100) acquitted.clear();
      acquitted.set(key, now().getTime() + budget.probeAgainAfterSeconds * 1000);
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
    await onMove();
  }

  return {
    async report(report, address) {
      const reporter = networkOf(address);
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
      if (!COUNTED_STAGES.includes(report.stage) || judging.has(key)) return;
      const judgement = judge(report.remote, report.version)
        .catch((error: unknown) => logger.error({ err: error, ...report }, 'could not check a load report'))
        .finally(() => judging.delete(key));
      judging.set(key, judgement);
    },
    async settled() {
      await Promise.all(judging.values());
    },
  };
}

/** Text of a page's error as Postgres can hold it: no NUL, no lone surrogates. */
const storable = (text: string) => text.replace(/\0|\p{Surrogate}/gu, '\ufffd');
