import type { ReadableStream } from 'node:stream/web';
import { pageQuerySchema } from '@godhuli/contracts/pages';
import type { StaffPortfolioItem } from '@godhuli/contracts/portfolio';
import {
  CHUNK_TYPE,
  duplicatesQuerySchema,
  duplicatesSchema,
  finishedUploadSchema,
  finishUploadSchema,
  uploadListSchema,
  uploadPageSchema,
  uploadSchema,
  uploadsInputSchema,
} from '@godhuli/contracts/uploads';
import { type Context, Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { ApiDependencies } from '../../dependencies.js';
import { access } from '../../http/access.js';
import { actorOf } from '../../http/actor.js';
import type { ApiEnv } from '../../http/api-env.js';
import { BadInput, UnsupportedType } from '../../http/errors.js';
import { openapi } from '../../http/openapi.js';
import { idParameter } from '../../http/parameters.js';
import { validate } from '../../http/validate.js';
import type { MediaStore } from '../media/index.js';
import type { UploadFiles } from './upload-files.js';
import { listUploads } from './uploads.queries.js';
import { appendPart, cancelUpload, duplicatesOf, finishUpload, registerUploads } from './uploads.service.js';

const partBody = describeRoute({
  parameters: [{ in: 'header', name: 'Upload-Offset', required: true, schema: { type: 'integer', minimum: 0 } }],
  requestBody: { required: true, content: { [CHUNK_TYPE]: {} } },
});

/**
 * Files in parts: register, append, finish or cancel. Uploads belong to the user who registered them. No route returns the
 * bytes of an upload.
 */
export function uploadsRoutes({
  db,
  media: store,
  files,
}: Pick<ApiDependencies, 'db'> & { media: MediaStore; files: UploadFiles }): Hono<ApiEnv> {
  /** A retry while the first request still works waits for the same result. */
  const finishing = new Map<string, Promise<StaffPortfolioItem>>();

  return new Hono<ApiEnv>()
    .get(
      '/api/admin/portfolio/uploads',
      access('gallery.manage'),
      openapi('Uploads', 'Returns a page of your unfinished and refused uploads', uploadPageSchema),
      validate('query', pageQuerySchema),
      async (c) => c.json(await listUploads(db, actorOf(c).id, c.req.valid('query'))),
    )
    .get(
      '/api/admin/portfolio/uploads/duplicates',
      access('gallery.manage'),
      openapi('Uploads', 'Returns the items with a photo, or with that of a file', duplicatesSchema),
      validate('query', duplicatesQuerySchema),
      async (c) => c.json({ duplicates: await duplicatesOf(db, c.req.valid('query')) }),
    )
    .post(
      '/api/admin/portfolio/uploads',
      access('gallery.manage'),
      openapi('Uploads', 'Registers files before their parts are sent', uploadListSchema, 201),
      validate('json', uploadsInputSchema, { maxBytes: 128 * 1024 }),
      async (c) => {
        keepCaches(c);
        return c.json({ uploads: await registerUploads(db, actorOf(c), c.req.valid('json')) }, 201);
      },
    )
    .patch(
      '/api/admin/portfolio/uploads/:id',
      access('gallery.manage'),
      openapi('Uploads', 'Appends a part of a file', uploadSchema, 200, { problems: [409, 413, 415, 422] }),
      partBody,
      validate('param', idParameter),
      async (c) => {
        keepCaches(c);
        const offset = offsetOf(c);
        const body = c.req.raw.body as ReadableStream | null;
        return c.json(await appendPart(db, files, actorOf(c), c.req.valid('param').id, offset, body));
      },
    )
    .post(
      '/api/admin/portfolio/uploads/:id/finish',
      access('gallery.manage'),
      openapi('Uploads', 'Makes a gallery item of a complete file', finishedUploadSchema, 200, { problems: [409] }),
      validate('param', idParameter),
      validate('json', finishUploadSchema),
      async (c) => {
        const { id } = c.req.valid('param');
        const actor = actorOf(c);
        const name = `${actor.id}/${id}`;
        const running =
          finishing.get(name) ??
          finishUpload({ db, files, store, actor, id, ...c.req.valid('json') }).finally(() => finishing.delete(name));
        finishing.set(name, running);
        return c.json({ item: await running });
      },
    )
    .delete(
      '/api/admin/portfolio/uploads/:id',
      access('gallery.manage'),
      openapi('Uploads', 'Cancels an upload, or removes a refused file from the list'),
      validate('param', idParameter),
      async (c) => {
        keepCaches(c);
        await cancelUpload(db, files, actorOf(c), c.req.valid('param').id);
        return c.body(null, 204);
      },
    );
}

/** An unfinished upload is nothing that the public reads, so its writes leave the caches as they are. */
const keepCaches = (c: Context<ApiEnv>) => c.set('changesPublicData', false);

/** @throws UnsupportedType, BadInput */
function offsetOf(c: Context<ApiEnv>): number {
  if (c.req.header('content-type') !== CHUNK_TYPE) throw new UnsupportedType(`Please send ${CHUNK_TYPE}.`);
  const header = c.req.header('upload-offset') ?? '';
  if (!/^\d{1,9}$/.test(header))
    throw new BadInput([{ field: 'Upload-Offset', message: 'Send the place of the part.' }]);
  return Number(header);
}
