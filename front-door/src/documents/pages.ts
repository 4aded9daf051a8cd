import type { RenderOutput } from '@godhuli/contracts/host';
import { type Mount, mountFor, PUBLIC_ZONE } from '@godhuli/contracts/page';
import type { ComposedRelease, Composition } from '@godhuli/contracts/releases';
import { Representation } from '@godhuli/server/representation';
import type { CachedResponse, ResponseCache } from '@godhuli/server/response-cache';
import type { CompositionSource } from '../composition/composition-source.js';
import type { ReleaseFiles } from '../composition/release-files.js';
import { SESSION_DOCUMENT, withFilmPlayers } from '../http/document-headers.js';
import { usesSession } from '../http/document-key.js';
import type { VisitorNetwork } from '../http/visitor-network.js';
import type { Logger } from '../logger.js';
import { NotRun } from '../rendering/fair-queue.js';
import { createRenderBudget } from '../rendering/render-budget.js';
import { ReleaseReplaced, type RenderPool } from '../rendering/render-pool.js';
import type { ShellBuild } from '../shell-build.js';
import { remoteDocument, withVersion } from './document.js';
import { createOneReaderPages } from './one-reader-pages.js';
import { pageComposition, remotesInZone } from './page-composition.js';
import type { PageData, PageDataSource } from './page-data.js';
import { hasWrongStatus, openPage, type PageRequest, statusWithoutRender } from './page-request.js';
import { type PageUrl, pageUrl } from './page-url.js';
import { createRenderPage } from './render-page.js';

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
const NEVER = Number.POSITIVE_INFINITY;

/** The cache tag of pages with this remote. */
export const remoteTag = (remote: string): string => `remote:${remote}`;

function pageKey(mount: Mount, live: ComposedRelease, { url, isUnknown, data }: PageUrl, origin: string): string {
  // Without a server build every page of a remote has the same document, except for its data, and so has every unknown URL.
  const rendered = live.server ? ` ${url} ${origin}` : ` ${data.route}`;
  return `page ${mount.path} ${isUnknown}${rendered}`;
}

/** Whether a page has a film of another site, which it plays in a frame. */
const hasFilm = (rendered: RenderOutput | null) => rendered?.html.includes(' data-film-player="https://') === true;

/** Whether the page has all data that is the same for every URL of its route. */
const isWhole = ({ page, data }: PageRequest): boolean => page.data.fixed.every((path) => path in data.values);

/** Whether the script of the document asks if this is the current one (decision 036). A browser keeps none that lacks data. */
const isChecked = (request: PageRequest, rendered: RenderOutput | null): boolean =>
  request.mount.zone === PUBLIC_ZONE && rendered !== null && rendered.status === undefined && isWhole(request);

const HTML = 'text/html; charset=utf-8';

/** Renders, composes and caches the pages of mounted remotes. */
export function createPages(options: PagesOptions) {
  const { shell, files, composition: source, renderPool, pageData, cache, logger, elapsed } = options;
  const budget = createRenderBudget(elapsed);
  const renderPage = createRenderPage({ renderPool, files, logger });
  const oneReaderPages = createOneReaderPages({ shell, composition: source, pageData, renderPage, budget });

  /** The last key that was requested: most visitors load the same page. */
  let lastKey = { composition: null as Composition | null, pathname: '', search: '', origin: '', key: '' };

  const sessionHeaders = { ...options.headers, ...SESSION_DOCUMENT };
  const headersOf = (mount: Mount) => (usesSession(mount) ? sessionHeaders : options.headers);

  /** Returns what a page of a zone is made from: the generation alone may come again after a restored backup. */
  const stateOf = ({ generation, remotes }: Composition, mount: Mount, data: PageData) => {
    const versions = remotesInZone(shell.mounts, mount).flatMap((remote) => [
      remotes[remote]?.live.version,
      remotes[remote]?.previous?.version,
    ]);
    return [generation, ...versions, data.state].join(' ');
  };

  function documentOf(request: PageRequest, rendered: RenderOutput | null): Representation {
    const page = pageComposition(shell, request, rendered);
    const html = remoteDocument({ shell, page, rendered, isUnknownPath: request.page.isUnknown });
    if (!isChecked(request, rendered)) return new Representation(html, HTML, { brotliQuality: 6 });
    const named = withVersion(html);
    return new Representation(named.html, HTML, { brotliQuality: 6, hash: named.version });
  }

  /** Reports a release that gives a page of its own routes status 404, and returns the page without it. */
  function withoutWrongStatus(request: PageRequest, rendered: RenderOutput): RenderOutput {
    if (!hasWrongStatus(request, rendered)) return rendered;
    const { live, page } = request;
    // Without its data a release cannot know what is there.
    if (isWhole(request))
      options.reportServerFailure(live, page.url, 'It has status 404 for a page that its routes name.');
    return { ...rendered, status: undefined };
  }

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
    ...oneReaderPages,
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
      const opened = await openPage(pageData, source.current(), mount, url);
      const { composition, live, page, data } = opened;
      const isShared = !live.server || ((page.isFixed || data.isNotFound) && isConfigured);
      const lane = isShared ? null : customer;
      const request: PageRequest = { ...opened, origin, lane };
      // Nobody knows whether there is such a page.
      if (data.hasFailed) return unrendered(request);
      const state = stateOf(composition, mount, data);
      const tags = data.tags && [...data.tags, ...remotesInZone(shell.mounts, mount).map(remoteTag)];
      const key = pageKey(mount, live, page, origin);
      const costsRender = !isShared && !isCurrent(cache.last(key), state) && !cache.isFilling(key, state);
      if (costsRender && !budget.admit(visitor, key, state)) {
        logger.warn({ network }, 'a network has used up its render budget; browsers will render its pages');
        return unrendered(request);
      }
      const load = async (last: CachedResponse | undefined): Promise<CachedPage> => {
        if (isCurrent(last, state)) return { ...last, tags: last.expiresAt === NEVER ? tags : null };
        let hasFailed = false;
        const result = await renderPage(request).catch((error: Error) => {
          if (error instanceof NotRun) throw error;
          hasFailed = true;
          if (!(error instanceof ReleaseReplaced)) options.reportServerFailure(live, page.url, error.message);
          return null;
        });
        const rendered = result && withoutWrongStatus(request, result);
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
        if (!(error instanceof NotRun)) throw error;
        logger.warn({ network }, `${error.message}; browsers will render some pages`);
        return unrendered(request);
      }
    },
  };
}
