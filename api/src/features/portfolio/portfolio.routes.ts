import {
  heroItemSchema,
  portfolioCategorySchema,
  portfolioDeleteQuerySchema,
  portfolioInputSchema,
  portfolioItemSchema,
  portfolioMoveSchema,
  portfolioPageSchema,
  portfolioQuerySchema,
  portfolioUpdateSchema,
} from '@godhuli/contracts/portfolio';
import { Hono } from 'hono';
import { z } from 'zod';
import type { ApiDependencies } from '../../dependencies.js';
import { access } from '../../http/access.js';
import { actorOf } from '../../http/actor.js';
import type { ApiEnv } from '../../http/api-env.js';
import { BadInput } from '../../http/errors.js';
import { openapi } from '../../http/openapi.js';
import { idParameter } from '../../http/parameters.js';
import { validate, validateUpdate } from '../../http/validate.js';
import { listHero, listPortfolio, listPortfolioPage } from './portfolio.queries.js';
import {
  changePortfolioItem,
  createPortfolioItem,
  deletePortfolioItem,
  movePortfolioItem,
  restorePortfolioItem,
} from './portfolio.service.js';

const categoryParameter = z.object({ category: portfolioCategorySchema });
const keySchema = z.string().min(8).max(200).nullable();
const list = z.array(portfolioItemSchema);
const PRIVATE = { 'cache-control': 'private, no-store' };

/** The studio's photos, and those that the hero shows. */
export function portfolioRoutes({ db, cached }: ApiDependencies) {
  return new Hono<ApiEnv>()
    .get(
      '/api/portfolio',
      access('anyone'),
      openapi('Portfolio', 'Returns all items in order', list, 200, { isConditional: true }),
      (c) => cached(c, ['portfolio', 'media'], () => listPortfolio(db)),
    )
    .get(
      '/api/hero',
      access('anyone'),
      openapi('Portfolio', 'Returns the hero photos', z.array(heroItemSchema), 200, { isConditional: true }),
      (c) => cached(c, ['portfolio', 'media'], () => listHero(db)),
    )
    .get(
      '/api/portfolio/:category',
      access('anyone'),
      openapi('Portfolio', 'Returns the items of one category in order', list, 200, { isConditional: true }),
      validate('param', categoryParameter),
      (c) => {
        const { category } = c.req.valid('param');
        return cached(c, ['portfolio', 'media'], () => listPortfolio(db, category), category);
      },
    )
    .get(
      '/api/admin/portfolio',
      access('gallery.manage'),
      openapi('Portfolio', 'Returns a page of the items in order, with counts', portfolioPageSchema),
      validate('query', portfolioQuerySchema),
      async (c) => c.json(await listPortfolioPage(db, c.req.valid('query')), 200, PRIVATE),
    )
    .post(
      '/api/portfolio',
      access('gallery.manage'),
      openapi('Portfolio', 'Adds an item at the end', portfolioItemSchema, 201),
      validate('json', portfolioInputSchema),
      async (c) => {
        const key = keySchema.safeParse(c.req.header('idempotency-key') ?? null);
        if (!key.success) throw new BadInput([{ field: 'Idempotency-Key', message: 'Send 8 to 200 characters.' }]);
        return c.json(await createPortfolioItem(db, actorOf(c), c.req.valid('json'), key.data), 201);
      },
    )
    .put(
      '/api/portfolio/:id',
      access('gallery.manage'),
      openapi('Portfolio', 'Changes an item', portfolioItemSchema, 200, { problems: [409] }),
      validate('param', idParameter),
      validateUpdate(portfolioItemSchema, portfolioUpdateSchema),
      async (c) =>
        c.json(
          await changePortfolioItem(db, actorOf(c), c.req.valid('param').id, c.req.valid('json'), c.var.readOnlyFields),
        ),
    )
    .put(
      '/api/portfolio/:id/position',
      access('gallery.manage'),
      openapi('Portfolio', 'Moves an item to a place beside another, or to an edge', portfolioItemSchema, 200, {
        problems: [409],
      }),
      validate('param', idParameter),
      validate('json', portfolioMoveSchema),
      async (c) => c.json(await movePortfolioItem(db, actorOf(c), c.req.valid('param').id, c.req.valid('json'))),
    )
    .post(
      '/api/portfolio/:id/restore',
      access('gallery.manage'),
      openapi('Portfolio', 'Restores a deleted item', portfolioItemSchema),
      validate('param', idParameter),
      async (c) => c.json(await restorePortfolioItem(db, actorOf(c), c.req.valid('param').id)),
    )
    .delete(
      '/api/portfolio/:id',
      access('gallery.manage'),
      openapi('Portfolio', 'Deletes an item', undefined, 204, { problems: [409] }),
      validate('param', idParameter),
      validate('query', portfolioDeleteQuerySchema),
      async (c) => {
        await deletePortfolioItem(db, actorOf(c), c.req.valid('param').id, c.req.valid('query').version);
        return c.body(null, 204);
      },
    );
}
