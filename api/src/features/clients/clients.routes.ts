import {
  clientInputSchema,
  clientMergeSchema,
  clientQuerySchema,
  clientRowSchema,
  clientSchema,
  clientTaskSchema,
  clientUpdateSchema,
  entryCreatedSchema,
  entryInputSchema,
  notDuplicatesSchema,
  taskInputSchema,
  taskUpdateSchema,
} from '@godhuli/contracts/clients';
import { versionQuerySchema } from '@godhuli/contracts/version-query';
import { Hono } from 'hono';
import { z } from 'zod';
import type { ApiDependencies } from '../../dependencies.js';
import { access } from '../../http/access.js';
import { actorOf } from '../../http/actor.js';
import type { ApiEnv } from '../../http/api-env.js';
import { idempotencyKey } from '../../http/idempotency-key.js';
import { NEXT_PAGE_HEADER, nextPage } from '../../http/next-page.js';
import { openapi } from '../../http/openapi.js';
import { idParameter } from '../../http/parameters.js';
import { validate, validateUpdate } from '../../http/validate.js';
import { listClients } from './clients.queries.js';
import { addEntry, changeClient, createClient, deleteEntry, readClient } from './clients.service.js';
import { type FileStores, removeLeftFiles } from './left-files.js';
import { markAsDistinct, mergeClients, undoMerge } from './merges.service.js';
import { addTask, changeTask, deleteTask } from './tasks.service.js';

const CONFLICT = { problems: [409] } as const;

/** Clients: who they are, what happened, and what is to be done. */
export function clientsRoutes({ db, media, files }: Pick<ApiDependencies, 'db'> & FileStores): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .get(
      '/api/clients',
      access('inquiries.manage'),
      openapi(
        'Clients',
        'Returns a page of clients, by the newest activity; the Link header has the next page',
        z.array(clientRowSchema),
        200,
        { headers: NEXT_PAGE_HEADER },
      ),
      validate('query', clientQuerySchema),
      async (c) => {
        const { clients, next } = await listClients(db, c.req.valid('query'));
        return c.json(clients, 200, nextPage(c, next));
      },
    )
    .post(
      '/api/clients',
      access('inquiries.manage'),
      openapi('Clients', 'Creates a client without an inquiry', clientSchema, 201),
      validate('json', clientInputSchema),
      async (c) => c.json(await createClient(db, actorOf(c), c.req.valid('json'), idempotencyKey(c)), 201),
    )
    .get(
      '/api/clients/:id',
      access('inquiries.manage'),
      openapi('Clients', 'Returns one client with timeline, tasks and possible duplicates', clientSchema),
      validate('param', idParameter),
      async (c) => c.json(await readClient(db, c.req.valid('param').id)),
    )
    .put(
      '/api/clients/:id',
      access('inquiries.manage'),
      openapi('Clients', 'Changes name or language; 409 if `version` is not current', clientSchema, 200, CONFLICT),
      validate('param', idParameter),
      validateUpdate(clientSchema, clientUpdateSchema),
      async (c) =>
        c.json(await changeClient(db, actorOf(c), c.req.valid('param').id, c.req.valid('json'), c.var.readOnlyFields)),
    )
    .post(
      '/api/clients/:id/merge',
      access('inquiries.manage'),
      openapi(
        'Clients',
        'Merges another client into this one; 409 if one of them has changed since',
        clientSchema,
        200,
        CONFLICT,
      ),
      validate('param', idParameter),
      validate('json', clientMergeSchema),
      async (c) => {
        const { id } = c.req.valid('param');
        await mergeClients(db, actorOf(c), id, c.req.valid('json'));
        return c.json(await readClient(db, id));
      },
    )
    .post(
      '/api/clients/:id/undo-merge',
      access('inquiries.manage'),
      openapi(
        'Clients',
        'Takes a merged client out again; 409 if the other one has been merged further',
        clientSchema,
        200,
        CONFLICT,
      ),
      validate('param', idParameter),
      async (c) => c.json(await readClient(db, await undoMerge(db, actorOf(c), c.req.valid('param').id))),
    )
    .post(
      '/api/clients/:id/not-duplicates',
      access('inquiries.manage'),
      openapi('Clients', 'Records that two clients are two people'),
      validate('param', idParameter),
      validate('json', notDuplicatesSchema),
      async (c) => {
        await markAsDistinct(db, actorOf(c), c.req.valid('param').id, c.req.valid('json').otherId);
        return c.body(null, 204);
      },
    )
    .post(
      '/api/clients/:id/entries',
      access('inquiries.manage'),
      openapi('Clients', 'Adds a note, call, WhatsApp reply or file', entryCreatedSchema, 201),
      validate('param', idParameter),
      validate('json', entryInputSchema),
      async (c) => {
        const { id } = c.req.valid('param');
        return c.json({ _id: await addEntry(db, actorOf(c), id, c.req.valid('json'), idempotencyKey(c)) }, 201);
      },
    )
    .delete(
      '/api/client-entries/:id',
      access('inquiries.manage'),
      openapi('Clients', 'Deletes a note, call, WhatsApp reply or file'),
      validate('param', idParameter),
      async (c) => {
        await deleteEntry(db, actorOf(c), c.req.valid('param').id);
        await removeLeftFiles(db, { media, files });
        return c.body(null, 204);
      },
    )
    .post(
      '/api/clients/:id/tasks',
      access('inquiries.manage'),
      openapi('Clients', 'Adds a task; 409 if there are too many', clientTaskSchema, 201, CONFLICT),
      validate('param', idParameter),
      validate('json', taskInputSchema),
      async (c) =>
        c.json(await addTask(db, actorOf(c), c.req.valid('param').id, c.req.valid('json'), idempotencyKey(c)), 201),
    )
    .put(
      '/api/client-tasks/:id',
      access('inquiries.manage'),
      openapi(
        'Clients',
        'Changes or completes a task; 409 if `version` is not current',
        clientTaskSchema,
        200,
        CONFLICT,
      ),
      validate('param', idParameter),
      validateUpdate(clientTaskSchema, taskUpdateSchema),
      async (c) =>
        c.json(await changeTask(db, actorOf(c), c.req.valid('param').id, c.req.valid('json'), c.var.readOnlyFields)),
    )
    .delete(
      '/api/client-tasks/:id',
      access('inquiries.manage'),
      openapi('Clients', 'Deletes a task; 409 if `version` is not current', undefined, 204, CONFLICT),
      validate('param', idParameter),
      validate('query', versionQuerySchema),
      async (c) => {
        await deleteTask(db, actorOf(c), c.req.valid('param').id, c.req.valid('query').version);
        return c.body(null, 204);
      },
    );
}
