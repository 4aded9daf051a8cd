import { fieldMessage } from '@godhuli/contracts/field-message';
import { mediaFromUrlSchema, mediaIdSchema, mediaSchema } from '@godhuli/contracts/media';
import { customerOf, networkOf } from '@godhuli/server/network';
import { type Context, Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { describeRoute, resolver } from 'hono-openapi';
import { z } from 'zod';
import type { ApiDependencies } from '../../dependencies.js';
import { access, mayReadDrafts } from '../../http/access.js';
import { actorOf } from '../../http/actor.js';
import type { ApiEnv } from '../../http/api-env.js';
import { readJson } from '../../http/body.js';
import { BadInput, NotFound, Unavailable, UnsupportedType } from '../../http/errors.js';
import { fileOf, openapi } from '../../http/openapi.js';
import { receiveUpload } from '../../http/receive-upload.js';
import { PRIVATE_FILE, serveFile } from '../../http/serve-file.js';
import { fieldErrors, validate } from '../../http/validate.js';
import { type FetchLimits, fetchImage } from './fetch-image.js';
import { ImageRefused, QueueFull } from './image-worker-pool.js';
import { mediaById } from './media.queries.js';
import { storeImage } from './media.service.js';
import type { MediaStore } from './media-store.js';
import { PHOTO_UPLOAD } from './photo-upload.js';
import { contentTypeOf, standInsOf, variantNameSchema } from './variant.js';
import type { Visitor } from './visitor-queue.js';

/** Cache time of a quick encoding under the URL of a high-quality one, which is created in the background. */
const QUICK_VARIANT_CACHE = 'public, max-age=60';

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

const variantDocs = openapi(
  'Media',
  'Returns one size of a photo, created on first request. Supports conditional and range requests',
  fileOf('image/avif', 'image/webp', 'image/jpeg'),
  [200, 206],
  { isConditional: true },
);
const unsatisfiable = describeRoute({ responses: { 416: { description: 'The file has no such range' } } });

export interface MediaDependencies extends Pick<ApiDependencies, 'db'> {
  media: MediaStore;
  /** whether visitors may see a photo; staff see every photo */
  isPublicPhoto: (id: string) => Promise<boolean>;
  /** called with the id when another encoding was served because the high-quality one is missing */
  onQuickVariant?: (id: string) => void;
  /** limits of downloads by URL */
  fetchLimits?: FetchLimits;
}

/** `POST /api/admin/media` (upload) and `GET /media/{id}/{width}.{format}`, `/media/{id}/og-{place}.v3.jpg` (variants). */
export function mediaRoutes({
  db,
  media,
  isPublicPhoto,
  onQuickVariant,
  fetchLimits = {},
}: MediaDependencies): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .post(
      '/api/admin/media',
      access('gallery.manage'),
      openapi('Media', 'Stores a photo from a file or a URL; removed if nothing uses it for 7 days', mediaSchema, 201, {
        problems: [400, 413, 415, 422],
      }),
      uploadBody,
      async (c) => {
        const stored = await media.withTemporaryFile(async (file) => {
          const field = await receive(c.req.raw, file, fetchLimits);
          return storeImage(db, media, actorOf(c), file, field);
        });
        return c.json(stored, 201);
      },
    )
    .get(
      '/media/:id/:name',
      access('anyone'),
      variantDocs,
      unsatisfiable,
      validate('param', variantParameters),
      async (c) => {
        const { id, name } = c.req.valid('param');
        const contentType = contentTypeOf(name);
        const isPublic = await isPublicPhoto(id);
        if (!isPublic && !(await mayReadDrafts(c))) throw new NotFound('Photo not found.');
        const cacheControl = isPublic ? undefined : PRIVATE_FILE;
        const ready = await serveFile(c.req.raw, media.variantPath(id, name), contentType, cacheControl);
        if (ready) return ready;
        const standIns = standInsOf(name);
        const serve = (path: string) =>
          serveFile(c.req.raw, path, contentType, cacheControl ?? (standIns ? QUICK_VARIANT_CACHE : undefined));
        // Before the database is asked, so that photos are served while it is not available.
        for (const other of standIns ? [...standIns.existing, standIns.quick] : []) {
          const response = await serve(media.variantPath(id, other));
          if (response) {
            onQuickVariant?.(id);
            return response;
          }
        }
        const image = (await mediaById(db, [id])).get(id);
        if (!image) throw new NotFound('Photo not found.');
        const visitor = await visitorOf(c);
        const variant = standIns?.quick ?? name;
        const path = await media.makeVariant(image, variant, visitor).catch((error) => unavailable(error, visitor));
        const response = path && (await serve(path));
        if (!response) throw new NotFound('Photo not found.');
        if (standIns) onQuickVariant?.(id);
        return response;
      },
    );
}

/** Writes the uploaded or downloaded file to `target`. @returns the field of the request that contained it */
async function receive(request: Request, target: string, limits: FetchLimits): Promise<'file' | 'url'> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === 'multipart/form-data') {
    await receiveUpload(request, target, PHOTO_UPLOAD);
    return 'file';
  }
  if (type !== 'application/json') throw new UnsupportedType('Please send multipart/form-data or application/json.');
  const parsed = mediaFromUrlSchema.safeParse(await readJson(request), { error: fieldMessage });
  if (!parsed.success) throw new BadInput(fieldErrors(parsed.error));
  await fetchImage(parsed.data.url, target, limits);
  return 'url';
}

/** Staff queue under their user, so that others in their network do not delay them. */
async function visitorOf(c: Context<ApiEnv>): Promise<Visitor> {
  const { signal } = c.req.raw;
  const user = await c.var.authenticate();
  if (!user) return { network: networkOf(c.var.ip), customer: customerOf(c.var.ip), signal };
  const name = `user ${user.id}`;
  return { network: name, customer: name, signal };
}

/** The client has disconnected. The status of nginx for it, in logs and metrics only. */
const CLIENT_LEFT = 499 as ContentfulStatusCode;

/** The master was valid when it was stored, so a variant that fails is a temporary problem of the server. */
function unavailable(error: unknown, { signal }: Visitor): never {
  if (signal?.aborted) throw new HTTPException(CLIENT_LEFT, { cause: error });
  if (error instanceof QueueFull) {
    const detail = 'Too many photos are being prepared. Please try again in a moment.';
    throw new Unavailable(detail, undefined, { cause: error });
  }
  if (error instanceof ImageRefused) throw new Unavailable(undefined, undefined, { cause: error });
  throw error;
}
