import {
  type Film,
  filmFileSchema,
  filmInputSchema,
  filmQuerySchema,
  filmSchema,
  filmUpdateSchema,
  moveAfterSchema,
  staffFilmSchema,
  videoListSchema,
} from '@godhuli/contracts/films';
import type { Locale } from '@godhuli/contracts/locales';
import { optionalVersionQuerySchema } from '@godhuli/contracts/version-query';
import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../db/database.js';
import type { ApiDependencies } from '../../dependencies.js';
import { access, mayReadDrafts } from '../../http/access.js';
import { actorOf } from '../../http/actor.js';
import type { ApiEnv } from '../../http/api-env.js';
import { NotFound } from '../../http/errors.js';
import { idempotencyKey } from '../../http/idempotency-key.js';
import { fileOf, openapi } from '../../http/openapi.js';
import { idParameter, localeParameter, slugParameter } from '../../http/parameters.js';
import { PRIVATE_FILE, serveFile } from '../../http/serve-file.js';
import { validate, validateUpdate } from '../../http/validate.js';
import { storeFilmFile } from './film-files.js';
import type { FilmKind, FilmStore } from './film-store.js';
import { findFilm, listFilmPage, listFilms } from './films.queries.js';
import { changeFilm, createFilm, deleteFilm, moveFilm, restoreFilm } from './films.service.js';

export interface FilmsDependencies extends Pick<ApiDependencies, 'db' | 'cached'> {
  films: FilmStore;
  /** whether visitors may have a file of this store */
  isPublicFile: (id: string) => Promise<boolean>;
}

const fileParameter = z.object({ name: z.string().regex(/^[0-9a-f]{64}\.(mp4|vtt)$/) });
const CONTENT_TYPES: Readonly<Record<FilmKind, string>> = { mp4: 'video/mp4', vtt: 'text/vtt; charset=utf-8' };
const TAGS = ['videos', 'media'] as const;

const fileBody = describeRoute({
  requestBody: {
    required: true,
    content: {
      'video/mp4': { schema: { type: 'string', format: 'binary' } },
      'text/vtt': { schema: { type: 'string' } },
    },
  },
});
const unsatisfiable = describeRoute({ responses: { 416: { description: 'The file has no such range' } } });

async function readFilm(db: Kysely<Database>, slug: string, locale: Locale = 'en'): Promise<Film> {
  const film = await findFilm(db, slug, locale);
  if (!film) throw new NotFound('Film not found.');
  return film;
}

/** Films for visitors and staff, and their files: `/media/films/{sha256}.mp4` and `.vtt`. */
export function filmsRoutes({ db, cached, films, isPublicFile }: FilmsDependencies): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .get(
      '/api/films',
      access('anyone'),
      openapi('Films', 'Returns the published films in order', z.array(filmSchema), 200, { isConditional: true }),
      (c) => cached(c, TAGS, () => listFilms(db)),
    )
    .get(
      '/api/films/:slug',
      access('anyone'),
      openapi('Films', 'Returns a published film', filmSchema, 200, { isConditional: true }),
      validate('param', slugParameter),
      (c) => {
        const { slug } = c.req.valid('param');
        return cached(c, TAGS, () => readFilm(db, slug), slug, { isMany: true });
      },
    )
    .get(
      '/api/translations/:locale/films/:slug',
      access('anyone'),
      openapi('Films', 'Returns a published film in a language', filmSchema, 200, { isConditional: true }),
      validate('param', localeParameter.extend(slugParameter.shape)),
      (c) => {
        const { locale, slug } = c.req.valid('param');
        return cached(c, TAGS, () => readFilm(db, slug, locale), `${locale} ${slug}`, { isMany: true });
      },
    )
    .get(
      '/media/films/:name',
      access('anyone'),
      openapi(
        'Films',
        'Returns an uploaded film or its captions. Supports conditional and range requests',
        fileOf('video/mp4', 'text/vtt'),
        [200, 206],
        { isConditional: true },
      ),
      unsatisfiable,
      validate('param', fileParameter),
      async (c) => {
        const { name } = c.req.valid('param');
        const [id = '', kind] = name.split('.') as [string, FilmKind];
        const isPublic = await isPublicFile(id);
        const mayRead = isPublic || (await mayReadDrafts(c));
        const response =
          mayRead &&
          (await serveFile(
            c.req.raw,
            films.pathOf(id, kind),
            CONTENT_TYPES[kind],
            isPublic ? undefined : PRIVATE_FILE,
          ));
        if (!response) throw new NotFound('Film not found.');
        return response;
      },
    )
    .get(
      '/api/admin/videos',
      access('videos.read'),
      openapi('Films', 'Returns a page of all films in order', videoListSchema),
      validate('query', filmQuerySchema),
      async (c) => c.json(await listFilmPage(db, c.req.valid('query'))),
    )
    .post(
      '/api/admin/videos/files',
      access('gallery.manage'),
      openapi('Films', 'Stores an MP4 film or WebVTT captions', filmFileSchema, 201, { problems: [413, 415, 422] }),
      fileBody,
      async (c) => c.json(await storeFilmFile(db, films, actorOf(c), c.req.raw), 201),
    )
    .post(
      '/api/admin/videos',
      access('gallery.manage'),
      openapi('Films', 'Adds a film at the end', staffFilmSchema, 201),
      validate('json', filmInputSchema),
      async (c) => c.json(await createFilm(db, actorOf(c), c.req.valid('json'), idempotencyKey(c)), 201),
    )
    .put(
      '/api/admin/videos/:id',
      access('gallery.manage'),
      openapi('Films', 'Changes a film', staffFilmSchema, 200, { problems: [409] }),
      validate('param', idParameter),
      validateUpdate(staffFilmSchema, filmUpdateSchema),
      async (c) =>
        c.json(await changeFilm(db, actorOf(c), c.req.valid('param').id, c.req.valid('json'), c.var.readOnlyFields)),
    )
    .put(
      '/api/admin/videos/:id/position',
      access('gallery.manage'),
      openapi('Films', 'Moves a film directly after another, or to the start', staffFilmSchema),
      validate('param', idParameter),
      validate('json', moveAfterSchema),
      async (c) => c.json(await moveFilm(db, actorOf(c), c.req.valid('param').id, c.req.valid('json').afterId)),
    )
    .post(
      '/api/admin/videos/:id/restore',
      access('gallery.manage'),
      openapi('Films', 'Restores a deleted film', staffFilmSchema),
      validate('param', idParameter),
      async (c) => c.json(await restoreFilm(db, actorOf(c), c.req.valid('param').id)),
    )
    .delete(
      '/api/admin/videos/:id',
      access('gallery.manage'),
      openapi('Films', 'Deletes a film', undefined, 204, { problems: [409] }),
      validate('param', idParameter),
      validate('query', optionalVersionQuerySchema),
      async (c) => {
        await deleteFilm(db, actorOf(c), c.req.valid('param').id, c.req.valid('query').version);
        return c.body(null, 204);
      },
    );
}
