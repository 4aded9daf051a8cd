import type { Hono } from 'hono';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.js';
import type { OpenDatabase } from '../../db/open-database.js';
import type { ApiEnv } from '../../http/api-env.js';
import type { ReadCache } from '../../http/read-cache.js';
import type { Logger } from '../../logger.js';
import { type CompositionSource, createCompositionSource } from './composition.service.js';
import { createGateHost, type GateHost } from './gate/gate-host.js';
import {
  createLoadReportsService,
  type ErrorBudget,
  type LoadReportsService,
  type Probe,
} from './load-reports.service.js';
import { previewRoutes } from './preview.routes.js';
import { createReleaseStore } from './release-store.js';
import { createReleasesService, type ReleasesService } from './releases.service.js';
import { remotesRoutes } from './remotes.routes.js';

export interface RemotesOptions {
  db: Kysely<Database>;
  listen: OpenDatabase['listen'];
  logger: Logger;
  /** whose purges the event stream tells */
  reads?: Pick<ReadCache, 'key' | 'onPurge'>;
  /** DATA_DIR; releases lie in `releases/` below it */
  dataDir: string;
  /** JSON of a public path of the API, as sample data for the gate; undefined when there is none */
  readPublic: GateHost['readPublic'];
  /** what differs from this installation's usual limits */
  gate?: Partial<GateHost>;
  budget?: ErrorBudget;
  /** the host's own look at a live release; the gate over its stored files, and a try in a document, unless given */
  probe?: Probe;
  now?: () => Date;
}

export interface Remotes {
  routes: Hono<ApiEnv>;
  releases: ReleasesService;
  composition: CompositionSource;
  reports: LoadReportsService;
  close(): Promise<void>;
}

/** Everything about releases of remotes: object store, gate, channels, composition, reports, and their routes. */
export async function createRemotes(options: RemotesOptions): Promise<Remotes> {
  const { db, listen, logger, dataDir, readPublic, now = () => new Date() } = options;
  const store = await createReleaseStore({ dataDir });
  const composition = await createCompositionSource({ db, listen, logger });
  const shared = { db, logger, now, onMove: () => composition.refresh() };
  const releases = createReleasesService({ ...shared, store, host: createGateHost(readPublic, options.gate) });
  const probe = options.probe ?? probeByGate(releases, composition);
  const reports = createLoadReportsService({ ...shared, probe, budget: options.budget });
  return {
    routes: remotesRoutes({ db, now, service: releases, composition, reports, reads: options.reads }).route(
      '/',
      previewRoutes({ db, now }),
    ),
    releases,
    composition,
    reports,
    async close() {
      await reports.settled();
      await composition.close();
    },
  };
}

/**
 * The gate once more, over the stored files and with the site's data of this minute: finds damaged files, and pages
 * that no longer render with what staff have entered since. Then the release in a document: finds what breaks in
 * effects. The last good release is the control: when it fails there too, the document lacks something, not the release.
 */
const probeByGate =
  (releases: ReleasesService, composition: CompositionSource): Probe =>
  async ({ remote, version }) => {
    const failed = (await releases.examine(remote, version)).filter((check) => !check.ok);
    if (failed.length > 0)
      return { ok: false, cause: failed.map((check) => `${check.name}: ${check.message}`).join(' ') };
    const tried = await releases.tryInDocument(remote, version);
    if (tried.ok || tried.late) return { ok: true, cause: '' };
    const previous = (await composition.current()).remotes[remote]?.previous;
    const control = previous && (await releases.tryInDocument(remote, previous.version));
    return { ok: !control?.ok, cause: tried.cause };
  };
