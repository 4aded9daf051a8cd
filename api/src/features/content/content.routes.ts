import { contentEntrySchema, contentInputSchema, contentUpdateSchema } from '@godhuli/contracts/content';
import { Hono } from 'hono';
import { z } from 'zod';
import type { ApiDependencies } from '../../dependencies.js';
import { access } from '../../http/access.js';
import { actorOf } from '../../http/actor.js';
import type { ApiEnv } from '../../http/api-env.js';
import { openapi } from '../../http/openapi.js';
import { idParameter } from '../../http/parameters.js';
import { validate, validateUpdate } from '../../http/validate.js';
import { listContent } from './content.queries.js';
import { changeContent, createContent } from './content.service.js';

const sectionParameter = z.object({ section: z.string().regex(/^[a-z][a-z0-9_]{0,59}$/) });
const list = z.array(contentEntrySchema);

/** The site's texts, by section and key. */
export function contentRoutes({ db, cached }: ApiDependencies): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .get(
      '/api/content',
      access('anyone'),
      openapi('Content', 'Returns all texts', list, 200, { isConditional: true }),
      (c) => cached(c, ['content'], () => listContent(db)),
    )
    .get(
      '/api/content/:section',
      access('anyone'),
      openapi('Content', 'Returns the texts of one section', list),
      validate('param', sectionParameter),
      async (c) => c.json(await listContent(db, c.req.valid('param').section)),
    )
    .post(
      '/api/content',
      access('content.manage'),
      openapi('Content', 'Adds a text', contentEntrySchema, 201, { problems: [409] }),
      validate('json', contentInputSchema),
      async (c) => c.json(await createContent(db, actorOf(c), c.req.valid('json')), 201),
    )
    .put(
      '/api/content/:id',
      access('content.manage'),
      openapi('Content', 'Changes a text', contentEntrySchema),
      validate('param', idParameter),
      validateUpdate(contentEntrySchema, contentUpdateSchema),
      async (c) =>
        c.json(
          await changeContent(db, actorOf(c), c.req.valid('param').id, c.req.valid('json').value, c.var.readOnlyFields),
        ),
    );
}
