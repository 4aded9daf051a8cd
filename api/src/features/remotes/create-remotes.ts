import { createRequire } from 'node:module';
import { SHARED_MODULES } from '@godhuli/contracts/shared-modules';
import { createGateHost, type GateHost } from '@godhuli/release-gate/gate-host';
import { CheckTimedOut } from '@godhuli/release-gate/isolated-checks';
import type { Logger } from '@godhuli/server/logger';
import type { OpenDatabase } from '../../db/open-database.js';
import type { ReadCache } from '../../http/read-cache.js';
import { type CompositionSource, createCompositionSource } from './composition.service.js';
import { createLoadReportsService, type ErrorBudget, type Probe } from './load-reports.service.js';
import { previewRoutes } from './preview.routes.js';
import { createReleaseStore } from './release-store.js';
import { createReleasesService, type ReleasesService } from './releases.service.js';
import { remotesRoutes } from './remotes.routes.js';

export interface RemotesOptions extends Pick<OpenDatabase, 'db' | 'listen'> {
  logger: Logger;
  /** the cache whose invalidations the event stream announces */
  reads?: Pick<ReadCache, 'key' | 'onPurge'>;
  /** DATA_DIR; releases are stored in `releases/` inside it */
  dataDir: string;
  /** JSON of a public path of the API, as sample data for the gate; undefined when there is none */
  readPublic: GateHost['readPublic'];
  /** overrides of the usual limits */
  gate?: Partial<GateHost>;
  budget?: ErrorBudget;
  /** checks a live release; by default the gate over its stored files, and a mount in a document */
  probe?: Probe;
  now?: () => Date;
}

/** Creates everything for releases of remotes: object store, gate, channels, composition, reports, and their routes. */
export async function createRemotes(options: RemotesOptions) {
  const { db, listen, logger, dataDir, readPublic, now = () => new Date() } = options;
  const store = await createReleaseStore({ dataDir });
  const composition = await createCompositionSource({ db, listen, logger });
  const shared = { db, logger, now, onPromotion: composition.refresh };
  const host = createGateHost({ sharedModules: installedVersions(), readPublic, ...options.gate });
  const releases = createReleasesService({ ...shared, store, host });
  const probe = options.probe ?? probeByGate(releases, composition);
  const reports = createLoadReportsService({ ...shared, probe, budget: options.budget });
  const routes = remotesRoutes({ db, now, service: releases, composition, reports, reads: options.reads });
  return {
    routes: routes.route('/', previewRoutes({ db, now })),
    releases,
    composition,
    reports,
    async close(): Promise<void> {
      await reports.close();
      await composition.close();
    },
  };
}

const require = createRequire(import.meta.url);

/** The version of each shared module as installed here, which is the one that the shell is built with. */
function installedVersions(): Record<string, string> {
  const versionOf = (module: string): string => {
    const [name] = /^(@[^/]+\/)?[^/]+/.exec(module) as RegExpExecArray;
    return (require(`${name}/package.json`) as { version: string }).version;
  };
  return Object.fromEntries(Object.keys(SHARED_MODULES).map((module) => [module, versionOf(module)]));
}

/** Checks of the gate that depend on the data of the site. */
const PAGE_CHECKS: readonly string[] = ['server-render', 'smoke'];

/**
 * Runs the gate again over the stored files, with the current data: finds damaged files, and pages that no longer render
 * with what staff have entered since. Then mounts the release in a document: finds errors in effects. Then does both with the pages that
 * visitors report. The last good release is the control: if its pages fail too, the data or the document is at fault, not the
 * release. A check that was not done in time is no reason to replace a release.
 */
const probeByGate =
  (releases: ReleasesService, composition: CompositionSource): Probe =>
  async ({ remote, version, pages }) => {
    const failedChecks = async (candidate: string) => {
      const checks = await releases.check(remote, candidate).catch((error: unknown) => {
        if (error instanceof CheckTimedOut) return [];
        throw error;
      });
      return checks.filter((check) => !check.ok);
    };
    const previous = (await composition.current()).remotes[remote]?.previous?.version;
    const failed = await failedChecks(version);
    if (failed.length > 0) {
      const isOfPages = failed.every(({ name }) => PAGE_CHECKS.includes(name));
      const isControlled = isOfPages && previous !== undefined && (await failedChecks(previous)).length > 0;
      if (!isControlled)
        return { ok: false, cause: failed.map((check) => `${check.name}: ${check.message}`).join(' ') };
    }
    const steps = [
      (candidate: string) => releases.mountInDocument(remote, candidate),
      (candidate: string) => releases.renderOnServer(remote, candidate, pages),
      (candidate: string) => releases.mountInDocument(remote, candidate, pages),
    ];
    for (const step of steps) {
      const tried = await step(version);
      if (tried.ok || tried.timedOut) continue;
      const control = previous === undefined ? null : await step(previous);
      if (control?.ok) return { ok: false, cause: tried.cause };
    }
    return { ok: true, cause: '' };
  };
