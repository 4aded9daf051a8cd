import {
  MESSAGE_KINDS,
  messageListSchema,
  messagePreviewQuerySchema,
  messagePreviewSchema,
  messageRecipientSchema,
  messageRecipientUpdateSchema,
  messageSchema,
  messageStatusSchema,
} from '@godhuli/contracts/messages';
import { Hono } from 'hono';
import { z } from 'zod';
import type { ApiDependencies } from '../../dependencies.js';
import { access } from '../../http/access.js';
import { actorOf } from '../../http/actor.js';
import type { ApiEnv } from '../../http/api-env.js';
import { Conflict } from '../../http/errors.js';
import { NEXT_PAGE_HEADER, nextPage } from '../../http/next-page.js';
import { openapi } from '../../http/openapi.js';
import { idParameter } from '../../http/parameters.js';
import { validate } from '../../http/validate.js';
import { listMessages, listRecipients, messagesOfInquiry, readStatus } from './messages.queries.js';
import { changeRecipient, sendAgain, sendTest } from './messages.service.js';
import { previewMessage } from './preview.js';

const kindParameter = z.object({ kind: z.enum(MESSAGE_KINDS) });

/** Messages to staff and visitors: their state, who gets them, and their templates. */
export function messagesRoutes({ db, messages: settings }: Pick<ApiDependencies, 'db' | 'messages'>): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .get(
      '/api/admin/messages',
      access('settings.manage'),
      openapi('Messages', 'Returns a page of messages, newest first', z.array(messageSchema), 200, {
        headers: NEXT_PAGE_HEADER,
      }),
      validate('query', messageListSchema),
      async (c) => {
        const { messages, next } = await listMessages(db, c.req.valid('query'));
        return c.json(messages, 200, nextPage(c, next));
      },
    )
    .get(
      '/api/admin/messages/status',
      access('settings.manage'),
      openapi('Messages', 'Returns whether messages can be sent, and how many failed', messageStatusSchema),
      async (c) => c.json(await readStatus(db, settings)),
    )
    .get(
      '/api/admin/messages/recipients',
      access('settings.manage'),
      openapi('Messages', 'Returns who of the staff gets what', z.array(messageRecipientSchema)),
      async (c) => c.json(await listRecipients(db)),
    )
    .put(
      '/api/admin/messages/recipients/:id',
      access('settings.manage'),
      openapi('Messages', 'Sets what a user gets', messageRecipientSchema),
      validate('param', idParameter),
      validate('json', messageRecipientUpdateSchema),
      async (c) => c.json(await changeRecipient(db, actorOf(c), c.req.valid('param').id, c.req.valid('json'))),
    )
    .get(
      '/api/admin/messages/previews/:kind',
      access('settings.manage'),
      openapi('Messages', 'Returns a template with sample data', messagePreviewSchema),
      validate('param', kindParameter),
      validate('query', messagePreviewQuerySchema),
      (c) => c.json(previewMessage(c.req.valid('param').kind, c.req.valid('query').language, settings.origin)),
    )
    .post(
      '/api/admin/messages/test',
      access('settings.manage'),
      openapi('Messages', 'Sends a test message to your own email', undefined, 204, { problems: [409] }),
      async (c) => {
        if (settings.email === null) throw new Conflict('Nobody can be emailed: SMTP_URL is not set.');
        await sendTest(db, actorOf(c));
        return c.body(null, 204);
      },
    )
    .post(
      '/api/admin/messages/:id/send-again',
      access('inquiries.manage'),
      openapi('Messages', 'Sends a failed message again', undefined, 204, { problems: [409] }),
      validate('param', idParameter),
      async (c) => {
        await sendAgain(db, actorOf(c), c.req.valid('param').id);
        return c.body(null, 204);
      },
    )
    .get(
      '/api/inquiries/:id/messages',
      access('inquiries.manage'),
      openapi('Messages', 'Returns the messages about an inquiry, newest first', z.array(messageSchema)),
      validate('param', idParameter),
      async (c) => c.json(await messagesOfInquiry(db, c.req.valid('param').id)),
    );
}
