import { mediaIdSchema } from '@godhuli/contracts/media';
import { photoCropsInputSchema, photoCropsQuerySchema, photoCropsSchema } from '@godhuli/contracts/photo-crops';
import { Hono } from 'hono';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../db/database.js';
import { access } from '../../http/access.js';
import { actorOf } from '../../http/actor.js';
import type { ApiEnv } from '../../http/api-env.js';
import { Unavailable } from '../../http/errors.js';
import { openapi } from '../../http/openapi.js';
import { validate } from '../../http/validate.js';
import { changeCrops, type HeroUse, readCrops } from './crops.service.js';
import { ImageRefused } from './image-worker-pool.js';
import type { MediaStore } from './media-store.js';

const parameters = z.object({ id: mediaIdSchema });

interface CropsDependencies {
  db: Kysely<Database>;
  media: MediaStore;
}

/** `GET` and `PUT /api/admin/media/{id}/crops`: the crops of a photo, and the contrast of the hero's text on it. */
export function cropsRoutes({ db, media }: CropsDependencies): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .get(
      '/api/admin/media/:id/crops',
      access('gallery.manage'),
      openapi('Media', 'Returns the crops of a photo and the contrast of text on it', photoCropsSchema),
      validate('param', parameters),
      validate('query', photoCropsQuerySchema),
      async (c) => {
        const { id } = c.req.valid('param');
        return c.json(await readCrops(db, media, id, useOf(c.req.valid('query'))).catch(unavailable));
      },
    )
    .put(
      '/api/admin/media/:id/crops',
      access('gallery.manage'),
      openapi('Media', 'Replaces the crops of a photo', photoCropsSchema, 200, { problems: [409] }),
      validate('param', parameters),
      validate('query', photoCropsQuerySchema),
      validate('json', photoCropsInputSchema),
      async (c) => {
        const { id } = c.req.valid('param');
        await changeCrops(db, media, actorOf(c), id, c.req.valid('json')).catch(unavailable);
        return c.json(await readCrops(db, media, id, useOf(c.req.valid('query'))).catch(unavailable));
      },
    );
}

function useOf({ x, y, portrait }: z.output<typeof photoCropsQuerySchema>): HeroUse {
  return { ...(x !== undefined && y !== undefined && { focal: { x, y } }), ...(portrait && { portraitId: portrait }) };
}

/** The master was valid when it was stored, so a job that fails is a temporary problem of the server. */
function unavailable(error: unknown): never {
  if (error instanceof ImageRefused) throw new Unavailable(undefined, undefined, { cause: error });
  throw error;
}
