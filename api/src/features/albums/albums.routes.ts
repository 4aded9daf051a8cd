import {
  albumInputSchema,
  albumPageSchema,
  albumQuerySchema,
  albumSchema,
  albumUpdateSchema,
  galleryPageNameSchema,
  galleryPageSchema,
  storySchema,
  storySummarySchema,
} from '@godhuli/contracts/albums';
import { moveAfterSchema } from '@godhuli/contracts/films';
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
import { listAlbumPage, listStories } from './albums.queries.js';
import {
  changeAlbum,
  createAlbum,
  deleteAlbum,
  moveAlbum,
  readAlbum,
  readStory,
  restoreAlbum,
} from './albums.service.js';
import { readGalleryPage } from './gallery.queries.js';

const pageParameter = z.object({ page: galleryPageNameSchema });
/** The first pages are few, and each lists all stories and films. */
const isFurther = (page: string) => page.includes('-');
/** A story of 400 entries has about 20 KB of ids, and each of its 30 sections a text in three languages. */
const LARGE_BODY = { maxBytes: 1536 * 1024 };
/** What a story is made from: its photos may be edited, deleted or replaced. */
const TAGS = ['albums', 'portfolio', 'videos', 'media'] as const;

/** Stories: public reads by slug, writes by id. */
export function albumsRoutes({ db, cached }: ApiDependencies): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .get(
      '/api/albums',
      access('anyone'),
      openapi('Stories', 'Returns the published stories in order', z.array(storySummarySchema), 200, {
        isConditional: true,
      }),
      (c) => cached(c, TAGS, () => listStories(db)),
    )
    .get(
      '/api/albums/:slug',
      access('anyone'),
      openapi('Stories', 'Returns a published story with its sections', storySchema, 200, { isConditional: true }),
      validate('param', slugParameter),
      (c) => {
        const { slug } = c.req.valid('param');
        return cached(c, TAGS, () => readStory(db, slug), slug, { isMany: true });
      },
    )
    .get(
      '/api/gallery/:page',
      access('anyone'),
      openapi('Stories', 'Returns one page of the public gallery', galleryPageSchema, 200, { isConditional: true }),
      validate('param', pageParameter),
      (c) => {
        const { page } = c.req.valid('param');
        return cached(c, [...TAGS, 'packages'], () => readGalleryPage(db, page), page, { isMany: isFurther(page) });
      },
    )
    .get(
      '/api/translations/:locale/albums/:slug',
      access('anyone'),
      openapi('Stories', 'Returns a published story in a language', storySchema, 200, { isConditional: true }),
      validate('param', localeParameter.extend(slugParameter.shape)),
      (c) => {
        const { locale, slug } = c.req.valid('param');
        return cached(c, TAGS, () => readStory(db, slug, locale), `${locale} ${slug}`, { isMany: true });
      },
    )
    .get(
      '/api/translations/:locale/gallery/:page',
      access('anyone'),
      openapi('Stories', 'Returns one page of the public gallery in a language', galleryPageSchema, 200, {
        isConditional: true,
      }),
      validate('param', localeParameter.extend(pageParameter.shape)),
      (c) => {
        const { locale, page } = c.req.valid('param');
        const load = () => readGalleryPage(db, page, locale);
        return cached(c, [...TAGS, 'packages'], load, `${locale} ${page}`, { isMany: isFurther(page) });
      },
    )
    .get(
      '/api/admin/albums',
      access('gallery.manage'),
      openapi('Stories', 'Returns a page of all stories in order', albumPageSchema),
      validate('query', albumQuerySchema),
      async (c) => c.json(await listAlbumPage(db, c.req.valid('query'))),
    )
    .get(
      '/api/admin/albums/:id',
      access('gallery.manage'),
      openapi('Stories', 'Returns a story, published or not', albumSchema),
      validate('param', idParameter),
      async (c) => c.json(await readAlbum(db, c.req.valid('param').id)),
    )
    .post(
      '/api/albums',
      access('gallery.manage'),
      openapi('Stories', 'Adds a story at the end', albumSchema, 201),
      validate('json', albumInputSchema, LARGE_BODY),
      async (c) => c.json(await createAlbum(db, actorOf(c), c.req.valid('json'), idempotencyKey(c)), 201),
    )
    .put(
      '/api/albums/:id',
      access('gallery.manage'),
      openapi('Stories', 'Changes a story; sections replace the stored ones', albumSchema, 200, { problems: [409] }),
      validate('param', idParameter),
      validateUpdate(albumSchema, albumUpdateSchema, LARGE_BODY),
      async (c) =>
        c.json(await changeAlbum(db, actorOf(c), c.req.valid('param').id, c.req.valid('json'), c.var.readOnlyFields)),
    )
    .put(
      '/api/albums/:id/position',
      access('gallery.manage'),
      openapi('Stories', 'Moves a story directly after another, or to the start', albumSchema),
      validate('param', idParameter),
      validate('json', moveAfterSchema),
      async (c) => c.json(await moveAlbum(db, actorOf(c), c.req.valid('param').id, c.req.valid('json').afterId)),
    )
    .post(
      '/api/albums/:id/restore',
      access('gallery.manage'),
      openapi('Stories', 'Restores a deleted story', albumSchema),
      validate('param', idParameter),
      async (c) => c.json(await restoreAlbum(db, actorOf(c), c.req.valid('param').id)),
    )
    .delete(
      '/api/albums/:id',
      access('gallery.manage'),
      openapi('Stories', 'Deletes a story', undefined, 204, { problems: [409] }),
      validate('param', idParameter),
      validate('query', optionalVersionQuerySchema),
      async (c) => {
        await deleteAlbum(db, actorOf(c), c.req.valid('param').id, c.req.valid('query').version);
        return c.body(null, 204);
      },
    );
}
