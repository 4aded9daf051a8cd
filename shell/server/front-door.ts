import type { IncomingMessage, RequestListener } from 'node:http';
import { join } from 'node:path';
import {
  type CurrentComposition,
  DEVELOPMENT_EVENTS,
  type Mount,
  mountFor,
  pathInside,
  type SiteStatus,
  STAFF_ZONES,
} from '@godhuli/contracts/page';
import { type ComposedRelease, type Composition, type LoadReport, PURGE_HEADER } from '@godhuli/contracts/releases';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { NO_HOST } from 'api/http/listen';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { type Api, internalRequest, LONGEST_ANSWER_MS, within } from './api-client.js';
import { openCompositionSource } from './composition/composition-source.js';
import { contractMisfits, misfitText } from './composition/contract-misfits.js';
import { developmentEvents } from './composition/development-events.js';
import { createReleaseFiles } from './composition/release-files.js';
import { noticeDocument, plainDocument } from './documents/document.js';
import { pageAddress } from './documents/page-address.js';
import { type Clock, createPageData } from './documents/page-data.js';
import { createRemotePages } from './documents/remote-pages.js';
import { matchesAnyRoute, showsOwnNotFound } from './documents/route-match.js';
import { robots, sitemap } from './documents/sitemap.js';
import { createReadyAnswers, type KeptAddress } from './http/ready-answers.js';
import { answerWith, type Representation, represent } from './http/representation.js';
import { COMMON_HEADERS, documentHeaders, RELEASE_FILE_HEADERS } from './http/security-headers.js';
import { createSiteAddress, type SiteAddressOptions } from './http/site-address.js';
import { readStaticFiles } from './http/static-files.js';
import { networkOfRequest } from './http/visitor-network.js';
import { inquiryRoutes } from './inquiries/inquiry-routes.js';
import type { Logger } from './logger.js';
import { previewBadge } from './preview/preview-badge.js';
import { previewRoutes } from './preview/preview-routes.js';
import { findPreview } from './preview/preview-source.js';
import { previewedComposition } from './preview/previewed-composition.js';
import { createRenderPool } from './rendering/render-pool.js';
import { readShellBuild } from './shell-build.js';

export interface FrontDoorOptions {
  api: Api;
  /** the shell's browser build (`dist/browser`) */
  shellDirectory: string;
  /** kept across starts: the last known composition and the files of releases */
  dataDirectory: string;
  logger: Logger;
  /** shown to the API, which announces changes to front doors alone */
  frontDoorToken?: string;
  /** pages load themselves anew when a build goes live */
  development?: boolean;
  /** what the site is called; localhost and IP addresses alone unless given */
  address?: SiteAddressOptions;
  /** the API's origin as the remotes were built for it, when it is not the site's own; pages may call it */
  apiOrigin?: string;
  /** where to report a security problem: an https, mailto or tel address */
  securityContact?: string;
  /** counts what the front door itself answers; what it passes on, the API counts */
  count?: MiddlewareHandler;
  clock?: Clock;
  /** hears of each answer given from memory, which no middleware sees */
  onReadyAnswer?: ((status: number) => void) | undefined;
}

export interface FrontDoor {
  app: Hono;
  /** for Node's server: the app, with what may be given again as it is kept in front of it */
  listener: RequestListener;
  /** whether the API tells of changes now, so that answers may be kept */
  followsChanges(): boolean;
  /** From now on `/readyz` answers 503; everything else goes on being served. */
  stopAccepting(): void;
  close(): void;
}

const HEALTH_METHODS = ['GET', 'OPTIONS'];
const DAY_MS = 86_400_000;
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Revalidated at every visit, yet kept: the back/forward cache and 304 need it. */
const REVALIDATE = 'no-cache';
/** What the API answers itself. */
const PASSED_ON = ['/api', '/api/*', '/media/*'];

const systemClock: Clock = {
  now: Date.now,
  wait: (ms, aborted) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      aborted.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    }),
};

/**
 * The front door: composes documents from the live releases, serves the files of shell and remotes, and passes `/api`
 * and `/media` on. It knows the API by HTTP alone. Builds, never listens.
 * @throws Error when the shell has not been built
 */
export async function createFrontDoor(options: FrontDoorOptions): Promise<FrontDoor> {
  const { api, logger, dataDirectory, clock = systemClock } = options;
  const shell = await readShellBuild(options.shellDirectory);
  const statics = await readStaticFiles(options.shellDirectory);
  const pageHeaders = { ...documentHeaders(shell.boot, undefined, options.apiOrigin), 'cache-control': REVALIDATE };
  const notFoundPage = await represent(
    plainDocument(shell, 'Unexpected Application Error!', shell.pages.notFound),
    'text/html; charset=utf-8',
    9,
  );
  const files = createReleaseFiles({ api, directory: join(dataDirectory, 'releases'), logger });
  const renderPool = createRenderPool({ logger, now: clock.now });
  const composition = await openCompositionSource({
    api,
    file: join(dataDirectory, 'composition.json'),
    logger,
    token: options.frontDoorToken,
    now: clock.now,
    wait: clock.wait,
  });
  const pageData = createPageData(api, logger, clock, composition.surrogateKey);
  const address = createSiteAddress(options.address ?? {});
  const ready = createReadyAnswers({
    surrogateKey: composition.surrogateKey,
    addressOf: (target) => keptAddress(target, shell.mounts, composition.current()),
    onAnswer: options.onReadyAnswer,
  });
  const originOf = (c: Context) => address.originOf(incomingOf(c), new URL(c.req.url).host);
  const visitorOf = (c: Context) => ({
    origin: originOf(c),
    isConfigured: address.isConfigured(new URL(c.req.url).host),
    ...networkOfRequest(incomingOf(c), options.address?.trustedProxies),
  });
  const pages = createRemotePages({
    shell,
    files,
    renderPool,
    pageData,
    logger,
    now: clock.now,
    reloadOnChange: options.development ?? false,
    reportServerFailure: (release, page, cause) => void sendReport(api, release, page, cause).catch(() => undefined),
  });
  /** The site's data has changed, here or elsewhere: it is on the next page. */
  const forget = () => {
    pageData.invalidate();
    ready.clear();
  };
  composition.onPurge(forget);
  composition.onChange((next) => {
    ready.clear();
    renderPool.keepOnly(new Set(Object.values(next.remotes).map(({ live }) => `${live.name}/${live.version}`)));
    void files.learn(next);
    for (const release of contractMisfits(next)) logger.error({ remote: release.name }, misfitText(release));
    // Before the first visitor asks: the database may be away by then.
    for (const { live } of Object.values(next.remotes)) void pageData.read(live.serverData);
  });
  let stopping = false;

  const notFound = (c: Context) => answerWith(c.req.raw, notFoundPage, pageHeaders, 404);
  const unavailable = (heading: string, text: string) =>
    new Response(
      noticeDocument(shell, {
        eyebrow: 'Not available',
        heading,
        text,
        slot: '<a class="shell-button" href="">Try again</a>',
      }),
      { status: 503, headers: { ...pageHeaders, 'content-type': 'text/html; charset=utf-8', 'retry-after': '5' } },
    );
  const staticFile = (c: Context, file: Representation | undefined, cacheControl: string, headers = COMMON_HEADERS) =>
    file
      ? answerWith(c.req.raw, file, { ...headers, 'cache-control': cacheControl })
      : c.text('Not Found', 404, { ...COMMON_HEADERS, 'cache-control': REVALIDATE });

  const app = new Hono();
  if (options.count) app.use(exceptPassedOn(options.count));

  // HAProxy asks by OPTIONS unless it is told otherwise.
  app.on(HEALTH_METHODS, '/livez', (c) => c.text('ok', 200, { 'cache-control': 'no-store' }));
  app.on(HEALTH_METHODS, '/readyz', (c) => {
    const reason = stopping ? 'stopping' : composition.current() === null ? 'no composition yet' : null;
    // What does not fit costs its own area, and changes that come late cost nothing else: the rest is served.
    const problems = [...contractMisfits(composition.current()).map(misfitText), composition.problem() ?? []].flat();
    const words = reason ?? (problems.length > 0 ? ['degraded', ...problems].join('\n') : 'ok');
    return c.text(words, reason ? 503 : 200, { 'cache-control': 'no-store' });
  });

  // After the health checks, which a balancer asks by any name.
  app.use(async (c, next) => {
    if (!address.isKnown(new URL(c.req.url).host))
      return c.text(
        'This site does not answer to this host. If it is yours, add it to ALLOWED_HOSTS or set PUBLIC_URL.',
        421,
        { ...COMMON_HEADERS, 'cache-control': 'no-store' },
      );
    await next();
  });

  app.get('/assets/*', (c) => staticFile(c, statics.get(c.req.path.slice(1)), IMMUTABLE));
  for (const file of [...statics.keys()].filter((path) => !path.startsWith('assets/') && path !== 'shell.json'))
    app.get(`/${file}`, (c) => staticFile(c, statics.get(file), 'public, max-age=3600'));

  const releaseFile = async (c: Context, find: () => Promise<Representation | null>) => {
    try {
      return staticFile(c, (await find()) ?? undefined, IMMUTABLE, RELEASE_FILE_HEADERS);
    } catch (error) {
      logger.error({ err: error, path: c.req.path }, 'could not serve a release file');
      return c.text('Bad Gateway', 502, { ...COMMON_HEADERS, 'cache-control': 'no-store' });
    }
  };
  /** The path inside a release; '' for one that is no text at all. */
  const pathBehind = (c: Context, segments: number) => {
    try {
      return decodeURIComponent(c.req.path.split('/').slice(segments).join('/'));
    } catch {
      return '';
    }
  };
  app.get('/remotes/:name/assets/*', (c) =>
    releaseFile(c, () => files.getByContent(c.req.param('name'), pathBehind(c, 3))),
  );
  app.get('/remotes/:name/:version/*', (c) =>
    releaseFile(c, () => files.get(c.req.param('name'), c.req.param('version'), pathBehind(c, 4))),
  );

  app.get('/composition.json', (c) => {
    const current = composition.current();
    if (!current) return c.json({ detail: 'No releases yet.' }, 503, { 'retry-after': '5' });
    const body: CurrentComposition = {
      generation: current.generation,
      remotes: Object.fromEntries(Object.entries(current.remotes).map(([name, { live }]) => [name, live.version])),
    };
    return c.json(body, 200, { ...COMMON_HEADERS, 'cache-control': REVALIDATE });
  });

  if (options.development) app.get(DEVELOPMENT_EVENTS, (c) => developmentEvents(c, composition));

  app.get('/status.json', async (c) => {
    const live = Object.values(composition.current()?.remotes ?? {}).flatMap((remote) => remote.live.serverData);
    const since = await pageData.findStaleSince(live);
    const body: SiteStatus = { staleSince: since === null ? null : new Date(since).toISOString() };
    return c.json(body, 200, { ...COMMON_HEADERS, 'cache-control': 'no-store' });
  });

  const { securityContact } = options;
  if (securityContact !== undefined)
    app.get('/.well-known/security.txt', (c) => {
      // RFC 9116 wants an end; a year is the longest that it recommends.
      const expires = new Date(Math.floor(clock.now() / DAY_MS) * DAY_MS + 364 * DAY_MS).toISOString();
      const lines = [
        `Contact: ${securityContact}`,
        `Expires: ${expires}`,
        'Preferred-Languages: en',
        `Canonical: ${originOf(c)}/.well-known/security.txt`,
      ];
      return c.text(`${lines.join('\n')}\n`, 200, { ...COMMON_HEADERS, 'cache-control': 'public, max-age=3600' });
    });

  app.get('/robots.txt', (c) => {
    const staff = shell.mounts.filter(({ zone }) => STAFF_ZONES.includes(zone)).map(({ path }) => path);
    return c.text(robots(originOf(c), staff), 200, { 'cache-control': 'public, max-age=3600' });
  });
  app.get('/sitemap.xml', async (c) => {
    const { values } = await pageData.read(['/api/portfolio']);
    return c.body(sitemap(originOf(c), values['/api/portfolio']), 200, {
      ...COMMON_HEADERS,
      'content-type': 'application/xml; charset=utf-8',
      'cache-control': REVALIDATE,
    });
  });

  const passOn = async (c: Context) => {
    const response = await api(c.req.raw, c.env as object);
    if (!response.headers.has(PURGE_HEADER)) return withCommonHeaders(response, pageHeaders);
    forget();
    const headers = new Headers(response.headers);
    headers.delete(PURGE_HEADER);
    return withCommonHeaders(new Response(response.body, { status: response.status, headers }), pageHeaders);
  };
  // The API gives a release's server build to front doors, which render with it, and through them to nobody.
  app.all('/api/remotes/:name/releases/:version/files/:path{.+}', async (c) => {
    const { name, version, path } = c.req.param();
    return (await files.isPublic(name, version, path)) ? passOn(c) : c.text('Not Found', 404, COMMON_HEADERS);
  });
  // Without end, and for front doors alone.
  app.all('/api/composition/events', (c) => c.text('Not Found', 404, COMMON_HEADERS));
  for (const path of PASSED_ON) app.all(path, passOn);

  app.route('/', inquiryRoutes(shell, api, logger, pageHeaders));
  app.route('/', previewRoutes(shell, api, logger, pageHeaders));

  app.get('*', async (c) => {
    const url = new URL(c.req.url);
    const mount = mountFor(url.pathname, shell.mounts);
    const known = composition.current();
    if (!known) return unavailable('The website is starting', 'Please try again in a few seconds.');
    const preview = mount ? await findPreview(api, { raw: c.req.raw, env: c.env as object }, logger) : null;
    const current = preview ? previewedComposition(known, preview) : known;
    const live = mount && current.remotes[mount.remote]?.live;
    if (!mount) return notFound(c);
    const path = pathInside(mount, url.pathname);
    const isPage = !live || matchesAnyRoute(live.routes, path);
    if (!isPage && !showsOwnNotFound(live.routes, path)) return notFound(c);
    const status = isPage ? 200 : 404;
    if (!live) return unavailable('This page is not published yet', 'Please try again later.');
    if (!preview) {
      const { document, lasting } = await pages.get(current, mount, url, visitorOf(c));
      const key = lasting ? composition.surrogateKey() : null;
      const headers = key === null || !isPage ? pageHeaders : { ...pageHeaders, 'surrogate-key': key };
      return answerWith(c.req.raw, document, headers, status);
    }
    const isLoadedHere = shell.mounts.some(({ remote, zone }) => remote === preview.remote && zone === mount.zone);
    const headers = documentHeaders(
      shell.boot,
      isLoadedHere ? (preview.dev ?? undefined) : undefined,
      options.apiOrigin,
    );
    const html = await pages.preview(current, mount, url, originOf(c), previewBadge(preview));
    return c.html(html, status, { ...headers, 'cache-control': 'private, no-store' });
  });

  app.notFound(notFound);
  app.onError((error, c) => {
    logger.error({ err: error, method: c.req.method, route: routePath(c), path: c.req.path }, 'request failed');
    if (c.req.path.startsWith('/api') || c.req.path.startsWith('/media'))
      return c.json(
        {
          type: 'about:blank',
          title: 'Service Unavailable',
          status: 503,
          detail: 'The server is not available. Please try again in a moment.',
        },
        503,
        {
          'content-type': 'application/problem+json',
        },
      );
    return new Response(plainDocument(shell, 'Unexpected Application Error!', shell.pages.notFound), {
      status: 500,
      headers: { ...pageHeaders, 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
    });
  });

  const listener = getRequestListener(
    (request, bindings) => {
      const incoming = (bindings as HttpBindings).incoming as IncomingMessage;
      const { host } = new URL(request.url);
      const site = address.siteOf(address.isSecure(incoming, host), host);
      return ready.keep(request, site, () => app.fetch(request, bindings));
    },
    { hostname: NO_HOST },
  );
  return {
    app,
    listener: (incoming, outgoing) => {
      const host = incoming.headers.host ?? '';
      const isSecure = address.isSecure(incoming, host);
      if (isSecure) outgoing.setHeader('strict-transport-security', 'max-age=31536000');
      if (!ready.answer(incoming, outgoing, address.siteOf(isSecure, host))) void listener(incoming, outgoing);
    },
    followsChanges: () => composition.surrogateKey() !== null,
    stopAccepting() {
      stopping = true;
    },
    close() {
      composition.close();
      renderPool.close();
    },
  };
}

/** Node's request; absent where a test asks the app itself. */
const incomingOf = (c: Context) =>
  (c.env as Partial<HttpBindings> | undefined)?.incoming as IncomingMessage | undefined;

/**
 * Returns the one address of all URLs that get the same answer, so that a visitor cannot fill the memory with copies; null
 * for what is not kept as ready bytes. What the API marks with a surrogate key depends on the path alone.
 * @param target path and query
 */
function keptAddress(target: string, mounts: readonly Mount[], composition: Composition | null): KeptAddress | null {
  const [pathname = '', ...query] = target.split('?');
  // Other spellings of a path are looked at by the router.
  if (!pathname.startsWith('/') || /[%#]|\/\//.test(pathname) || target.includes('#')) return null;
  if (pathname.startsWith('/api/')) return { address: pathname, namesSite: false };
  const mount = mountFor(pathname, mounts);
  const live = mount && composition?.remotes[mount.remote]?.live;
  if (!live) return null;
  const search = query.length > 0 ? `?${query.join('?')}` : '';
  const { address, isFixed } = pageAddress(mount, live, { pathname, search });
  // What the browser renders is the same document under every name.
  return isFixed ? { address, namesSite: live.server !== null } : null;
}

/** Requests that are passed on would be counted twice. */
const exceptPassedOn =
  (count: MiddlewareHandler): MiddlewareHandler =>
  (c, next) =>
    /^\/(api|media)(\/|$)/.test(c.req.path) ? next() : count(c, next);

/** Answers of the API keep their own headers; what they leave open is closed here. */
function withCommonHeaders(response: Response, pageHeaders: Record<string, string>): Response {
  const isDocument = response.headers.get('content-type')?.startsWith('text/html') ?? false;
  const missing = Object.entries(isDocument ? pageHeaders : COMMON_HEADERS).filter(
    ([name]) => !response.headers.has(name),
  );
  if (missing.length === 0) return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of missing) headers.set(name, value);
  return new Response(response.body, { status: response.status, headers });
}

/** A release whose server build fails is counted like one that fails in the browser. */
async function sendReport(api: Api, release: ComposedRelease, page: string, cause: string): Promise<void> {
  const report: LoadReport = {
    remote: release.name,
    version: release.version,
    stage: 'server',
    cause: cause.slice(0, 500),
    page: page.slice(0, 300),
  };
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(report) };
  await within(LONGEST_ANSWER_MS, (signal) => api(internalRequest('/api/composition/reports', { ...init, signal })));
}
