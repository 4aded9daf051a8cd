import { dashboardSchema } from '@godhuli/contracts/dashboard';
import { Hono } from 'hono';
import type { ApiDependencies } from '../../dependencies.js';
import { access } from '../../http/access.js';
import type { ApiEnv } from '../../http/api-env.js';
import { openapi } from '../../http/openapi.js';
import { readDashboard } from './dashboard.queries.js';

/** What a working day begins with. */
export function dashboardRoutes({ db }: Pick<ApiDependencies, 'db'>): Hono<ApiEnv> {
  return new Hono<ApiEnv>().get(
    '/api/admin/dashboard',
    access('calendar.manage'),
    openapi('Staff', 'Returns due replies, shoots, ending holds and the numbers of each week', dashboardSchema),
    async (c) => c.json(await readDashboard(db)),
  );
}
