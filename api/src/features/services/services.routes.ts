import { serviceInputSchema, serviceSchema, serviceUpdateSchema } from '@godhuli/contracts/services';
import { Hono } from 'hono';
import { z } from 'zod';
import type { ApiDependencies } from '../../dependencies.js';
import { access } from '../../http/access.js';
import { actorOf } from '../../http/actor.js';
import type { ApiEnv } from '../../http/api-env.js';
import { idempotencyKey } from '../../http/idempotency-key.js';
import { openapi } from '../../http/openapi.js';
import { idParameter } from '../../http/parameters.js';
import { validate, validateUpdate } from '../../http/validate.js';
import { listServices } from './services.queries.js';
import { changeService, createService, deleteService } from './services.service.js';

/** The services that the studio offers. */
export function servicesRoutes({ db, cached }: ApiDependencies): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .get(
      '/api/services',
      access('anyone'),
      openapi('Services', 'Returns all services', z.array(serviceSchema), 200, { isConditional: true }),
      (c) => cached(c, ['services', 'media'], () => listServices(db)),
    )
    .post(
      '/api/services',
      access('content.manage'),
      openapi('Services', 'Adds a service', serviceSchema, 201),
      validate('json', serviceInputSchema),
      async (c) => c.json(await createService(db, actorOf(c), c.req.valid('json'), idempotencyKey(c)), 201),
    )
    .put(
      '/api/services/:id',
      access('content.manage'),
      openapi('Services', 'Changes a service', serviceSchema),
      validate('param', idParameter),
      validateUpdate(serviceSchema, serviceUpdateSchema),
      async (c) =>
        c.json(await changeService(db, actorOf(c), c.req.valid('param').id, c.req.valid('json'), c.var.readOnlyFields)),
    )
    .delete(
      '/api/services/:id',
      access('content.manage'),
      openapi('Services', 'Deletes a service'),
      validate('param', idParameter),
      async (c) => {
        await deleteService(db, actorOf(c), c.req.valid('param').id);
        return c.body(null, 204);
      },
    );
}
