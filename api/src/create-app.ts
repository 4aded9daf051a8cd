import { randomUUID } from 'node:crypto';
import { formatSurrogateKey, PURGE_HEADER } from '@godhuli/contracts/surrogate-key';
import { clientIp, type TrustedProxies } from '@godhuli/server/client-ip';
import { isOwnRequest } from '@godhuli/server/is-own-request';
import { networkOf } from '@godhuli/server/network';
import { timingSafeEqualText } from '@godhuli/server/timing-safe-equal';
import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import { routePath } from 'hono/route';
import { backupRoutes } from './backup/backup.routes.js';
import type { ApiDependencies } from './dependencies.js';
import type { ApiEnvironment } from './env.js';
import { albumsRoutes, albumWriter } from './features/albums/index.js';
import { addAuditEntry, auditRoutes } from './features/audit/index.js';
import { calendarRoutes } from './features/calendar/index.js';
import { clientFilesRoutes, clientsRoutes, privacyRoutes, replyTemplatesRoutes } from './features/clients/index.js';
import { contentRoutes } from './features/content/index.js';
import { dashboardRoutes } from './features/dashboard/index.js';
import { docsRoutes } from './features/docs/index.js';
import { filmsRoutes } from './features/films/index.js';
import { inquiriesRoutes, inquiryViewsRoutes } from './features/inquiries/index.js';
import {
  type BackgroundEncoding,
  cropsRoutes,
  encodingRoutes,
  type MediaStore,
  mediaRoutes,
} from './features/media/index.js';
import { type Metrics, metricsRoutes } from './features/metrics/index.js';
import { messagesRoutes } from './features/outbox/index.js';
import { packagesRoutes } from './features/packages/index.js';
import { portfolioRoutes } from './features/portfolio/index.js';
import { postsRoutes } from './features/posts/index.js';
import { publishingRoutes } from './features/publishing/index.js';
import { servicesRoutes } from './features/services/index.js';
import { sitemapRoutes } from './features/sitemap/index.js';
import { studioRoutes } from './features/studio/index.js';
import { uploadsRoutes } from './features/uploads/index.js';
import {
  hasDocumentKey,
  isUseOfPortal,
  needsDocumentKey,
  readSessionCookie,
  userOfSession,
  usersRoutes,
} from './features/users/index.js';
import { createVisibility } from './features/visibility/index.js';
import { routeAccess } from './http/access.js';
import { actorOf } from './http/actor.js';
import { alreadyStored } from './http/already-stored.js';
import type { ApiEnv } from './http/api-env.js';
import { NotAllowed, NotFound } from './http/errors.js';
import { problemOf, respondWithProblem } from './http/problems.js';
import { type ReadCache, tagsOfWrite } from './http/read-cache.js';
import { NO_MESSAGES } from './message-settings.js';
import type { Stores } from './stores.js';

/** What the environment configures; see `ApiEnvironment`. */
type Settings = Pick<
  ApiEnvironment,
  'publicUrl' | 'allowedOrigins' | 'publishApiDocs' | 'frontDoorToken' | 'trustedProxies' | 'metricsToken' | 'messages'
>;

export interface AppDependencies extends Omit<ApiDependencies, 'cached' | 'messages'>, Partial<Settings> {
  readCache: ReadCache;
  media: MediaStore;
  stores: Stores;
  /** creates missing high-quality encodings */
  encoding?: Pick<BackgroundEncoding, 'wakeNow' | 'prefer' | 'isOff'>;
  /** the routes of releases, channels and composition */
  remotes: Hono<ApiEnv>;
  /** data directory, for backups */
  dataDir: string;
  /** counts requests, and responds to Prometheus with `metricsToken` */
  metrics?: Metrics | null;
}

/**
 * Creates the whole API: `/api/*` and `/media/*`. Does not listen; the caller passes requests to `app.fetch`.
 * @throws Error when a route declares no access rule (default deny)
 */
export function createApp(all: AppDependencies): Hono<ApiEnv> {
  const {
    db,
    logger,
    engine,
    dataDir,
    readCache,
    media,
    stores,
    metrics,
    frontDoorToken,
    allowedOrigins = [],
    messages = NO_MESSAGES,
  } = all;
  const dependencies: ApiDependencies = { db, logger, engine, cached: readCache.cached, messages };
  const app = new Hono<ApiEnv>();
  if (metrics) app.use(metrics.count('api'));
  if (allowedOrigins.length > 0)
    app.use(
      '/api/*',
      cors({
        origin: allowedOrigins,
        credentials: true,
        exposeHeaders: ['x-request-id', 'retry-after', 'link'],
        maxAge: 600,
      }),
    );
  app.use(async (c, next) => {
    const requestId = randomUUID();
    c.set('requestId', requestId);
    c.set('ip', ipOf(c, all.trustedProxies));
    c.set('user', null);
    c.set('changesPublicData', false);
    c.set('changedTags', null);
    c.set('bearerToken', null);
    const token = readSessionCookie(c);
    c.set('hasSessionCookie', token !== undefined);
    c.set('authenticate', async ({ withoutKey = false } = {}) => {
      if (token === undefined || (c.var.isOutdated && !withoutKey)) return null;
      return userOfSession(db, token, networkOf(c.var.ip), isUseOfPortal(c, token));
    });
    c.set('isFrontDoor', (shown) => frontDoorToken !== undefined && timingSafeEqualText(shown, frontDoorToken));
    c.set('isAllowedOrigin', (origin) => allowedOrigins.includes(origin));
    c.set('isOwnRequest', () => isOwnRequest(c.req.raw.headers, ownHosts(c, all.publicUrl)));
    c.set('isOutdated', token !== undefined && needsDocumentKey(c) && !hasDocumentKey(c, token));
    await next();
    // Staff see their own change at once; other processes are notified by the database.
    const tags = c.var.changedTags ?? tagsOfWrite(c.req.path);
    if (c.var.changesPublicData && c.res.ok && tags?.length !== 0) {
      readCache.invalidate(tags);
      c.res.headers.set(PURGE_HEADER, formatSurrogateKey(readCache.key, tags));
    }
    c.res.headers.set('x-request-id', requestId);
  });
  const { isPublicPhoto, isPublicFile } = createVisibility(db, readCache);
  const { films, clientFiles: files, uploads } = stores;
  const features = [
    contentRoutes(dependencies),
    servicesRoutes(dependencies),
    portfolioRoutes({ ...dependencies, media, albums: albumWriter }),
    albumsRoutes(dependencies),
    filmsRoutes({ ...dependencies, films, isPublicFile }),
    packagesRoutes(dependencies),
    studioRoutes(dependencies),
    publishingRoutes(dependencies),
    inquiryViewsRoutes(dependencies),
    inquiriesRoutes(dependencies),
    clientsRoutes({ ...dependencies, media, files }),
    clientFilesRoutes({ ...dependencies, files }),
    privacyRoutes({ ...dependencies, media, files }),
    replyTemplatesRoutes(dependencies),
    calendarRoutes(dependencies),
    messagesRoutes(dependencies),
    dashboardRoutes(dependencies),
    usersRoutes({ ...dependencies, publicUrl: all.publicUrl }),
    postsRoutes(dependencies),
    sitemapRoutes(dependencies),
    auditRoutes(dependencies),
    backupRoutes({ ...dependencies, dataDir }),
    ...(metrics && all.metricsToken ? [metricsRoutes(metrics, all.metricsToken)] : []),
    uploadsRoutes({ db, media, files: uploads }),
    mediaRoutes({ db, media, isPublicPhoto, onQuickVariant: all.encoding?.prefer }),
    cropsRoutes({ db, media }),
    encodingRoutes({ db, encoding: all.encoding }),
    all.remotes,
    docsRoutes(app, all.publishApiDocs === true),
  ];
  for (const feature of features) app.route('/', feature);
  app.notFound((c) => respondWithProblem(c, new NotFound()));
  app.onError(async (error, c) => {
    const stored = alreadyStored(c, error);
    if (stored) return c.json(stored, 200, { 'cache-control': 'no-store' });
    const { status } = problemOf(error);
    if (error instanceof NotAllowed && c.var.user) {
      const auditEntry = { entityId: `${c.req.method} ${c.req.path}`.slice(0, 200), before: null, after: null };
      await addAuditEntry(db, actorOf(c), 'access.refused', auditEntry).catch((err) =>
        logger.error({ err, requestId: c.var.requestId }, 'could not write an audit entry'),
      );
    }
    if (status >= 500) {
      const { method, path } = c.req;
      const details = { err: error, requestId: c.var.requestId, method, route: routePath(c), path };
      logger.error(details, 'request failed');
    }
    return respondWithProblem(c, error);
  });
  routeAccess(app);
  return app;
}

function ipOf(c: Context<ApiEnv>, trusted: TrustedProxies | undefined): string {
  const peer = c.env?.clientIp ?? c.env?.incoming?.socket?.remoteAddress ?? 'unknown';
  return trusted ? clientIp(peer, c.req.header('x-forwarded-for'), trusted) : peer;
}

const ownHosts = (c: Context<ApiEnv>, publicUrl: string | undefined) => [
  new URL(c.req.url).host,
  ...(publicUrl === undefined ? [] : [new URL(publicUrl).host]),
];
