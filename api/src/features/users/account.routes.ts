import {
  accountNoticeSchema,
  accountSessionSchema,
  dismissNoticesSchema,
  endedSessionsSchema,
} from '@godhuli/contracts/account';
import { Hono } from 'hono';
import { z } from 'zod';
import type { ApiDependencies } from '../../dependencies.js';
import { access } from '../../http/access.js';
import { actorOf } from '../../http/actor.js';
import type { ApiEnv } from '../../http/api-env.js';
import { openapi } from '../../http/openapi.js';
import { idParameter } from '../../http/parameters.js';
import { validate } from '../../http/validate.js';
import { dismiss, endOtherSessions, endSession, listSessions } from './account.service.js';
import { listNotices } from './notices.queries.js';
import { readDeviceCookie } from './session-cookie.js';

/** The user's own account: sessions and security notices. */
export function accountRoutes({ db }: Pick<ApiDependencies, 'db'>): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .get(
      '/api/admin/me/sessions',
      access('staff'),
      openapi('Account', 'Returns your sessions', z.array(accountSessionSchema)),
      async (c) => c.json(await listSessions(db, actorOf(c))),
    )
    .delete(
      '/api/admin/me/sessions',
      access('staff'),
      openapi('Account', 'Ends all your other sessions', endedSessionsSchema),
      async (c) => c.json({ count: await endOtherSessions(db, actorOf(c)) }),
    )
    .delete(
      '/api/admin/me/sessions/:id',
      access('staff'),
      openapi('Account', 'Ends one of your other sessions', undefined, 204, { problems: [409] }),
      validate('param', idParameter),
      async (c) => {
        await endSession(db, actorOf(c), c.req.valid('param').id);
        return c.body(null, 204);
      },
    )
    .get(
      '/api/admin/me/notices',
      access('staff'),
      openapi('Account', 'Returns the security notices of your account, newest first', z.array(accountNoticeSchema)),
      async (c) => {
        const { id, sessionId } = actorOf(c);
        return c.json(await listNotices(db, id, sessionId));
      },
    )
    .post(
      '/api/admin/me/notices/dismiss',
      access('staff'),
      openapi('Account', 'Dismisses your notices up to a given one, on this device'),
      validate('json', dismissNoticesSchema),
      async (c) => {
        await dismiss(db, actorOf(c), c.req.valid('json').upTo, readDeviceCookie(c));
        return c.body(null, 204);
      },
    );
}
