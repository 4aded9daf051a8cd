import { Hono } from 'hono';
import type { CompositionSource } from '../composition/composition-source.js';
import { contractMismatches, mismatchText } from '../composition/contract-mismatches.js';

/** HAProxy sends OPTIONS unless it is configured otherwise. */
const METHODS = ['GET', 'OPTIONS'];
const HEADERS = { 'cache-control': 'no-store' };

/** `/livez` and `/readyz`, for any host name: a load balancer may use any. */
export function healthRoutes(composition: CompositionSource, isStopping: () => boolean): Hono {
  const notReady = () => {
    if (isStopping()) return 'stopping';
    return composition.current() === null ? 'no composition yet' : null;
  };
  return new Hono()
    .on(METHODS, '/livez', (c) => c.text('ok', 200, HEADERS))
    .on(METHODS, '/readyz', (c) => {
      const reason = notReady();
      if (reason) return c.text(reason, 503, HEADERS);
      // A release that does not fit costs only its own area, and late changes cost nothing else: the rest is served.
      const problems = [...contractMismatches(composition.current()).map(mismatchText), ...composition.problems()];
      return c.text(problems.length > 0 ? ['degraded', ...problems].join('\n') : 'ok', 200, HEADERS);
    });
}
