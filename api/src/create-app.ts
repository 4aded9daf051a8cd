import { randomUUID } from 'node:crypto';
import { PURGE_HEADER } from '@godhuli/contracts/releases';
import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import { routePath } from 'hono/route';
import { backupRoutes } from './backup/backup.routes.js';
import type { OpenDatabase } from './db/open-database.js';
import type { ApiDependencies } from './dependencies.js';
import { accountRoutes } from './features/account/account.routes.js';
import { auditRoutes } from './features/audit/audit.routes.js';
import { addEntry } from './features/audit/audited.js';
import { authRoutes } from './features/auth/auth.routes.js';
import { readSessionCookie } from './features/auth/session-cookie.js';
import { userOfToken } from './features/auth/sessions.queries.js';
import { contentRoutes } from './features/content/content.routes.js';
import { docsRoutes } from './features/docs/docs.routes.js';
import { inquiriesRoutes } from './features/inquiries/inquiries.routes.js';
import { mediaRoutes } from './features/media/media.routes.js';
import type { MediaStore } from './features/media/media-store.js';
import type { Metrics } from './features/metrics/metrics.js';
import { metricsRoutes } from './features/metrics/metrics.routes.js';
import { packagesRoutes } from './features/packages/packages.routes.js';
import { portfolioRoutes } from './features/portfolio/portfolio.routes.js';
import { servicesRoutes } from './features/services/services.routes.js';
import { staffRoutes } from './features/staff/staff.routes.js';
import { studioRoutes } from './features/studio/studio.routes.js';
import { usersRoutes } from './features/users/users.routes.js';
import { routeAccess } from './http/access.js';
import { actorOf } from './http/actor.js';
import type { ApiEnv } from './http/api-env.js';
import { clientAddress, type TrustedProxies } from './http/client-address.js';
import { NotAllowed, NotFound } from './http/errors.js';
import { networkOf } from './http/network.js';
import { answerProblem, problemOf } from './http/problems.js';
import type { ReadCache } from './http/read-cache.js';
import { sameText } from './http/same-text.js';

export interface AppDependencies extends Omit<ApiDependencies, 'cached'> {
  readCache: ReadCache;
  media: MediaStore;
  /** asks for the better encodings that are missing */
  improveMedia?: () => void;
  /** the routes of releases, channels and composition */
  remotes: Hono<ApiEnv>;
  /** the site's own address where a proxy changes the Host header */
  publicUrl?: string;
  /** other origins whose pages may call the API with the session */
  allowedOrigins?: readonly string[];
  /** whether anyone may read the API's documentation; staff alone unless set */
  publishApiDocs?: boolean;
  /** what front doors show to follow changes; nobody can unless set */
  frontDoorToken?: string;
  /** reverse proxies whose X-Forwarded-For counts */
  trustedProxies?: TrustedProxies;
  engine: OpenDatabase['engine'];
  /** what a backup reads beside the database */
  dataDir: string;
  /** counted and shown to the bearer of the token; without it nothing is counted and the address is unknown */
  measuring?: { metrics: Metrics; token: string } | null;
}

/**
 * The whole API: `/api/*` and `/media/*`. Builds, never listens; the caller passes requests to `app.fetch`.
 * @throws Error when a route declares no access rule (default deny)
 */
export function createApp(all: AppDependencies): Hono<ApiEnv> {
  const {
    readCache,
    media,
    improveMedia,
    remotes,
    publicUrl,
    trustedProxies,
    engine,
    dataDir,
    measuring,
    publishApiDocs = false,
    frontDoorToken,
    allowedOrigins = [],
    ...shared
  } = all;
  const { db, logger } = shared;
  const dependencies: ApiDependencies = { ...shared, cached: readCache.cached };
  const app = new Hono<ApiEnv>();
  if (measuring) app.use(measuring.metrics.count('api'));
  if (allowedOrigins.length > 0)
    app.use(
      '/api/*',
      cors({
        origin: [...allowedOrigins],
        credentials: true,
        exposeHeaders: ['x-request-id', 'retry-after', 'link'],
        maxAge: 600,
      }),
    );
  app.use(async (c, next) => {
    const requestId = randomUUID();
    c.set('requestId', requestId);
    c.set('address', addressOf(c, trustedProxies));
    c.set('user', null);
    c.set('changesPublicData', false);
    c.set('bearerToken', null);
    const token = readSessionCookie(c);
    c.set('bringsSession', token !== undefined);
    c.set('authenticate', async () => (token === undefined ? null : userOfToken(db, token, networkOf(c.var.address))));
    c.set('isFrontDoor', (shown) => frontDoorToken !== undefined && sameText(shown, frontDoorToken));
    c.set('isAllowedOrigin', (origin) => allowedOrigins.includes(origin));
    c.set('isOwnOrigin', (origin) => ownHosts(c, publicUrl).includes(hostOf(origin)));
    await next();
    // Staff see their own change at once; every other process hears of it by notification.
    if (c.var.changesPublicData && c.res.ok) {
      readCache.invalidate();
      c.res.headers.set(PURGE_HEADER, readCache.key);
    }
    c.res.headers.set('x-request-id', requestId);
  });
  const features = [
    contentRoutes(dependencies),
    servicesRoutes(dependencies),
    portfolioRoutes(dependencies),
    packagesRoutes(dependencies),
    studioRoutes(dependencies),
    inquiriesRoutes({ ...dependencies, engine }),
    authRoutes(dependencies),
    accountRoutes(dependencies),
    staffRoutes(dependencies),
    usersRoutes(dependencies),
    auditRoutes(dependencies),
    backupRoutes({ db, logger, engine, dataDir }),
    ...(measuring ? [metricsRoutes(measuring)] : []),
    mediaRoutes({ db, media, onStandIn: improveMedia }),
    remotes,
    docsRoutes(app, publishApiDocs),
  ];
  for (const feature of features) app.route('/', feature);
  app.notFound((c) => answerProblem(c, new NotFound()));
  app.onError(async (error, c) => {
    const { status } = problemOf(error);
    if (error instanceof NotAllowed && c.var.user) {
      const entry = { entityId: `${c.req.method} ${c.req.path}`.slice(0, 200), before: null, after: null };
      await addEntry(db, actorOf(c), 'access.refused', entry).catch((err) =>
        logger.error({ err, requestId: c.var.requestId }, 'could not write an audit entry'),
      );
    }
    if (status >= 500) {
      const { method, path } = c.req;
      const details = { err: error, requestId: c.var.requestId, method, route: routePath(c), path };
      logger.error(details, 'request failed');
    }
    return answerProblem(c, error);
  });
  routeAccess(app);
  return app;
}

function addressOf(c: Context<ApiEnv>, trusted: TrustedProxies | undefined): string {
  const peer = c.env?.clientAddress ?? c.env?.incoming?.socket?.remoteAddress ?? 'unknown';
  return trusted ? clientAddress(peer, c.req.header('x-forwarded-for'), trusted) : peer;
}

const ownHosts = (c: Context<ApiEnv>, publicUrl: string | undefined) => [
  new URL(c.req.url).host,
  ...(publicUrl === undefined ? [] : [new URL(publicUrl).host]),
];

/** The host of an origin, or '' for `null` and anything that is no http(s) origin. */
function hostOf(origin: string): string {
  if (!URL.canParse(origin)) return '';
  const url = new URL(origin);
  return ['http:', 'https:'].includes(url.protocol) && url.origin === origin ? url.host : '';
}
