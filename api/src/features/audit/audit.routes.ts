import { auditPageSchema, auditQuerySchema } from '@godhuli/contracts/audit';
import { Hono } from 'hono';
import type { ApiDependencies } from '../../dependencies.js';
import { access } from '../../http/access.js';
import type { ApiEnv } from '../../http/api-env.js';
import { openapi } from '../../http/openapi.js';
import { validate } from '../../http/validate.js';
import { listAudit } from './audit.queries.js';

/** Who changed what, for admins. Entries are only ever added, by `audited`. */
export function auditRoutes({ db }: Pick<ApiDependencies, 'db'>): Hono<ApiEnv> {
  return new Hono<ApiEnv>().get(
    '/api/admin/audit',
    access('audit.read'),
    openapi('Staff', 'Audit entries, newest first', auditPageSchema),
    validate('query', auditQuerySchema),
    async (c) => c.json(await listAudit(db, c.req.valid('query'))),
  );
}
