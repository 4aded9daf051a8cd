import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { ApiDependencies } from './dependencies.js';
import { routeAccess } from './http/access.js';
import type { ApiEnv } from './http/api-env.js';
import { NotFound } from './http/errors.js';
import { answerProblem, problemOf } from './http/problems.js';

/**
 * The whole API: `/api/*` and `/media/*`. Builds, never listens; the caller passes requests to `app.fetch`.
 * @throws Error when a route declares no access rule (default deny)
 */
export function createApp(dependencies: ApiDependencies): Hono<ApiEnv> {
  const { logger } = dependencies;
  const app = new Hono<ApiEnv>();
  app.use(async (c, next) => {
    const requestId = randomUUID();
    c.set('requestId', requestId);
    c.set('address', c.env?.clientAddress ?? c.env?.incoming?.socket?.remoteAddress ?? 'unknown');
    c.set('user', null);
    c.set('bearerToken', null);
    c.set('authenticate', async () => null);
    c.set('isOwnOrigin', (origin) => hostOf(origin) === new URL(c.req.url).host);
    c.header('x-request-id', requestId);
    await next();
  });
  app.notFound((c) => answerProblem(c, new NotFound()));
  app.onError((error, c) => {
    const { status } = problemOf(error);
    if (status >= 500) logger.error({ err: error, requestId: c.var.requestId, path: c.req.path }, 'request failed');
    return answerProblem(c, error);
  });
  routeAccess(app);
  return app;
}

/** The host of an origin, or null for `null` and anything that is no http(s) origin. */
function hostOf(origin: string): string | null {
  try {
    const url = new URL(origin);
    return ['http:', 'https:'].includes(url.protocol) && url.origin === origin ? url.host : null;
  } catch {
    return null;
  }
}
