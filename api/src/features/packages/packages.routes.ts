import { studioPackageSchema } from '@godhuli/contracts/packages';
import { Hono } from 'hono';
import { z } from 'zod';
import type { ApiDependencies } from '../../dependencies.js';
import { access } from '../../http/access.js';
import type { ApiEnv } from '../../http/api-env.js';
import { describe } from '../../http/describe.js';
import { listPackages } from './packages.queries.js';

/** What one can book. */
export function packagesRoutes({ db, cached }: ApiDependencies) {
  const answer = z.array(studioPackageSchema);
  return new Hono<ApiEnv>().get(
    '/api/packages',
    access('anyone'),
    describe('Packages', 'Returns all packages', answer, 200, { isConditional: true }),
    (c) => cached(c, () => listPackages(db)),
  );
}
