import {
  DUE_FILTERS,
  deletedInquirySchema,
  emptyQuarantineSchema,
  eventTypeSchema,
  INQUIRIES_PER_PAGE,
  INQUIRY_ORDERS,
  inquiriesBulkResultSchema,
  inquiriesBulkSchema,
  inquiriesBulkUndoSchema,
  inquiriesChangedSchema,
  inquiriesDeleteSchema,
  inquiriesRestoreSchema,
  inquiryCountsSchema,
  inquiryInputSchema,
  inquiryOwnersSchema,
  inquiryReceiptSchema,
  inquirySchema,
  inquirySourcesSchema,
  inquiryStageSchema,
  inquiryStatusSchema,
  inquiryUndoSchema,
  inquiryUpdateSchema,
} from '@godhuli/contracts/inquiries';
import { timeCursorSchema } from '@godhuli/contracts/pages';
import { dateSchema, idSchema, text } from '@godhuli/contracts/text';
import { networkOf } from '@godhuli/server/network';
import { Hono } from 'hono';
import { z } from 'zod';
import type { ApiDependencies } from '../../dependencies.js';
import { access } from '../../http/access.js';
import { actorOf } from '../../http/actor.js';
import type { ApiEnv } from '../../http/api-env.js';
import { idempotencyKey } from '../../http/idempotency-key.js';
import { NEXT_PAGE_HEADER, nextPage } from '../../http/next-page.js';
import { fileOf, openapi } from '../../http/openapi.js';
import { idParameter } from '../../http/parameters.js';
import { validate, validateUpdate } from '../../http/validate.js';
import { channelsOf } from '../../message-settings.js';
import { addAuditEntry } from '../audit/index.js';
import { withCampaign } from './campaign.js';
import { countInquiries, inquiryOwners, inquirySources, listDeleted, listInquiries } from './inquiries.queries.js';
import {
  changeInquiries,
  changeInquiry,
  deleteInquiries,
  deleteInquiry,
  emptyQuarantine,
  eraseInquiries,
  readInquiry,
  restoreInquiries,
  restoreInquiry,
  undoBulkChange,
  undoStatus,
} from './inquiries.service.js';
import { inquiriesCsv } from './inquiries-csv.js';
import { queueFull, repeatRefusal } from './inquiry-limits.js';
import { QueueFull, refuseIfQueueFull } from './inquiry-queue.js';
import { receiveInquiry } from './receive-inquiry.js';
import { slowDown } from './slow-down.js';

const filterSchema = z.strictObject({
  status: inquiryStatusSchema.optional(),
  stage: inquiryStageSchema.optional(),
  type: eventTypeSchema.optional(),
  q: text(200).optional(),
  owner: z.union([idSchema, z.literal('none')], 'Please choose a user or none.').optional(),
  due: z.enum(DUE_FILTERS).optional(),
  source: text(120).optional(),
  /** the first and the last requested date */
  from: dateSchema.optional(),
  to: dateSchema.optional(),
  quarantined: z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true'),
});

const listSchema = filterSchema.extend({
  order: z.enum(INQUIRY_ORDERS).default('due'),
  /** from the `Link` of the page before */
  cursor: z
    .string()
    .regex(/^[\w-]{1,2000}$/, 'Invalid cursor.')
    .optional(),
  limit: z.coerce.number().int().min(1).max(INQUIRIES_PER_PAGE).default(INQUIRIES_PER_PAGE),
});
const deletedSchema = z.strictObject({
  q: listSchema.shape.q,
  cursor: timeCursorSchema.optional(),
  limit: listSchema.shape.limit,
});
const countSchema = filterSchema.omit({ status: true, stage: true, quarantined: true });

/** The largest body of a form: every field filled with three-byte characters. */
const MAX_FORM_BYTES = 20 * 1024;

/** Anyone may send an inquiry; only staff may read and change them (API-5). */
export function inquiriesRoutes({
  db,
  engine,
  messages,
}: Pick<ApiDependencies, 'db' | 'engine' | 'messages'>): Hono<ApiEnv> {
  const channels = channelsOf(messages);
  const item = openapi('Inquiries', 'Returns one inquiry', inquirySchema);
  return new Hono<ApiEnv>()
    .post(
      '/api/inquiries',
      access('anyone'),
      openapi(
        'Inquiries',
        'Sends an inquiry. With an Idempotency-Key header, a retry does not store it twice',
        inquiryReceiptSchema,
        201,
        { problems: [429] },
      ),
      // Before the body is read, so that a flood of requests costs as little as possible.
      async (c, next) => {
        const network = networkOf(c.var.ip);
        try {
          refuseIfQueueFull(c.var.ip);
          repeatRefusal(db, network, true);
        } catch (error) {
          await slowDown(network, c.req.raw.signal);
          throw error instanceof QueueFull ? await queueFull(db) : error;
        }
        await next();
      },
      validate('json', inquiryInputSchema, { maxBytes: MAX_FORM_BYTES }),
      async (c) => {
        const { signal } = c.req.raw;
        const origin = c.req.header('origin');
        const sender = { ip: c.var.ip, origin, idempotencyKey: idempotencyKey(c), signal };
        const input = withCampaign(c.req.valid('json'), c.req.header('referer'));
        return c.json(await receiveInquiry({ db, engine }, input, sender, channels), 201);
      },
    )
    .get(
      '/api/inquiries',
      access('inquiries.manage'),
      openapi(
        'Inquiries',
        'Returns a page of inquiries, unanswered ones first; the Link header has the next page',
        z.array(inquirySchema),
        200,
        { headers: NEXT_PAGE_HEADER },
      ),
      validate('query', listSchema),
      async (c) => {
        const { order, cursor, limit, ...filter } = c.req.valid('query');
        const { inquiries, next } = await listInquiries(db, filter, { order, cursor, limit });
        return c.json(inquiries, 200, nextPage(c, next));
      },
    )
    .get(
      '/api/inquiries/counts',
      access('inquiries.manage'),
      openapi('Inquiries', 'Returns the number of inquiries by status and in quarantine', inquiryCountsSchema),
      validate('query', countSchema),
      async (c) => c.json(await countInquiries(db, c.req.valid('query'))),
    )
    .get(
      '/api/inquiries.csv',
      access('inquiries.manage'),
      openapi('Inquiries', 'Returns the inquiries of a filter as CSV, newest first', fileOf('text/csv'), 200, {
        headers: { 'Content-Disposition': { description: 'The file name', required: true } },
      }),
      validate('query', filterSchema),
      async (c) => {
        const filter = c.req.valid('query');
        // The search text may be a name or a phone number.
        const logged = { ...filter, q: filter.q === undefined ? undefined : '…' };
        await addAuditEntry(db, actorOf(c), 'inquiries.export', { entityId: 'CSV', before: null, after: logged });
        return c.body(inquiriesCsv(db, filter), 200, {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="inquiries.csv"',
        });
      },
    )
    .get(
      '/api/inquiries/owners',
      access('inquiries.manage'),
      openapi('Inquiries', 'Returns the active users, who can own inquiries', inquiryOwnersSchema),
      async (c) => c.json(await inquiryOwners(db)),
    )
    .get(
      '/api/inquiries/sources',
      access('inquiries.manage'),
      openapi('Inquiries', 'Returns the sources of inquiries, the most frequent first', inquirySourcesSchema),
      async (c) => c.json(await inquirySources(db)),
    )
    .post(
      '/api/inquiries/bulk',
      access('inquiries.manage'),
      openapi(
        'Inquiries',
        'Changes several inquiries in one transaction, except those that have changed since',
        inquiriesBulkResultSchema,
      ),
      validate('json', inquiriesBulkSchema),
      async (c) => c.json(await changeInquiries({ db, channels }, actorOf(c), c.req.valid('json'))),
    )
    .post(
      '/api/inquiries/bulk/undo',
      access('inquiries.manage'),
      openapi(
        'Inquiries',
        'Returns several inquiries to their stage, owner or the inbox before a bulk change, except those that have changed since',
        inquiriesBulkResultSchema,
      ),
      validate('json', inquiriesBulkUndoSchema),
      async (c) => c.json(await undoBulkChange(db, actorOf(c), c.req.valid('json'))),
    )
    .get(
      '/api/inquiries/deleted',
      access('inquiries.manage'),
      openapi(
        'Inquiries',
        'Returns a page of the deleted inquiries that match a search, the latest deletion first; the Link header has the next page',
        z.array(deletedInquirySchema),
        200,
        { headers: NEXT_PAGE_HEADER },
      ),
      validate('query', deletedSchema),
      async (c) => {
        const { inquiries, next } = await listDeleted(db, c.req.valid('query'));
        return c.json(inquiries, 200, nextPage(c, next));
      },
    )
    .get('/api/inquiries/:id', access('inquiries.manage'), item, validate('param', idParameter), async (c) =>
      c.json(await readInquiry(db, c.req.valid('param').id)),
    )
    .put(
      '/api/inquiries/:id',
      access('inquiries.manage'),
      openapi(
        'Inquiries',
        'Changes status, notes or the spam mark; 409 if `version` is not current',
        inquirySchema,
        200,
        { problems: [409] },
      ),
      validate('param', idParameter),
      validateUpdate(inquirySchema, inquiryUpdateSchema),
      async (c) =>
        c.json(
          await changeInquiry(
            { db, channels },
            actorOf(c),
            c.req.valid('param').id,
            c.req.valid('json'),
            c.var.readOnlyFields,
          ),
        ),
    )
    .post(
      '/api/inquiries/:id/undo',
      access('inquiries.manage'),
      openapi(
        'Inquiries',
        'Undoes the last change of status; 409 if the inquiry has changed since',
        inquirySchema,
        200,
        { problems: [409] },
      ),
      validate('param', idParameter),
      validate('json', inquiryUndoSchema),
      async (c) => c.json(await undoStatus(db, actorOf(c), c.req.valid('param').id, c.req.valid('json').version)),
    )
    .post(
      '/api/inquiries/delete',
      access('inquiries.manage'),
      openapi(
        'Inquiries',
        'Deletes several inquiries, permanently if asked; 409 if one to delete permanently has changed since',
        inquiriesChangedSchema,
        200,
        { problems: [409] },
      ),
      validate('json', inquiriesDeleteSchema),
      async (c) => {
        const { ids, permanently, versions } = c.req.valid('json');
        const count = permanently
          ? await eraseInquiries(db, actorOf(c), ids, versions)
          : await deleteInquiries(db, actorOf(c), ids);
        return c.json({ count });
      },
    )
    .post(
      '/api/inquiries/restore',
      access('inquiries.manage'),
      openapi('Inquiries', 'Restores several deleted inquiries', inquiriesChangedSchema),
      validate('json', inquiriesRestoreSchema),
      async (c) => c.json({ count: await restoreInquiries(db, actorOf(c), c.req.valid('json').ids) }),
    )
    .post(
      '/api/inquiries/empty-quarantine',
      access('inquiries.manage'),
      openapi('Inquiries', 'Permanently deletes the quarantined inquiries up to a given one', inquiriesChangedSchema),
      validate('json', emptyQuarantineSchema),
      async (c) => c.json({ count: await emptyQuarantine(db, actorOf(c), c.req.valid('json').upTo) }),
    )
    .post(
      '/api/inquiries/:id/restore',
      access('inquiries.manage'),
      openapi('Inquiries', 'Restores a deleted inquiry', inquirySchema),
      validate('param', idParameter),
      async (c) => c.json(await restoreInquiry(db, actorOf(c), c.req.valid('param').id)),
    )
    .delete(
      '/api/inquiries/:id',
      access('inquiries.manage'),
      openapi('Inquiries', 'Deletes an inquiry'),
      validate('param', idParameter),
      async (c) => {
        await deleteInquiry(db, actorOf(c), c.req.valid('param').id);
        return c.body(null, 204);
      },
    );
}
