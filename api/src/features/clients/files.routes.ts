import {
  CLIENT_FILE_TYPES,
  clientFileSchema,
  clientFileUpdateSchema,
  entryCreatedSchema,
} from '@godhuli/contracts/clients';
import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { ApiDependencies } from '../../dependencies.js';
import { access } from '../../http/access.js';
import { actorOf } from '../../http/actor.js';
import type { ApiEnv } from '../../http/api-env.js';
import { idempotencyKey } from '../../http/idempotency-key.js';
import { fileOf, openapi } from '../../http/openapi.js';
import { idParameter } from '../../http/parameters.js';
import { validate } from '../../http/validate.js';
import type { ClientFileStore } from './file-store.js';
import { addFile, downloadFile, renameFile } from './files.service.js';

const upload = describeRoute({
  requestBody: {
    required: true,
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          required: ['file'],
          properties: { text: { type: 'string' }, file: { type: 'string', format: 'binary' } },
        },
      },
    },
  },
});
const unsatisfiable = describeRoute({ responses: { 416: { description: 'The file has no such range' } } });
const TYPES = [...new Set(Object.values(CLIENT_FILE_TYPES).map((type) => type.split(';')[0] ?? type))];

/** Files of clients, for staff only. `DELETE /api/client-entries/{id}` removes one. */
export function clientFilesRoutes({
  db,
  files,
}: Pick<ApiDependencies, 'db'> & { files: ClientFileStore }): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .post(
      '/api/clients/:id/files',
      access('inquiries.manage'),
      openapi('Clients', 'Adds a file to the timeline; 409 if there are too many', entryCreatedSchema, 201, {
        problems: [400, 409, 413, 415, 422],
      }),
      upload,
      validate('param', idParameter),
      async (c) => {
        const { id } = c.req.valid('param');
        return c.json({ _id: await addFile(db, files, actorOf(c), id, c.req.raw, idempotencyKey(c)) }, 201);
      },
    )
    .get(
      '/api/client-files/:id',
      access('inquiries.manage'),
      openapi(
        'Clients',
        'Returns a file of a client. Supports conditional and range requests',
        fileOf(...TYPES),
        [200, 206],
        { isConditional: true, headers: { 'Content-Disposition': { description: 'The file name', required: true } } },
      ),
      unsatisfiable,
      validate('param', idParameter),
      (c) => downloadFile(db, files, c.req.valid('param').id, c.req.raw),
    )
    .put(
      '/api/client-files/:id',
      access('inquiries.manage'),
      openapi('Clients', 'Renames a file; 409 if `version` is not current', clientFileSchema, 200, { problems: [409] }),
      validate('param', idParameter),
      validate('json', clientFileUpdateSchema),
      async (c) => c.json(await renameFile(db, actorOf(c), c.req.valid('param').id, c.req.valid('json'))),
    );
}
