import type { RenderOutput } from '@godhuli/contracts/host';
import { addressOfFile, type Mount, type PageComposition, type PageRelease, pathInside } from '@godhuli/contracts/page';
import type { ComposedRelease, Composition } from '@godhuli/contracts/releases';
import { BoundedCache } from '../bounded-cache.js';
import type { ReleaseFiles } from '../composition/release-files.js';
import { type Representation, represent } from '../http/representation.js';
import type { Logger } from '../logger.js';
import type { RenderPool } from '../rendering/render-pool.js';
import type { ShellBuild } from '../shell-build.js';
import { remoteDocument } from './document.js';
import type { PageData, PageDataSource } from './page-data.js';
import { matchesAnyRoute } from './route-match.js';

interface RemotePagesOptions {
  shell: ShellBuild;
  files: ReleaseFiles;
  renderPool: RenderPool;
  pageData: PageDataSource;
  logger: Logger;
  now: () => number;
  /** development: pages load themselves anew when a build goes live */
  reloadOnChange: boolean;
  /** tells the API that a release failed on the server */
  reportServerFailure(release: ComposedRelease, page: string, cause: string): void;
}

export interface RemotePage {
  document: Representation;
  /** it stays as it is until the composition or the site's data changes */
  lasting: boolean;
}

export interface RemotePages {
  /**
   * The document of a page, from memory when nothing that it is made of has changed.
   * @param origin of the site, for addresses that other sites read (canonical, Open Graph)
   */
  get(composition: Composition, mount: Mount, url: URL, origin: string): Promise<RemotePage>;
  /**
   * The document of a page for one staff member's eyes: made anew each time, kept nowhere; what fails is not reported.
   * @param composition with the previewed release in place
   * @param badge markup that says so
   */
  preview(composition: Composition, mount: Mount, url: URL, origin: string, badge: string): Promise<string>;
  /** how often the server gave up and left rendering to the browser */
  readonly renderFailures: number;
}

interface Kept {
  document: Representation;
  /** milliseconds since 1970 */
  until: number;
}

const CACHE_BYTES = 32 * 1024 * 1024;
/** After a failed render the page is rendered in the browser for this long before it is tried again. */
const FAILURE_KEPT_MS = 10_000;
/** A longer query is no page of ours; it is not rendered from. */
const LONGEST_QUERY = 200;

/** A release as a page needs it: no server build, and digests of scripts alone. */
function pageRelease(release: ComposedRelease): PageRelease {
  const { name, version, contract, container, entry, remoteFiles, routes, baseUrl } = release;
  const files = release.files
    .filter((file) => file.path.endsWith('.js'))
    .map(({ path, integrity }) => ({ path, integrity }));
  return { name, version, contract, container, entry, remoteFiles, routes, baseUrl, files };
}

/** Whether a zone has one page alone; a second remote or route makes the document ask for the router. */
function isOnlyPage(remotes: PageComposition['remotes']): boolean {
  const [first, ...others] = Object.values(remotes);
  return others.length === 0 && first?.live.routes.length === 1 && first.live.routes[0] === '/';
}

/** What the document says about the composition: the remotes of its own zone alone. */
function pageComposition(
  shell: ShellBuild,
  composition: Composition,
  mount: Mount,
  live: ComposedRelease,
  data: Record<string, unknown>,
  late: boolean,
): PageComposition {
  const remotes: PageComposition['remotes'] = {};
  for (const { remote } of shell.mounts.filter(({ zone }) => zone === mount.zone)) {
    const entry = composition.remotes[remote];
    if (entry)
      remotes[remote] = { live: pageRelease(entry.live), previous: entry.previous && pageRelease(entry.previous) };
  }
  const digest = (path: string) => live.files.find((file) => file.path === path)?.integrity ?? '';
  return {
    generation: composition.generation,
    mount,
    remotes,
    data,
    scripts: [
      ...(isOnlyPage(remotes) ? shell.scripts.onePage : shell.scripts.routed),
      ...[live.entry, ...live.remoteFiles].map((path) => ({
        src: addressOfFile(live.baseUrl, path),
        integrity: digest(path),
      })),
    ],
    styles: [shell.styles.fonts, shell.styles.shell],
    late,
  };
}

/** What a document is rendered from. */
interface PageRequest {
  live: ComposedRelease;
  mount: Mount;
  /** path and query as the release's server build gets them */
  path: string;
  data: PageData;
  origin: string;
  isUnknownPath: boolean;
}

const isUnknownPath = (live: ComposedRelease, mount: Mount, url: URL) =>
  !matchesAnyRoute(live.routes, pathInside(mount, url.pathname));

/** Makes and keeps the documents of mounted remotes. */
export function createRemotePages(options: RemotePagesOptions): RemotePages {
  const { shell, files, renderPool, pageData, logger, now } = options;
  const documents = new BoundedCache<Kept>(CACHE_BYTES, ({ document }) => document.plain.length * 1.5);
  const underWay = new Map<string, Promise<Kept>>();
  let renderFailures = 0;

  async function renderOnServer(
    { live, mount, path, data, origin }: PageRequest,
    onFailure: (cause: string) => void,
  ): Promise<{ rendered: RenderOutput | null; failed: boolean }> {
    const file = live.server;
    if (!file) return { rendered: null, failed: false };
    try {
      const rendered = await renderPool.render(
        { key: `${live.name}/${live.version}`, file, materialize: () => files.materialize(live, [file]) },
        {
          url: path,
          data: data.values,
          basePath: mount.path,
          origin,
          release: { name: live.name, version: live.version },
        },
      );
      return { rendered, failed: false };
    } catch (error) {
      renderFailures += 1;
      logger.warn(
        { err: error, release: live.version, path },
        'server rendering failed; the browser will render this page',
      );
      onFailure(error instanceof Error ? error.message : String(error));
      return { rendered: null, failed: true };
    }
  }

  async function make(composition: Composition, request: PageRequest) {
    const { live, mount, path, data, isUnknownPath } = request;
    const { rendered, failed } = await renderOnServer(request, (cause) =>
      options.reportServerFailure(live, path, cause),
    );
    const page = pageComposition(shell, composition, mount, live, rendered?.data ?? data.values, rendered !== null);
    if (options.reloadOnChange) page.reloadOnChange = true;
    const html = remoteDocument({ shell, page, rendered, title: 'Godhuli', isUnknownPath });
    return { document: await represent(html, 'text/html; charset=utf-8', 6), failed };
  }

  return {
    get renderFailures() {
      return renderFailures;
    },
    async get(composition, mount, url, origin) {
      const live = composition.remotes[mount.remote]?.live;
      if (!live) throw new Error(`${mount.remote} is not published`);
      const data = await pageData.read(live.serverData);
      const query = live.server && url.search.length <= LONGEST_QUERY ? url.search : '';
      const isUnknown = isUnknownPath(live, mount, url);
      // Without a server build every page of a remote has the same document, and every unknown URL.
      const path = live.server ? pathInside(mount, url.pathname) + query : '';
      const { generation } = composition;
      const key = [generation, mount.path, live.version, path, isUnknown, data.tag, live.server ? origin : ''].join(
        ' ',
      );
      const asPage = ({ document, until }: Kept): RemotePage => ({
        document,
        lasting: data.lasting && until === Number.POSITIVE_INFINITY,
      });
      const hit = documents.get(key);
      if (hit && now() < hit.until) return asPage(hit);
      const running = underWay.get(key);
      if (running) return asPage(await running);
      const wholePath = live.server ? url.pathname + query : '';
      const made = make(composition, { live, mount, path: wholePath, data, origin, isUnknownPath: isUnknown })
        .then(({ document, failed }) => {
          const kept = { document, until: failed ? now() + FAILURE_KEPT_MS : Number.POSITIVE_INFINITY };
          documents.set(key, kept);
          return kept;
        })
        .finally(() => underWay.delete(key));
      underWay.set(key, made);
      return asPage(await made);
    },
    async preview(composition, mount, url, origin, badge) {
      const live = composition.remotes[mount.remote]?.live;
      if (!live) throw new Error(`${mount.remote} is not published`);
      const data = await pageData.read(live.serverData);
      const query = url.search.length <= LONGEST_QUERY ? url.search : '';
      const isUnknown = isUnknownPath(live, mount, url);
      const request = { live, mount, path: url.pathname + query, data, origin, isUnknownPath: isUnknown };
      const { rendered } = await renderOnServer(request, () => undefined);
      const page = pageComposition(shell, composition, mount, live, rendered?.data ?? data.values, rendered !== null);
      return remoteDocument({
        ...{ shell, rendered, badge, page: { ...page, preview: true } },
        ...{ title: 'Godhuli', isUnknownPath: isUnknown },
      });
    },
  };
}
