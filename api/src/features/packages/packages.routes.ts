import { studioPackageSchema } from '@godhuli/contracts/packages';
import { Hono } from 'hono';
import { z } from 'zod';
import type { ApiDependencies } from '../../dependencies.js';
import { access } from '../../http/access.js';
import type { ApiEnv } from '../../http/api-env.js';
import { openapi } from '../../http/openapi.js';
import { listPackages } from './packages.queries.js';

/** Booking packages. */
export function packagesRoutes({ db, cached }: ApiDependencies): Hono<ApiEnv> {
  const list = z.array(studioPackageSchema);
  return new Hono<ApiEnv>().get(
    '/api/packages',
    access('anyone'),
    openapi('Packages', 'Returns all packages', list, 200, { isConditional: true }),
    (c) => cached(c, ['packages'], () => listPackages(db)),
  );
}
