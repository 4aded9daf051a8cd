import { fieldMessage } from '@godhuli/contracts/field-message';
import { mediaFromUrlSchema, mediaIdSchema, mediaSchema } from '@godhuli/contracts/media';
import { Hono } from 'hono';
import { describeRoute, resolver } from 'hono-openapi';
import { z } from 'zod';
import type { ApiDependencies } from '../../dependencies.js';
import { access } from '../../http/access.js';
import { actorOf } from '../../http/actor.js';
import type { ApiEnv } from '../../http/api-env.js';
import { readJson } from '../../http/body.js';
import { describe, fileOf } from '../../http/describe.js';
import { BadInput, NotFound, Unavailable, UnsupportedType } from '../../http/errors.js';
import { fieldErrors, validate } from '../../http/validate.js';
import { type FetchLimits, fetchPhotograph } from './fetch-photograph.js';
import { PhotographRefused } from './image-processes.js';
import { mediaById } from './media.queries.js';
import { storePhotograph } from './media.service.js';
import type { MediaStore } from './media-store.js';
import { receiveUpload } from './receive-upload.js';
import { serveFile } from './serve-file.js';
import { contentTypeOf, standInFor, variantNameSchema } from './variant.js';

/** How long a quick encoding may be kept under the URL of a better one, which is made in the background. */
const UNTIL_BETTER = 'public, max-age=60';

const variantParameters = z.object({ id: mediaIdSchema, name: variantNameSchema });

const uploadBody = describeRoute({
  requestBody: {
    required: true,
    content: {
      'multipart/form-data': {
        schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } },
      },
      'application/json': { schema: resolver(mediaFromUrlSchema) as never },
    },
  },
});

const variantAnswer = describe(
  'Media',
  'Returns one size of a photo, created on first request. Supports conditional and range requests',
  fileOf('image/avif', 'image/webp', 'image/jpeg'),
  [200, 206],
  { isConditional: true },
);
const unsatisfiable = describeRoute({ responses: { 416: { description: 'The file has no such range' } } });

export interface MediaDependencies extends Pick<ApiDependencies, 'db'> {
  media: MediaStore;
  /** a better encoding than the one that was sent is missing */
  onStandIn?: () => void;
  /** how far `{ url }` may go; the public Internet unless given */
  fetchLimits?: FetchLimits;
}

/** `POST /api/admin/media` (upload) and `GET /media/{id}/{width}.{format}`, `/media/{id}/og.jpg` (variants). */
export function mediaRoutes({ db, media, onStandIn, fetchLimits = {} }: MediaDependencies): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .post(
      '/api/admin/media',
      access('gallery.manage'),
      describe('Media', 'Stores a photo from a file or a URL', mediaSchema, 201, {
        problems: [400, 413, 415, 422],
      }),
      uploadBody,
      async (c) => {
        const stored = await media.withTemporaryFile(async (file) => {
          const field = await receive(c.req.raw, file, fetchLimits);
          return storePhotograph(db, media, actorOf(c), file, field);
        });
        return c.json(stored, 201);
      },
    )
    .get(
      '/media/:id/:name',
      access('anyone'),
      variantAnswer,
      unsatisfiable,
      validate('param', variantParameters),
      async (c) => {
        const { id, name } = c.req.valid('param');
        const contentType = contentTypeOf(name);
        const ready = await serveFile(c.req.raw, media.variantPath(id, name), contentType);
        if (ready) return ready;
        const photograph = (await mediaById(db, [id])).get(id);
        const standIn = standInFor(name);
        const path = photograph && (await media.makeVariant(photograph, standIn ?? name).catch(unavailable));
        const made = path && (await serveFile(c.req.raw, path, contentType, standIn ? UNTIL_BETTER : undefined));
        if (standIn && made) onStandIn?.();
        if (!made) throw new NotFound('Photo not found.');
        return made;
      },
    );
}

/** Writes what the request brings to `target`. @returns the field that it came in */
async function receive(request: Request, target: string, limits: FetchLimits): Promise<'file' | 'url'> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === 'multipart/form-data') {
    await receiveUpload(request, target);
    return 'file';
  }
  if (type !== 'application/json') throw new UnsupportedType('Please send multipart/form-data or application/json.');
  const parsed = mediaFromUrlSchema.safeParse(await readJson(request), { error: fieldMessage });
  if (!parsed.success) throw new BadInput(fieldErrors(parsed.error));
  await fetchPhotograph(parsed.data.url, target, limits);
  return 'url';
}

/** A master was fine when it was stored, so a variant that fails is our trouble of the moment. */
function unavailable(error: unknown): never {
  if (error instanceof PhotographRefused) throw new Unavailable(undefined, undefined, { cause: error });
  throw error;
}
