import type { GateCheck, ReleaseManifest } from '@godhuli/contracts/releases';
import { matchesRoute } from '@godhuli/contracts/route-data';
import type { GateHost } from '@godhuli/release-gate/gate-host';
import {
  basePathOf,
  CheckTimedOut,
  checkServerRender,
  type IsolatedResult,
  mountInDocument,
} from '@godhuli/release-gate/isolated-checks';
import { fewPages, ofEachKind, samplePages } from '@godhuli/release-gate/sample-pages';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.js';
import { createCheckQueue } from './check-queue.js';
import { checkRelease, outcomeOf } from './check-release.js';
import type { ReleaseManifests } from './release-manifests.js';
import type { ReleaseStore } from './release-store.js';

interface Options {
  db: Kysely<Database>;
  store: Pick<ReleaseStore, 'folderOf'>;
  host: GateHost;
  manifests: Pick<ReleaseManifests, 'read'>;
}

/** How many of the pages that visitors report are tried: mounting one takes 0.3 s. */
const REPORTED_PAGES = 5;

/** Checks releases that are stored already, to decide about a rollback. All of them throw NotFound for an unknown release. */
export function createReleaseProbe({ db, store, host, manifests }: Options) {
  /** Not that of publications: a rollback does not wait for them. */
  const queue = createCheckQueue(2);
  return {
    /** Runs the gate over a stored release, with the current sample data. @throws CheckTimedOut */
    async check(remote: string, version: string): Promise<GateCheck[]> {
      await manifests.read(remote, version);
      const stored = { isPublished: async () => true, isFromStore: true };
      const input = { remote, directory: store.folderOf(remote, version), ...stored };
      return (await queue.run(remote, () => checkRelease(db, host, input), outcomeOf)).checks;
    },

    /**
     * Mounts a stored release in a document, with effects and the current sample data.
     * @param reported pages of the site to mount; a few of different kinds unless given
     */
    async mountInDocument(remote: string, version: string, reported?: readonly string[]): Promise<IsolatedResult> {
      const manifest = await manifests.read(remote, version);
      const paths = reported && pathsOf(manifest, remote, reported);
      if (paths?.length === 0) return { ok: true };
      const { pages } = await samplePages(manifest, host, paths);
      const directory = store.folderOf(remote, version);
      const mount = () =>
        mountInDocument({ candidate: { remote, directory }, manifest, host, pages: paths ? pages : fewPages(pages) });
      return queue.run(remote, mount, (result) => (result.ok ? 'succeeded' : 'failed'));
    },

    /** Renders pages of the site with the server build of a stored release, and the current sample data. */
    async renderOnServer(remote: string, version: string, reported: readonly string[]): Promise<IsolatedResult> {
      const manifest = await manifests.read(remote, version);
      const paths = pathsOf(manifest, remote, reported);
      if (!manifest.server || paths.length === 0) return { ok: true };
      const { pages } = await samplePages(manifest, host, paths);
      const candidate = { remote, directory: store.folderOf(remote, version) };
      const render = async (): Promise<IsolatedResult> => {
        try {
          const { ok, message } = await checkServerRender({ candidate, manifest, host, pages, isStored: true });
          return ok ? { ok } : { ok, cause: message };
        } catch (error) {
          if (!(error instanceof CheckTimedOut)) throw error;
          return { ok: false, cause: error.message, timedOut: true };
        }
      };
      return queue.run(remote, render, (result) => (result.ok ? 'succeeded' : 'failed'));
    },
  };

  /** Returns the paths below the mount of reported pages that a release has, of different routes first. */
  function pathsOf({ routes }: ReleaseManifest, remote: string, reported: readonly string[]): string[] {
    const basePath = basePathOf({ remote }, host);
    const paths = reported.flatMap((page) => {
      const [path = ''] = page.split(/[?#]/);
      const below = basePath === '/' ? '' : basePath;
      if (!`${path}/`.startsWith(`${below}/`) || path.includes('//')) return [];
      const inside = path.slice(below.length).replace(/\/$/, '') || '/';
      const route = routes.find((each) => matchesRoute(each, inside));
      return route === undefined ? [] : [{ inside, route }];
    });
    const different = [...new Map(paths.map((each) => [each.inside, each])).values()];
    return ofEachKind(different, ({ route }) => route, REPORTED_PAGES).map(({ inside }) => inside);
  }
}
