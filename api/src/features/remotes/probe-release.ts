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
/** Pages cut the path that they report to this many characters. */
const LONGEST_REPORTED = 300;

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

    /** Returns the paths below the mount of a few pages of different kinds. */
    async samplePaths(remote: string, version: string): Promise<string[]> {
      const { pages } = await samplePages(await manifests.read(remote, version), host);
      return fewPages(pages).map(({ pathname }) => pathname);
    },

    /** Returns the paths below the mount of reported pages that all of these releases have, of different routes first. */
    async reportedPaths(remote: string, versions: readonly string[], reported: readonly string[]): Promise<string[]> {
      const [first, ...others] = await Promise.all(versions.map((version) => manifests.read(remote, version)));
      const routeOf = ({ routes }: ReleaseManifest, path: string) => routes.find((each) => matchesRoute(each, path));
      const paths = reported.flatMap((page) => {
        const path = pathBelow(basePathOf({ remote }, host), page);
        const route = path === null || !first ? undefined : routeOf(first, path);
        if (path === null || route === undefined) return [];
        return others.every((other) => routeOf(other, path) !== undefined) ? [{ path, route }] : [];
      });
      const different = [...new Map(paths.map((each) => [each.path, each])).values()];
      return ofEachKind(different, ({ route }) => route, REPORTED_PAGES).map(({ path }) => path);
    },

    /**
     * Mounts a stored release in a document, with effects and the current sample data.
     * @param paths of the pages, below the mount; a few of different kinds unless given
     */
    async mountInDocument(remote: string, version: string, paths?: readonly string[]): Promise<IsolatedResult> {
      if (paths?.length === 0) return { ok: true };
      const manifest = await manifests.read(remote, version);
      const { pages } = await samplePages(manifest, host, paths);
      const directory = store.folderOf(remote, version);
      const mount = () =>
        mountInDocument({ candidate: { remote, directory }, manifest, host, pages: paths ? pages : fewPages(pages) });
      return queue.run(remote, mount, (result) => (result.ok ? 'succeeded' : 'failed'));
    },

    /**
     * Renders pages with the server build of a stored release, and the current sample data.
     * @param paths below the mount
     */
    async renderOnServer(remote: string, version: string, paths: readonly string[]): Promise<IsolatedResult> {
      const manifest = await manifests.read(remote, version);
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
}

/**
 * Returns the path of a page below a mount; null if it is elsewhere, or no browser has loaded it: anyone may report any text.
 * @param page path of the site, with its query and fragment
 */
function pathBelow(basePath: string, page: string): string | null {
  const [path = ''] = page.split(/[?#]/);
  const below = basePath === '/' ? '' : basePath;
  if (!`${path}/`.startsWith(`${below}/`) || path.includes('//') || !isPathOfBrowser(path)) return null;
  return path.slice(below.length).replace(/\/$/, '') || '/';
}

/** Returns whether a browser sends a path like this, and no report has cut it. */
function isPathOfBrowser(path: string): boolean {
  if (path.length >= LONGEST_REPORTED) return false;
  try {
    decodeURIComponent(path);
    return new URL(path, 'http://site').pathname === path;
  } catch {
    return false;
  }
}
