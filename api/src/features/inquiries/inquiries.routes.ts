import {
  eventTypeSchema,
  inquiryInputSchema,
  inquiryReceiptSchema,
  inquirySchema,
  inquiryStatusSchema,
  inquiryUpdateSchema,
} from '@godhuli/contracts/inquiries';
import { text } from '@godhuli/contracts/text';
import type { Context } from 'hono';
import { Hono } from 'hono';
import { z } from 'zod';
import type { OpenDatabase } from '../../db/open-database.js';
import type { ApiDependencies } from '../../dependencies.js';
import { access } from '../../http/access.js';
import { actorOf } from '../../http/actor.js';
import type { ApiEnv } from '../../http/api-env.js';
import { describe } from '../../http/describe.js';
import { BadInput } from '../../http/errors.js';
import { idParameter } from '../../http/parameters.js';
import { validate } from '../../http/validate.js';
import { listInquiries } from './inquiries.queries.js';
import { changeInquiry, deleteInquiry, readInquiry, restoreInquiry } from './inquiries.service.js';
import { inquiriesCsv } from './inquiries-csv.js';
import { receiveInquiry } from './receive-inquiry.js';

const filterSchema = z.strictObject({
  status: inquiryStatusSchema.optional(),
  type: eventTypeSchema.optional(),
  q: text(200).optional(),
  quarantined: z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true'),
});

/** What visitors send (anyone) and what staff do with it; reading is never public (API-5). */
export function inquiriesRoutes({ db, engine }: ApiDependencies & Pick<OpenDatabase, 'engine'>) {
  const item = describe('Inquiries', 'One inquiry', inquirySchema);
  return new Hono<ApiEnv>()
    .post(
      '/api/inquiries',
      access('anyone'),
      describe(
        'Inquiries',
        'Sends an inquiry; the header Idempotency-Key makes a retry harmless',
        inquiryReceiptSchema,
        201,
      ),
      validate('json', inquiryInputSchema),
      async (c) => {
        const sender = { address: c.var.address, idempotencyKey: readIdempotencyKey(c) };
        return c.json(await receiveInquiry({ db, engine }, c.req.valid('json'), sender), 201);
      },
    )
    .get(
      '/api/inquiries',
      access('inquiries.manage'),
      describe('Inquiries', 'Every inquiry, those that wait for a reply first', z.array(inquirySchema)),
      validate('query', filterSchema),
      async (c) => c.json(await listInquiries(db, c.req.valid('query')), 200, PRIVATE),
    )
    .get(
      '/api/inquiries.csv',
      access('inquiries.manage'),
      describe('Inquiries', 'The same as a CSV file', z.string()),
      validate('query', filterSchema),
      async (c) =>
        c.body(inquiriesCsv(await listInquiries(db, c.req.valid('query'))), 200, {
          ...PRIVATE,
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="inquiries.csv"',
        }),
    )
    .get('/api/inquiries/:id', access('inquiries.manage'), item, validate('param', idParameter), async (c) =>
      c.json(await readInquiry(db, c.req.valid('param').id), 200, PRIVATE),
    )
    .put(
      '/api/inquiries/:id',
      access('inquiries.manage'),
      describe(
        'Inquiries',
        'Sets status or notes, or says that it is no spam, when nobody else did meanwhile',
        inquirySchema,
      ),
      validate('param', idParameter),
      validate('json', inquiryUpdateSchema),
      async (c) => c.json(await changeInquiry(db, actorOf(c), c.req.valid('param').id, c.req.valid('json'))),
    )
    .post(
      '/api/inquiries/:id/restore',
      access('inquiries.manage'),
      describe('Inquiries', 'Brings a deleted inquiry back', inquirySchema),
      validate('param', idParameter),
      async (c) => c.json(await restoreInquiry(db, actorOf(c), c.req.valid('param').id)),
    )
    .delete(
      '/api/inquiries/:id',
      access('inquiries.manage'),
      describe('Inquiries', 'Takes an inquiry off the list'),
      validate('param', idParameter),
      async (c) => {
        await deleteInquiry(db, actorOf(c), c.req.valid('param').id);
        return c.body(null, 204);
      },
    );
}

/** Visitors' names and numbers are kept nowhere on the way. */
const PRIVATE = { 'cache-control': 'private, no-store' };

function readIdempotencyKey(c: Context<ApiEnv>): string | undefined {
  const key = c.req.header('idempotency-key');
  if (key === undefined || /^[\x21-\x7e]{8,200}$/.test(key)) return key;
  throw new BadInput([{ field: 'Idempotency-Key', message: '8 to 200 visible ASCII characters, please.' }]);
}
