import { createRequire } from 'node:module';
import { SHARED_MODULES } from '@godhuli/contracts/shared-modules';
import { createGateHost, type GateHost } from '@godhuli/release-gate/gate-host';
import type { Logger } from '@godhuli/server/logger';
import type { OpenDatabase } from '../../db/open-database.js';
import type { ReadCache } from '../../http/read-cache.js';
import { createCompositionSource } from './composition.service.js';
import { createLoadReportsService, type ErrorBudget, type Probe } from './load-reports.service.js';
import { previewRoutes } from './preview.routes.js';
import { probeByGate } from './probe-by-gate.js';
import { createReleaseStore } from './release-store.js';
import { createReleasesService } from './releases.service.js';
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
