import { pageQuerySchema } from '@godhuli/contracts/pages';
import {
  HIGHLIGHTS,
  heroItemSchema,
  highlightSchema,
  photoPageSchema,
  portfolioBulkResultSchema,
  portfolioBulkSchema,
  portfolioCategorySchema,
  portfolioHistorySchema,
  portfolioInputSchema,
  portfolioItemSchema,
  portfolioMoveSchema,
  portfolioOrderResultSchema,
  portfolioOrderSchema,
  portfolioPageSchema,
  portfolioQuerySchema,
  portfolioUpdateSchema,
  staffPortfolioItemSchema,
} from '@godhuli/contracts/portfolio';
import { optionalVersionQuerySchema } from '@godhuli/contracts/version-query';
import { Hono } from 'hono';
import { z } from 'zod';
import type { ApiDependencies } from '../../dependencies.js';
import { access } from '../../http/access.js';
import { actorOf } from '../../http/actor.js';
import type { ApiEnv } from '../../http/api-env.js';
import { idempotencyKey } from '../../http/idempotency-key.js';
import { openapi } from '../../http/openapi.js';
import { idParameter, localeParameter, slugParameter } from '../../http/parameters.js';
import { validate, validateUpdate } from '../../http/validate.js';
import type { MediaStore } from '../media/index.js';
import { changePortfolioItems, type PhotoAlbums } from './bulk.service.js';
import { portfolioHistory } from './history.js';
import { listPortfolioPage } from './portfolio.queries.js';
import {
  changePortfolioItem,
  createPortfolioItem,
  deletePortfolioItem,
  movePortfolioItem,
  orderByCaptureTime,
  restorePortfolioItem,
} from './portfolio.service.js';
import { findPhoto, listHero, listHighlights, listPortfolio } from './public.queries.js';

const categoryParameter = z.object({ category: portfolioCategorySchema });
const list = z.array(portfolioItemSchema);
const highlights = z.array(highlightSchema);
/** The studio's photos, and those that the hero shows. */
export function portfolioRoutes({
  db,
  cached,
  media,
  albums,
}: ApiDependencies & { media: MediaStore; albums: PhotoAlbums }): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .get(
      '/api/portfolio',
      access('anyone'),
      openapi('Portfolio', 'Returns all items in order', list, 200, { isConditional: true }),
      (c) => cached(c, ['portfolio', 'media'], () => listPortfolio(db)),
    )
    .get(
      '/api/highlights',
      access('anyone'),
      openapi('Portfolio', `Returns the first ${HIGHLIGHTS} items of each category`, highlights, 200, {
        isConditional: true,
      }),
      (c) => cached(c, ['portfolio', 'media'], () => listHighlights(db)),
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
      '/api/photos/:slug',
      access('anyone'),
      openapi('Portfolio', 'Returns an item with its neighbours in its category', photoPageSchema, 200, {
        isConditional: true,
      }),
      validate('param', slugParameter),
      (c) => {
        const { slug } = c.req.valid('param');
        return cached(c, ['portfolio', 'media'], () => findPhoto(db, slug), slug, { isMany: true });
      },
    )
    .get(
      '/api/translations/:locale/highlights',
      access('anyone'),
      openapi('Portfolio', `Returns the first ${HIGHLIGHTS} items of each category in a language`, highlights, 200, {
        isConditional: true,
      }),
      validate('param', localeParameter),
      (c) => {
        const { locale } = c.req.valid('param');
        return cached(c, ['portfolio', 'media'], () => listHighlights(db, locale), locale);
      },
    )
    .get(
      '/api/translations/:locale/hero',
      access('anyone'),
      openapi('Portfolio', 'Returns the hero photos in a language', z.array(heroItemSchema), 200, {
        isConditional: true,
      }),
      validate('param', localeParameter),
      (c) => {
        const { locale } = c.req.valid('param');
        return cached(c, ['portfolio', 'media'], () => listHero(db, locale), locale);
      },
    )
    .get(
      '/api/translations/:locale/photos/:slug',
      access('anyone'),
      openapi('Portfolio', 'Returns an item with its neighbours, in a language', photoPageSchema, 200, {
        isConditional: true,
      }),
      validate('param', localeParameter.extend(slugParameter.shape)),
      (c) => {
        const { locale, slug } = c.req.valid('param');
        const load = () => findPhoto(db, slug, locale);
        return cached(c, ['portfolio', 'media'], load, `${locale} ${slug}`, { isMany: true });
      },
    )
    .get(
      '/api/admin/portfolio',
      access('gallery.manage'),
      openapi('Portfolio', 'Returns a page of the items in order, with counts', portfolioPageSchema),
      validate('query', portfolioQuerySchema),
      async (c) => c.json(await listPortfolioPage(db, c.req.valid('query'))),
    )
    .post(
      '/api/portfolio',
      access('gallery.manage'),
      openapi('Portfolio', 'Adds an item at the end', staffPortfolioItemSchema, 201),
      validate('json', portfolioInputSchema),
      async (c) => {
        const key = idempotencyKey(c);
        return c.json(await createPortfolioItem(db, actorOf(c), c.req.valid('json'), key), 201);
      },
    )
    .get(
      '/api/admin/portfolio/:id/history',
      access('gallery.manage'),
      openapi('Portfolio', 'Returns what happened to an item, newest first', portfolioHistorySchema),
      validate('param', idParameter),
      validate('query', pageQuerySchema),
      async (c) => {
        const { id } = c.req.valid('param');
        return c.json(await portfolioHistory(db, id, c.req.valid('query')));
      },
    )
    .post(
      '/api/portfolio/bulk',
      access('gallery.manage'),
      openapi('Portfolio', 'Changes many items at once, or moves them to or from the trash', portfolioBulkResultSchema),
      validate('json', portfolioBulkSchema),
      async (c) => c.json(await changePortfolioItems({ db, store: media, albums }, actorOf(c), c.req.valid('json'))),
    )
    .post(
      '/api/portfolio/order',
      access('gallery.manage'),
      openapi('Portfolio', 'Sorts items by the time at which they were taken', portfolioOrderResultSchema),
      validate('json', portfolioOrderSchema),
      async (c) => c.json(await orderByCaptureTime(db, actorOf(c), c.req.valid('json'))),
    )
    .put(
      '/api/portfolio/:id',
      access('gallery.manage'),
      openapi('Portfolio', 'Changes an item', staffPortfolioItemSchema, 200, { problems: [409] }),
      validate('param', idParameter),
      validateUpdate(staffPortfolioItemSchema, portfolioUpdateSchema),
      async (c) =>
        c.json(
          await changePortfolioItem(db, actorOf(c), c.req.valid('param').id, c.req.valid('json'), c.var.readOnlyFields),
        ),
    )
    .put(
      '/api/portfolio/:id/position',
      access('gallery.manage'),
      openapi('Portfolio', 'Moves an item to a place beside another, or to an edge', staffPortfolioItemSchema, 200, {
        problems: [409],
      }),
      validate('param', idParameter),
      validate('json', portfolioMoveSchema),
      async (c) => c.json(await movePortfolioItem(db, actorOf(c), c.req.valid('param').id, c.req.valid('json'))),
    )
    .post(
      '/api/portfolio/:id/restore',
      access('gallery.manage'),
      openapi('Portfolio', 'Restores a deleted item', staffPortfolioItemSchema),
      validate('param', idParameter),
      async (c) => c.json(await restorePortfolioItem(db, actorOf(c), c.req.valid('param').id)),
    )
    .delete(
      '/api/portfolio/:id',
      access('gallery.manage'),
      openapi('Portfolio', 'Deletes an item', undefined, 204, { problems: [409] }),
      validate('param', idParameter),
      validate('query', optionalVersionQuerySchema),
      async (c) => {
        await deletePortfolioItem(db, actorOf(c), c.req.valid('param').id, c.req.valid('query').version);
        return c.body(null, 204);
      },
    );
}
