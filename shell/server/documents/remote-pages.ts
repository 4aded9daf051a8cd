import type { RenderOutput } from '@godhuli/contracts/host';
import { addressOfFile, type Mount, type PageComposition, type PageRelease } from '@godhuli/contracts/page';
import type { ComposedRelease, Composition } from '@godhuli/contracts/releases';
import { BoundedCache } from '../bounded-cache.js';
import type { ReleaseFiles } from '../composition/release-files.js';
import { type Representation, represent } from '../http/representation.js';
import type { VisitorNetwork } from '../http/visitor-network.js';
import type { Logger } from '../logger.js';
import { QueueFull } from '../rendering/fair-queue.js';
import { createRenderBudget } from '../rendering/render-budget.js';
import type { RenderPool } from '../rendering/render-pool.js';
import type { ShellBuild } from '../shell-build.js';
import { remoteDocument } from './document.js';
import { pageAddress } from './page-address.js';
import type { PageData, PageDataSource } from './page-data.js';

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

/** Who asks for a page, and by which name of the site. */
export interface Visitor extends VisitorNetwork {
  /** of the site, for URLs that other sites read (canonical, Open Graph) */
  origin: string;
  /** the origin is one that somebody configured; visitors cannot make up more of them */
  isConfigured: boolean;
}

export interface RemotePages {
  /**
   * Returns the document of a page, from memory when nothing that it is made of has changed. A page that a visitor made up
   * (a query, a path below a wildcard, a host that nobody configured) takes from the render budget of their network; when
   * there is none left, the browser renders it.
   */
  get(composition: Composition, mount: Mount, url: URL, visitor: Visitor): Promise<RemotePage>;
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

/** Pages that all visitors share. */
const CACHE_BYTES = 32 * 1024 * 1024;
/** Pages that visitors make up; beside the others, so that these displace each other alone. */
const VARIANTS_BYTES = 8 * 1024 * 1024;
const ADMITTED_BYTES = 256 * 1024;
/** After a failed render the page is rendered in the browser for this long before it is tried again. */
const FAILURE_KEPT_MS = 10_000;
/** Renders for staff who preview a release wait behind each other, not behind visitors. */
const PREVIEW_LANE = 'preview';

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
  address: string;
  data: PageData;
  origin: string;
  isUnknown: boolean;
  /** see `RenderPool.render` */
  lane: string | null;
}

/** Makes and keeps the documents of mounted remotes. */
export function createRemotePages(options: RemotePagesOptions): RemotePages {
  const { shell, files, renderPool, pageData, logger, now } = options;
  const sizeOf = ({ document }: Kept) => document.plain.length * 1.5;
  const documents = new BoundedCache<Kept>(CACHE_BYTES, sizeOf);
  const variants = new BoundedCache<Kept>(VARIANTS_BYTES, sizeOf);
  /** from which state of the site variants were last rendered: the first time after a change costs no budget */
  const admitted = new BoundedCache<string>(ADMITTED_BYTES, (state) => 2 * state.length);
  const budget = createRenderBudget(now);
  const underWay = new Map<string, Promise<Kept>>();
  let renderFailures = 0;

  /** @throws QueueFull */
  async function renderOnServer(
    { live, mount, address, data, origin, lane }: PageRequest,
    onFailure: (cause: string) => void,
  ): Promise<{ rendered: RenderOutput | null; failed: boolean }> {
    const file = live.server;
    if (!file) return { rendered: null, failed: false };
    try {
      const rendered = await renderPool.render(
        { key: `${live.name}/${live.version}`, file, materialize: () => files.materialize(live, [file]) },
        {
          url: address,
          data: data.values,
          basePath: mount.path,
          origin,
          release: { name: live.name, version: live.version },
        },
        lane,
      );
      return { rendered, failed: false };
    } catch (error) {
      if (error instanceof QueueFull) throw error;
      renderFailures += 1;
      logger.warn(
        { err: error, release: live.version, path: address },
        'server rendering failed; the browser will render this page',
      );
      onFailure(error instanceof Error ? error.message : String(error));
      return { rendered: null, failed: true };
    }
  }

  function documentOf(composition: Composition, request: PageRequest, rendered: RenderOutput | null) {
    const { live, mount, data, isUnknown } = request;
    const page = pageComposition(shell, composition, mount, live, rendered?.data ?? data.values, rendered !== null);
    if (options.reloadOnChange) page.reloadOnChange = true;
    const html = remoteDocument({ shell, page, rendered, title: 'Godhuli', isUnknownPath: isUnknown });
    return represent(html, 'text/html; charset=utf-8', 6);
  }

  async function make(composition: Composition, request: PageRequest): Promise<Kept> {
    const { rendered, failed } = await renderOnServer(request, (cause) =>
      options.reportServerFailure(request.live, request.address, cause),
    );
    const document = await documentOf(composition, request, rendered);
    return { document, until: failed ? now() + FAILURE_KEPT_MS : Number.POSITIVE_INFINITY };
  }

  /** Makes a document once for all who ask for it meanwhile, and keeps it. */
  function once(cache: BoundedCache<Kept>, key: string, work: () => Promise<Kept>): Promise<Kept> {
    const running = underWay.get(key);
    if (running) return running;
    const made = work()
      .then((kept) => {
        cache.set(key, kept);
        return kept;
      })
      .finally(() => underWay.delete(key));
    underWay.set(key, made);
    return made;
  }

  /** The page as the browser renders it: one document for all URLs, which therefore costs no render. */
  async function unrendered(composition: Composition, request: PageRequest): Promise<RemotePage> {
    const { live, mount, data, isUnknown } = request;
    const key = [composition.generation, mount.path, live.version, isUnknown, data.tag, 'unrendered'].join(' ');
    const kept =
      documents.get(key) ??
      (await once(documents, key, async () => ({
        document: await documentOf(composition, request, null),
        until: Number.POSITIVE_INFINITY,
      })));
    return { document: kept.document, lasting: false };
  }

  return {
    get renderFailures() {
      return renderFailures;
    },
    async get(composition, mount, url, visitor) {
      const { origin, isConfigured, network } = visitor;
      const live = composition.remotes[mount.remote]?.live;
      if (!live) throw new Error(`${mount.remote} is not published`);
      const data = await pageData.read(live.serverData);
      const { address, isUnknown, isFixed } = pageAddress(mount, live, url);
      const isShared = !live.server || (isFixed && isConfigured);
      const lane = isShared ? null : (visitor.site ?? network);
      const request: PageRequest = { live, mount, address, data, origin, isUnknown, lane };
      // Without a server build every page of a remote has the same document, and every unknown URL.
      const rendered = live.server ? [address, origin] : [];
      const variant = [mount.path, live.version, isUnknown, ...rendered].join(' ');
      const state = `${composition.generation} ${data.tag}`;
      const key = `${state} ${variant}`;
      const cache = isShared ? documents : variants;
      const asPage = ({ document, until }: Kept): RemotePage => ({
        document,
        lasting: data.lasting && until === Number.POSITIVE_INFINITY,
      });
      const hit = cache.get(key);
      if (hit && now() < hit.until) return asPage(hit);
      const admittedIn = isShared ? undefined : admitted.get(variant);
      const isFree = isShared || underWay.has(key) || (admittedIn ?? state) !== state;
      if (!isFree && !budget.take(visitor)) {
        logger.warn({ network }, 'a network has used up its render budget; browsers will render its pages');
        return unrendered(composition, request);
      }
      // Also when it fails: another try costs budget.
      if (admittedIn !== undefined) admitted.set(variant, state);
      try {
        const kept = await once(cache, key, () => make(composition, request));
        if (!isShared && kept.until === Number.POSITIVE_INFINITY) admitted.set(variant, state);
        return asPage(kept);
      } catch (error) {
        if (!(error instanceof QueueFull)) throw error;
        logger.warn({ network }, 'the render queue is full; browsers will render some pages');
        return unrendered(composition, request);
      }
    },
    async preview(composition, mount, url, origin, badge) {
      const live = composition.remotes[mount.remote]?.live;
      if (!live) throw new Error(`${mount.remote} is not published`);
      const data = await pageData.read(live.serverData);
      const { address, isUnknown } = pageAddress(mount, live, url);
      const request = { live, mount, address, data, origin, isUnknown, lane: PREVIEW_LANE };
      const { rendered } = await renderOnServer(request, () => undefined).catch(() => ({ rendered: null }));
      const page = pageComposition(shell, composition, mount, live, rendered?.data ?? data.values, rendered !== null);
      return remoteDocument({
        ...{ shell, rendered, badge, page: { ...page, preview: true } },
        ...{ title: 'Godhuli', isUnknownPath: isUnknown },
      });
    },
  };
}
