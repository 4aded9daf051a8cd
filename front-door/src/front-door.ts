import type { IncomingMessage, RequestListener } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { mountFor } from '@godhuli/contracts/page';
import type { Composition } from '@godhuli/contracts/releases';
import { fixedDataPaths } from '@godhuli/contracts/route-data';
import { NO_HOST } from '@godhuli/server/listen';
import { type CachedResponse, ResponseCache } from '@godhuli/server/response-cache';
import { COMMON_HEADERS, STRICT_TRANSPORT_SECURITY } from '@godhuli/server/security-headers';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { type Api, unavailableProblem } from './api-client.js';
import { openCompositionSource } from './composition/composition-source.js';
import { contractMismatches, mismatchText } from './composition/contract-mismatches.js';
import { createReleaseFiles } from './composition/release-files.js';
import { reportServerFailure } from './composition/report-server-failure.js';
import { type Clock, createPageData } from './documents/page-data.js';
import { createPages, remoteTag, type Visitor } from './documents/pages.js';
import { createCachedResponses } from './http/cached-responses.js';
import { documentHeaders, NO_PASSKEYS } from './http/document-headers.js';
import { openShellAssets } from './http/shell-assets.js';
import { createSiteOrigin, type SiteOriginOptions } from './http/site-origin.js';
import { readStaticFiles } from './http/static-files.js';
import { networkOfRequest } from './http/visitor-network.js';
import { inquiryRoutes, type RenderForm } from './inquiries/inquiry-routes.js';
import type { Logger } from './logger.js';
import { draftRoutes } from './preview/draft-routes.js';
import { previewRoutes } from './preview/preview-routes.js';
import { createRenderPool } from './rendering/render-pool.js';
import { apiRoutes, isReadByRelease } from './routes/api.js';
import { createErrorPages } from './routes/error-pages.js';
import { releaseFileRoutes, shellFileRoutes } from './routes/file-routes.js';
import { healthRoutes } from './routes/health.js';
import { pageRoutes } from './routes/pages.js';
import { SITEMAP_PATHS, siteInfoRoutes } from './routes/site-info.js';
import { readShellBuild } from './shell-build.js';

export interface FrontDoorOptions {
  api: Api;
  /** the shell's browser build (`shell/dist`) */
  shellDirectory: string;
  /** persists across starts: the last known composition, the files of releases and those of builds of the shell */
  dataDirectory: string;
  logger: Logger;
  /** sent to the API, which announces changes to front doors only */
  frontDoorToken?: string;
  /** the site's names; only localhost and IP addresses unless given */
  site?: SiteOriginOptions;
  /** the API's origin as the remotes were built for it, if it is not the site's own; pages may call it */
  apiOrigin?: string;
  /** where to report a security problem: an https, mailto or tel URL */
  securityContact?: string;
  /** counts what the front door responds to itself; the API counts the rest */
  count?: MiddlewareHandler;
  clock?: Clock;
  /** receives the status of each response from the cache, which no middleware sees */
  onCacheHit?: ((status: number) => void) | undefined;
}

export interface FrontDoor {
  app: Hono;
  /** for Node's server: the cache, then the app */
  listener: RequestListener;
  /** whether the API announces changes now, so that responses may be cached */
  followsChanges(): boolean;
  /** From now on `/readyz` responds with 503; everything else is still served. */
  stopAccepting(): void;
  close(): void;
}

/** Pages that all visitors share, and the data that they are rendered from. */
const CACHE_BYTES = 48 * 1024 * 1024;
/** Pages that visitors can make up. */
const VARIANT_BYTES = 8 * 1024 * 1024;
/** Parsed JSON takes about this much more memory than its text. */
const BYTES_PER_JSON_BYTE = 3;

const API_UNAVAILABLE = 'The server is not available. Please try again in a moment.';

const systemClock: Clock = {
  now: Date.now,
  elapsed: () => performance.now(),
  wait: (ms, signal) => setTimeout(ms, undefined, { signal }).catch(() => undefined),
};

/**
 * Creates the front door: it composes documents from the live releases, serves the files of shell and remotes, and passes `/api`
 * and `/media` on. It talks to the API over HTTP only. Builds, never listens.
 * @throws Error if the shell has not been built
 */
export async function createFrontDoor(options: FrontDoorOptions): Promise<FrontDoor> {
  const { api, logger, dataDirectory, apiOrigin, clock = systemClock } = options;
  const shell = await readShellBuild(options.shellDirectory);
  const statics = await readStaticFiles(options.shellDirectory);
  // Before the first document: another process may get the requests for its scripts.
  const shellAssets = await openShellAssets({ statics, directory: join(dataDirectory, 'shell'), logger });
  // Revalidated at every visit: the back/forward cache and 304 need it.
  const pageHeaders = { ...documentHeaders(shell.boot, undefined, apiOrigin), 'cache-control': 'no-cache' };
  const errorPages = createErrorPages(shell, pageHeaders);
  const site = createSiteOrigin(options.site ?? {});
  const cache = new ResponseCache({ maxBytes: CACHE_BYTES, maxVariantBytes: VARIANT_BYTES, sizeOf });
  const files = createReleaseFiles(api, join(dataDirectory, 'releases'), logger, { token: options.frontDoorToken });
  const renderPool = createRenderPool({ logger, elapsed: clock.elapsed });
  const composition = await openCompositionSource({
    api,
    file: join(dataDirectory, 'composition.json'),
    logger,
    token: options.frontDoorToken,
    elapsed: clock.elapsed,
    wait: clock.wait,
  });
  const pageData = createPageData({
    api,
    cache,
    logger,
    clock,
    trustedProcess: composition.trustedProcess,
    isInUse: (path) => SITEMAP_PATHS.includes(path) || isReadByRelease(composition.current(), path),
  });
  const pages = createPages({
    shell,
    files,
    composition,
    renderPool,
    pageData,
    cache,
    headers: pageHeaders,
    logger,
    elapsed: clock.elapsed,
    reportServerFailure: (...failure) => void reportServerFailure(api, ...failure).catch(() => undefined),
  });

  composition.onInvalidate((tags) => cache.invalidate(tags));
  let before: Composition | null = null;
  composition.onChange((next) => {
    cache.invalidate(changedRemotes(before, next)?.map(remoteTag));
    before = next;
    pageData.forgetUnused();
    renderPool.keepOnly(new Set(Object.values(next.remotes).map(({ live }) => `${live.name}/${live.version}`)));
    void files.prefetch(next);
    for (const release of contractMismatches(next)) logger.error({ remote: release.name }, mismatchText(release));
    // Before the first visitor: the database may be unavailable by then.
    for (const { live } of Object.values(next.remotes)) void pageData.read(fixedDataPaths(live));
  });
  let isStopping = false;

  const originOf = (c: Context) => site.originOf(incomingOf(c), new URL(c.req.url).host);
  const visitorOf = (c: Context): Visitor => ({
    origin: originOf(c),
    isConfigured: site.isConfigured(new URL(c.req.url).host),
    ...networkOfRequest(incomingOf(c), options.site?.trustedProxies),
  });

  const app = new Hono();
  if (options.count) app.use(exceptPassedOn(options.count));
  // Of every response that Hono makes, such as a redirect.
  app.use((c, next) => {
    for (const [name, value] of Object.entries(COMMON_HEADERS)) c.header(name, value);
    return next();
  });
  app.route(
    '/',
    healthRoutes(composition, () => isStopping),
  );
  app.use(async (c, next) => {
    if (site.isKnown(new URL(c.req.url).host)) return next();
    const text = 'This site does not serve this host. If it is yours, add it to ALLOWED_HOSTS or set PUBLIC_URL.';
    return c.text(text, 421, { 'cache-control': 'no-store' });
  });
  // It would see every later page of this origin, also those of staff (decision 051).
  app.use(async (c, next) => {
    if (c.req.header('service-worker') === undefined) return next();
    return c.text('This site has no service workers.', 403, { 'cache-control': 'no-store' });
  });
  const { now } = clock;
  const { securityContact } = options;
  app.route('/', shellFileRoutes(statics, shellAssets));
  app.route('/', releaseFileRoutes(files, logger));
  app.route('/', siteInfoRoutes({ shell, composition, pageData, originOf, now, securityContact }));
  app.route('/', apiRoutes({ api, cache, composition, pageData, files, pageHeaders }));
  const renderForm: RenderForm = async (c, form) => {
    const mount = mountFor(c.req.path, shell.mounts);
    return mount ? pages.renderForm(mount, visitorOf(c), form, c.req.query('page')) : null;
  };
  app.route('/', inquiryRoutes({ shell, api, logger, headers: pageHeaders, renderForm }));
  app.route('/', previewRoutes(shell, api, logger, pageHeaders));
  app.route('/', draftRoutes({ shell, api, pages, originOf, headers: pageHeaders, logger }));
  app.route('/', pageRoutes({ shell, api, composition, pages, errorPages, visitorOf, apiOrigin, logger }));
  app.notFound(errorPages.notFound);
  app.onError((error, c) => {
    const { method, path } = c.req;
    logger.error({ err: error, method, route: routePath(c), path }, 'request failed');
    return isPassedOn(path) ? unavailableProblem(API_UNAVAILABLE) : errorPages.failed();
  });

  const serveFromCache = createCachedResponses({
    cache,
    pageKeyOf: pages.cacheKey,
    onHit: options.onCacheHit,
  });
  const listener = getRequestListener(app.fetch, { hostname: NO_HOST });
  return {
    app,
    listener: (incoming, outgoing) => {
      const host = incoming.headers.host ?? '';
      if (site.isSecure(incoming, host)) outgoing.setHeader('strict-transport-security', STRICT_TRANSPORT_SECURITY);
      // Also of responses that are no navigation: a window may show one that the browser has kept.
      outgoing.setHeader('permissions-policy', NO_PASSKEYS);
      const origin = site.isKnown(host) ? site.originOf(incoming, host) : null;
      if (!serveFromCache(incoming, outgoing, origin)) void listener(incoming, outgoing);
    },
    followsChanges: () => composition.trustedProcess() !== null,
    stopAccepting() {
      isStopping = true;
    },
    close() {
      composition.close();
      shellAssets.close();
      renderPool.close();
    },
  };
}

function sizeOf(cached: CachedResponse): number {
  const { memoryBytes, plain } = cached.representation;
  return 'json' in cached ? memoryBytes + BYTES_PER_JSON_BYTE * plain.length : memoryBytes;
}

/** Node's request; undefined if a test sends the request to the app. */
const incomingOf = (c: Context) =>
  (c.env as Partial<HttpBindings> | undefined)?.incoming as IncomingMessage | undefined;

/** Returns the remotes that differ; undefined if none does, or all do. */
function changedRemotes(before: Composition | null, next: Composition): string[] | undefined {
  if (before === null) return undefined;
  const versionsOf = ({ remotes }: Composition, name: string) =>
    `${remotes[name]?.live.version} ${remotes[name]?.previous?.version}`;
  const names = [...new Set([...Object.keys(before.remotes), ...Object.keys(next.remotes)])];
  const changed = names.filter((name) => versionsOf(before, name) !== versionsOf(next, name));
  return changed.length > 0 ? changed : undefined;
}

const isPassedOn = (path: string) => /^\/(api|media)(\/|$)/.test(path);

/** The API counts the requests that are passed on to it. */
const exceptPassedOn =
  (count: MiddlewareHandler): MiddlewareHandler =>
  (c, next) =>
    isPassedOn(c.req.path) ? next() : count(c, next);
