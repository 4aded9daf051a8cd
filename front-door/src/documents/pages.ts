import { FORM_VERSION, type PostedForm, type RenderOutput } from '@godhuli/contracts/host';
import {
  type Mount,
  mountFor,
  type PageComposition,
  type PageRelease,
  PUBLIC_ZONE,
  releaseFileUrl,
} from '@godhuli/contracts/page';
import type { SitePreview } from '@godhuli/contracts/publishing';
import type { ComposedRelease, Composition } from '@godhuli/contracts/releases';
import { Representation } from '@godhuli/server/representation';
import type { CachedResponse, ResponseCache } from '@godhuli/server/response-cache';
import type { CompositionSource } from '../composition/composition-source.js';
import type { ReleaseFiles } from '../composition/release-files.js';
import { SESSION_DOCUMENT, withFilmPlayers } from '../http/document-headers.js';
import { usesSession } from '../http/document-key.js';
import type { VisitorNetwork } from '../http/visitor-network.js';
import type { Logger } from '../logger.js';
import { withDrafts } from '../preview/draft-data.js';
import { QueueFull } from '../rendering/fair-queue.js';
import { createRenderBudget } from '../rendering/render-budget.js';
import { ReleaseReplaced, type RenderPool } from '../rendering/render-pool.js';
import type { ShellBuild } from '../shell-build.js';
import { draftDocument, remoteDocument, withVersion } from './document.js';
import type { DataOfPage, PageData, PageDataSource } from './page-data.js';
import { type PageUrl, pageUrl } from './page-url.js';

interface PagesOptions {
  shell: ShellBuild;
  files: ReleaseFiles;
  composition: CompositionSource;
  renderPool: RenderPool;
  pageData: PageDataSource;
  cache: ResponseCache<CachedResponse>;
  /** of every page */
  headers: Readonly<Record<string, string>>;
  logger: Logger;
  /** milliseconds; never steps back */
  elapsed: () => number;
  /** tells the API that a release failed on the server */
  reportServerFailure(release: ComposedRelease, page: string, cause: string): void;
}

/** A page in the front door's cache. */
interface CachedPage extends CachedResponse {
  /** releases and data that it was made from: as long as they are the same, it need not be rendered again */
  state: string;
  /** by `elapsed` */
  expiresAt: number;
}

/** Who requests a page, and by which name of the site. */
export interface Visitor extends VisitorNetwork {
  /** of the site, for URLs that other sites read (canonical, Open Graph) */
  origin: string;
  /** the origin is one that somebody configured; visitors cannot make up more of them */
  isConfigured: boolean;
}

export type Pages = ReturnType<typeof createPages>;

/** After a failed render the browser renders the page for this long before the server tries again. */
const FAILURE_CACHED_MS = 10_000;
/** Renders for staff who preview a release wait behind each other, not behind visitors. */
const PREVIEW_LANE = 'preview';
const NEVER = Number.POSITIVE_INFINITY;

/** The cache tag of pages with this remote. */
export const remoteTag = (remote: string): string => `remote:${remote}`;

/** A release as a page needs it: no server build, and integrity hashes of scripts only. */
function pageRelease(release: ComposedRelease): PageRelease {
  const { name, version, contract, container, entry, remoteFiles, routes, baseUrl } = release;
  const files = release.files
    .filter((file) => file.path.endsWith('.js'))
    .map(({ path, integrity }) => ({ path, integrity }));
  return { name, version, contract, container, entry, remoteFiles, routes, baseUrl, files };
}

/** What a document is made from. */
interface PageRequest {
  composition: Composition;
  live: ComposedRelease;
  mount: Mount;
  page: PageUrl;
  data: DataOfPage;
  origin: string;
  /** see `RenderPool.render` */
  lane: string | null;
  form?: PostedForm;
  /** the markup names the fields that it shows */
  hasEditMarks?: boolean;
}

function pageKey(mount: Mount, live: ComposedRelease, { url, isUnknown, data }: PageUrl, origin: string): string {
  // Without a server build every page of a remote has the same document, except for its data, and so has every unknown URL.
  const rendered = live.server ? ` ${url} ${origin}` : ` ${data.route}`;
  return `page ${mount.path} ${isUnknown}${rendered}`;
}

/** Returns a page that a route of the release names exactly, else the first page of the mount. */
function fixedPage(mount: Mount, live: ComposedRelease, path = mount.path): PageUrl {
  const first = { pathname: mount.path, search: '' };
  const page = pageUrl(mount, live, path.startsWith('/') ? { pathname: path, search: '' } : first);
  return page.isFixed ? page : pageUrl(mount, live, first);
}

/** Returns the page of all URLs of a route for which the API has nothing. */
const notFoundPage = (mount: Mount, page: PageUrl): PageUrl => ({
  ...page,
  url: mount.path === '/' ? page.data.route : mount.path + page.data.route,
});

function statusWithoutRender({ isNotFound, hasFailed }: DataOfPage): 404 | 503 | undefined {
  if (hasFailed) return 503;
  return isNotFound ? 404 : undefined;
}

/** Whether a page has a film of another site, which it plays in a frame. */
const hasFilm = (rendered: RenderOutput | null) => rendered?.html.includes(' data-film-player="https://') === true;

/** Whether the script of the document asks if this is the current one (decision 036). */
const isChecked = ({ mount }: PageRequest, rendered: RenderOutput | null): boolean =>
  mount.zone === PUBLIC_ZONE && rendered !== null && rendered.status === undefined;

const HTML = 'text/html; charset=utf-8';

/** Renders, composes and caches the pages of mounted remotes. */
export function createPages(options: PagesOptions) {
  const { shell, files, composition: source, renderPool, pageData, cache, logger, elapsed } = options;
  const budget = createRenderBudget(elapsed);

  /** The last key that was requested: most visitors load the same page. */
  let lastKey = { composition: null as Composition | null, pathname: '', search: '', origin: '', key: '' };

  const sessionHeaders = { ...options.headers, ...SESSION_DOCUMENT };
  const headersOf = (mount: Mount) => (usesSession(mount) ? sessionHeaders : options.headers);

  const remotesOf = (mount: Mount) =>
    shell.mounts.filter(({ zone }) => zone === mount.zone).map(({ remote }) => remote);

  /** Returns what a page of a zone is made from: the generation alone may come again after a restored backup. */
  const stateOf = ({ generation, remotes }: Composition, mount: Mount, data: PageData) => {
    const versions = remotesOf(mount).flatMap((remote) => [
      remotes[remote]?.live.version,
      remotes[remote]?.previous?.version,
    ]);
    return [generation, ...versions, data.state].join(' ');
  };

  /** What the document says about the composition: the remotes of its own zone only. */
  function pageComposition(request: PageRequest, rendered: RenderOutput | null): PageComposition {
    const { composition, mount, live, data } = request;
    const remotes: PageComposition['remotes'] = {};
    for (const remote of remotesOf(mount)) {
      const composed = composition.remotes[remote];
      if (composed)
        remotes[remote] = {
          live: pageRelease(composed.live),
          previous: composed.previous && pageRelease(composed.previous),
        };
    }
    const scriptOf = (path: string) => ({
      src: releaseFileUrl(live.baseUrl, path),
      integrity: live.files.find((file) => file.path === path)?.integrity ?? '',
    });
    const pageScript = live.pageScript && scriptOf(live.pageScript);
    return {
      generation: composition.generation,
      mount,
      remotes,
      data: rendered?.data ?? data.values,
      scripts: [
        ...(mount.zone === PUBLIC_ZONE ? shell.scripts.onePage : shell.scripts.routed),
        ...[live.entry, ...live.remoteFiles].map(scriptOf),
        ...(pageScript && !rendered ? [pageScript] : []),
      ],
      ...(pageScript && rendered ? { pageScript } : {}),
      styles: [shell.styles.fonts, shell.styles.shell],
      isDeferred: rendered !== null,
    };
  }

  /**
   * Renders a page; null without a server build or a sandbox.
   * @throws Error if the release fails
   * @throws ReleaseReplaced, QueueFull
   */
  async function renderOnServer(request: PageRequest): Promise<RenderOutput | null> {
    const { live, mount, page, data, origin, lane, form, hasEditMarks } = request;
    const file = live.server;
    if (!file) return null;
    const release = { name: live.name, version: live.version };
    const target = {
      key: `${live.name}/${live.version}`,
      file,
      materialize: () => files.materialize(live, [file]),
    };
    const input = { url: page.url, data: data.values, basePath: mount.path, origin, release, form };
    const marked = hasEditMarks ? { ...input, preview: true as const } : input;
    try {
      return await renderPool.render(target, marked, lane);
    } catch (error) {
      if (!(error instanceof QueueFull))
        logger.warn(
          { err: error, release: live.version, path: page.url },
          'server rendering failed; the browser will render this page',
        );
      throw error;
    }
  }

  function documentOf(request: PageRequest, rendered: RenderOutput | null): Representation {
    const page = pageComposition(request, rendered);
    const html = remoteDocument({ shell, page, rendered, isUnknownPath: request.page.isUnknown });
    if (!isChecked(request, rendered)) return new Representation(html, HTML, { brotliQuality: 6 });
    const named = withVersion(html);
    return new Representation(named.html, HTML, { brotliQuality: 6, hash: named.version });
  }

  /** Without a server build the browser reads what belongs to the segment of the URL. */
  const readPage = ({ server }: ComposedRelease, { data }: PageUrl) =>
    pageData.readPage(server ? data : { ...data, ofSegment: [] });

  const isCurrent = (page: CachedResponse | undefined, state: string): page is CachedPage =>
    (page as CachedPage | undefined)?.state === state && elapsed() < (page as CachedPage).expiresAt;

  /** Returns the page as the browser renders it: one document for all URLs of a route, so it costs no render. */
  async function unrendered(request: PageRequest): Promise<CachedPage> {
    const { composition, mount, page, data } = request;
    const { shared } = data;
    const state = stateOf(composition, mount, shared);
    const load = async (last: CachedResponse | undefined): Promise<CachedPage> => {
      if (isCurrent(last, state)) return last;
      const representation = documentOf({ ...request, data: { ...data, ...shared } }, null);
      const headers = withFilmPlayers(headersOf(mount), page.data.route !== '');
      return { representation, headers, tags: null, state, expiresAt: NEVER };
    };
    const key = `unrendered ${mount.path} ${page.isUnknown} ${page.data.route}`;
    const document = (await cache.fill(key, load, { since: data.since, state })) as CachedPage;
    return { ...document, status: statusWithoutRender(data) };
  }

  return {
    /** Returns the status of a page; null if the release has no page at the URL. */
    statusOf(live: ComposedRelease, mount: Mount, url: URL): 200 | 404 | null {
      const { isMissing, isUnknown } = pageUrl(mount, live, url);
      if (isMissing) return null;
      return isUnknown ? 404 : 200;
    },
    /** Returns the key under which a page for all visitors is cached; null for a page that a visitor can make up. */
    cacheKey({ pathname, search }: Pick<URL, 'pathname' | 'search'>, origin: string): string | null {
      const composition = source.current();
      const isLast =
        lastKey.composition === composition &&
        lastKey.pathname === pathname &&
        lastKey.search === search &&
        lastKey.origin === origin;
      if (isLast) return lastKey.key;
      const mount = mountFor(pathname, shell.mounts);
      const live = mount && composition?.remotes[mount.remote]?.live;
      if (!live || usesSession(mount)) return null;
      const page = pageUrl(mount, live, { pathname, search });
      if (!page.isFixed) return null;
      const key = pageKey(mount, live, page, origin);
      lastKey = { composition, pathname, search, origin, key };
      return key;
    },
    /**
     * Returns a page of the live release, from the cache if the releases and the data that it was made from have not changed.
     * A page that a visitor can make up (a query, a path below a wildcard, a host that nobody configured) costs the render
     * budget of their network; if none is left, the browser renders it. All paths for which the API has nothing share one page.
     */
    async get(mount: Mount, url: URL, visitor: Visitor): Promise<CachedPage> {
      const { origin, isConfigured, network, customer } = visitor;
      // Nothing may be awaited before the data is read: a promotion in between would cache the old release as fresh.
      const composition = source.current();
      const live = composition?.remotes[mount.remote]?.live;
      if (!composition || !live) throw new Error(`${mount.remote} is not published`);
      const given = pageUrl(mount, live, url);
      const data = await readPage(live, given);
      const page = data.isNotFound ? notFoundPage(mount, given) : given;
      const isShared = !live.server || ((page.isFixed || data.isNotFound) && isConfigured);
      const lane = isShared ? null : customer;
      const request: PageRequest = { composition, live, mount, page, data, origin, lane };
      // Nobody knows whether there is such a page.
      if (data.hasFailed) return unrendered(request);
      const state = stateOf(composition, mount, data);
      const tags = data.tags && [...data.tags, ...remotesOf(mount).map(remoteTag)];
      const key = pageKey(mount, live, page, origin);
      const costsRender = !isShared && !isCurrent(cache.last(key), state) && !cache.isFilling(key, state);
      if (costsRender && !budget.admit(visitor, key, state)) {
        logger.warn({ network }, 'a network has used up its render budget; browsers will render its pages');
        return unrendered(request);
      }
      const load = async (last: CachedResponse | undefined): Promise<CachedPage> => {
        if (isCurrent(last, state)) return { ...last, tags: last.expiresAt === NEVER ? tags : null };
        let hasFailed = false;
        const rendered = await renderOnServer(request).catch((error: Error) => {
          if (error instanceof QueueFull) throw error;
          hasFailed = true;
          if (!(error instanceof ReleaseReplaced)) options.reportServerFailure(live, page.url, error.message);
          return null;
        });
        if (!isShared && !hasFailed) budget.recordRender(key, state);
        return {
          representation: documentOf(request, rendered),
          headers: withFilmPlayers(headersOf(mount), hasFilm(rendered)),
          isChecked: isChecked(request, rendered),
          status: rendered ? rendered.status : statusWithoutRender(data),
          tags: hasFailed ? null : tags,
          state,
          expiresAt: hasFailed ? elapsed() + FAILURE_CACHED_MS : NEVER,
        };
      };
      try {
        return (await cache.fill(key, load, { since: data.since, state, isVariant: !isShared })) as CachedPage;
      } catch (error) {
        if (!(error instanceof QueueFull)) throw error;
        logger.warn({ network }, 'the render queue is full; browsers will render some pages');
        return unrendered(request);
      }
    },
    /**
     * Returns the document of a page for one staff member only: never cached, and failures are not reported.
     * @param composition with the previewed release in place
     * @param badge markup that says so
     */
    async preview(composition: Composition, mount: Mount, url: URL, origin: string, badge: string) {
      const live = composition.remotes[mount.remote]?.live;
      if (!live) throw new Error(`${mount.remote} is not published`);
      const given = pageUrl(mount, live, url);
      const data = await readPage(live, given);
      const page = data.isNotFound ? notFoundPage(mount, given) : given;
      const request = { composition, live, mount, page, data, origin, lane: PREVIEW_LANE };
      const rendered = await renderOnServer(request).catch(() => null);
      const document = { ...pageComposition(request, rendered), preview: true };
      const html = remoteDocument({ shell, rendered, badge, page: document, isUnknownPath: page.isUnknown });
      return { html, status: rendered ? rendered.status : statusWithoutRender(data) };
    },
    /**
     * Returns a page of a mount, by default its first one, as the live release renders it with drafts, for one editor only: never cached, and
     * failures are not reported. Null if it cannot be rendered now.
     */
    async draft(mount: Mount, origin: string, preview: SitePreview, path?: string): Promise<string | null> {
      const composition = source.current();
      const live = composition?.remotes[mount.remote]?.live;
      if (!composition || !live) return null;
      const page = fixedPage(mount, live, path);
      const data = await readPage(live, page);
      const drafted = { ...data, values: withDrafts(data.values, preview) };
      const request = { composition, live, mount, page, data: drafted, origin, lane: PREVIEW_LANE, hasEditMarks: true };
      const rendered = await renderOnServer(request).catch(() => null);
      return rendered && draftDocument(shell, mount.remote, rendered);
    },
    /**
     * Returns the document of a page, by default the first one of a mount, with a form that was posted: never cached, and it costs the
     * visitor's render budget. Null if the live release does not show the form, or cannot be rendered now.
     */
    async renderForm(mount: Mount, visitor: Visitor, form: PostedForm, path?: string): Promise<string | null> {
      const composition = source.current();
      const live = composition?.remotes[mount.remote]?.live;
      if (!composition || !live || !budget.admit(visitor, 'form', '')) return null;
      const { origin, customer } = visitor;
      const page = fixedPage(mount, live, path);
      const data = await readPage(live, page);
      const request = { composition, live, mount, page, data, origin, lane: customer, form };
      const rendered = await renderOnServer(request).catch(() => null);
      if (rendered?.formVersion !== FORM_VERSION) return null;
      return remoteDocument({ shell, rendered, page: { ...pageComposition(request, rendered), url: page.url } });
    },
  };
}
