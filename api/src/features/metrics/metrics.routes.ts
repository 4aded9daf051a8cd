import { timingSafeEqualText } from '@godhuli/server/timing-safe-equal';
import { Hono } from 'hono';
import { access } from '../../http/access.js';
import type { ApiEnv } from '../../http/api-env.js';
import { NotSignedIn } from '../../http/errors.js';
import { fileOf, openapi } from '../../http/openapi.js';
import type { Metrics } from './metrics.js';

/** `GET /api/metrics` for Prometheus with `authorization: Bearer <METRICS_TOKEN>`. Not mounted without a token. */
export function metricsRoutes(metrics: Metrics, token: string): Hono<ApiEnv> {
  return new Hono<ApiEnv>().get(
    '/api/metrics',
    access('deploy-token'),
    openapi('Operations', 'Prometheus metrics of this process in text exposition format', fileOf('text/plain')),
    async (c) => {
      if (!timingSafeEqualText(c.var.bearerToken ?? '', token)) throw new NotSignedIn('Wrong metrics token.');
      return c.body(await metrics.text(), 200, { 'content-type': metrics.contentType });
    },
  );
}
