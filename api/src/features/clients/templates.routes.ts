import {
  replyTemplateInputSchema,
  replyTemplateSchema,
  replyTemplateUpdateSchema,
} from '@godhuli/contracts/reply-templates';
import { versionQuerySchema } from '@godhuli/contracts/version-query';
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
import { addTemplate, changeTemplate, deleteTemplate, listTemplates } from './templates.service.js';

/** Texts for replies in three languages. */
export function replyTemplatesRoutes({ db }: Pick<ApiDependencies, 'db'>): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .get(
      '/api/reply-templates',
      access('inquiries.manage'),
      openapi('Clients', 'Returns the reply templates by name', z.array(replyTemplateSchema)),
      async (c) => c.json(await listTemplates(db)),
    )
    .post(
      '/api/reply-templates',
      access('inquiries.manage'),
      openapi('Clients', 'Adds a reply template; 409 if there are too many', replyTemplateSchema, 201, {
        problems: [409],
      }),
      validate('json', replyTemplateInputSchema),
      async (c) => c.json(await addTemplate(db, actorOf(c), c.req.valid('json'), idempotencyKey(c)), 201),
    )
    .put(
      '/api/reply-templates/:id',
      access('inquiries.manage'),
      openapi('Clients', 'Changes a reply template; 409 if `version` is not current', replyTemplateSchema, 200, {
        problems: [409],
      }),
      validate('param', idParameter),
      validateUpdate(replyTemplateSchema, replyTemplateUpdateSchema),
      async (c) =>
        c.json(
          await changeTemplate(db, actorOf(c), c.req.valid('param').id, c.req.valid('json'), c.var.readOnlyFields),
        ),
    )
    .delete(
      '/api/reply-templates/:id',
      access('inquiries.manage'),
      openapi('Clients', 'Deletes a reply template; 409 if `version` is not current', undefined, 204, {
        problems: [409],
      }),
      validate('param', idParameter),
      validate('query', versionQuerySchema),
      async (c) => {
        await deleteTemplate(db, actorOf(c), c.req.valid('param').id, c.req.valid('query').version);
        return c.body(null, 204);
      },
    );
}
