import { endedSessionsSchema } from '@godhuli/contracts/account';
import { forgotPasswordSchema, loginOptionsSchema } from '@godhuli/contracts/messages';
import {
  passwordChangeSchema,
  passwordResetLinkSchema,
  passwordResetSchema,
  signedInUserSchema,
  staffCredentialsSchema,
  staffUserInputSchema,
  staffUserSchema,
  staffUserUpdateSchema,
} from '@godhuli/contracts/users';
import { networkOf } from '@godhuli/server/network';
import { Hono } from 'hono';
import { z } from 'zod';
import type { ApiDependencies } from '../../dependencies.js';
import { access } from '../../http/access.js';
import { actorOf } from '../../http/actor.js';
import type { ApiEnv } from '../../http/api-env.js';
import { deviceLabel } from '../../http/device-label.js';
import { Conflict } from '../../http/errors.js';
import { openapi } from '../../http/openapi.js';
import { idParameter } from '../../http/parameters.js';
import { validate, validateUpdate } from '../../http/validate.js';
import { accountRoutes } from './account.routes.js';
import { authRoutes } from './auth.routes.js';
import { emailLink, requestPasswordLink } from './emailed-links.service.js';
import { countNetworkAttempt } from './login-limits.js';
import { changePassword, createResetLink, redeemResetLink, resetPassword } from './passwords.service.js';
import { secondFactorRoutes } from './second-factor.routes.js';
import {
  DOCUMENT_KEY_HEADER,
  readDeviceCookie,
  writeDeviceCookie,
  writeDocumentKey,
  writeSessionCookie,
} from './session-cookie.js';
import { listSignedInUsers, listStaffUsers } from './users.queries.js';
import { addUser, endUserSessions, updateUser } from './users.service.js';

const success = z.object({ success: z.literal(true) });

/** Staff users and their passwords, their own account, and sign-in. */
export function usersRoutes({
  db,
  messages,
  publicUrl,
}: Pick<ApiDependencies, 'db' | 'messages'> & { publicUrl?: string }): Hono<ApiEnv> {
  const hasEmail = messages.email !== null;
  const requireEmail = () => {
    if (!hasEmail) throw new Conflict('Nobody can be emailed: SMTP_URL is not set.');
  };
  return new Hono<ApiEnv>()
    .route('/', authRoutes({ db, publicUrl }))
    .route('/', accountRoutes({ db }))
    .route('/', secondFactorRoutes({ db, publicUrl }))
    .get(
      '/api/admin/users',
      access('users.manage'),
      openapi('Staff', 'Returns the staff users', z.array(staffUserSchema)),
      async (c) => c.json(await listStaffUsers(db)),
    )
    .get(
      '/api/admin/users/sessions',
      access('users.manage'),
      openapi('Staff', 'Returns which users are signed in', z.array(signedInUserSchema)),
      async (c) => c.json(await listSignedInUsers(db)),
    )
    .post(
      '/api/admin/users',
      access('users.manage'),
      openapi('Staff', 'Adds a user; the password is shown only once', staffCredentialsSchema, 201),
      validate('json', staffUserInputSchema),
      async (c) => c.json(await addUser(db, actorOf(c), c.req.valid('json'), { isInvited: hasEmail }), 201),
    )
    .put(
      '/api/admin/users/:id',
      access('users.manage'),
      openapi('Staff', 'Renames, promotes, demotes, disables or enables a user', staffUserSchema, 200, {
        problems: [409],
      }),
      validate('param', idParameter),
      validateUpdate(staffUserSchema, staffUserUpdateSchema),
      async (c) =>
        c.json(await updateUser(db, actorOf(c), c.req.valid('param').id, c.req.valid('json'), c.var.readOnlyFields)),
    )
    .delete(
      '/api/admin/users/:id/sessions',
      access('users.manage'),
      openapi('Staff', 'Signs a user out of every browser', endedSessionsSchema),
      validate('param', idParameter),
      async (c) => c.json({ count: await endUserSessions(db, actorOf(c), c.req.valid('param').id) }),
    )
    .post(
      '/api/admin/users/:id/password',
      access('users.manage'),
      openapi('Staff', 'Resets the password of a user; the new one is shown only once', staffCredentialsSchema),
      validate('param', idParameter),
      async (c) => c.json(await resetPassword(db, actorOf(c), c.req.valid('param').id)),
    )
    .post(
      '/api/admin/users/:id/reset-link',
      access('users.manage'),
      openapi('Staff', 'Creates a one-time password link, valid for 24 hours', passwordResetLinkSchema, 200, {
        problems: [409],
      }),
      validate('param', idParameter),
      async (c) => c.json(await createResetLink(db, actorOf(c), c.req.valid('param').id)),
    )
    .post(
      '/api/admin/users/:id/email-link',
      access('users.manage'),
      openapi('Staff', 'Emails a one-time password link, valid for 24 hours', undefined, 204, { problems: [409] }),
      validate('param', idParameter),
      async (c) => {
        requireEmail();
        await emailLink(db, actorOf(c), c.req.valid('param').id);
        return c.body(null, 204);
      },
    )
    .get(
      '/api/admin/auth/options',
      access('anyone'),
      openapi('Staff', 'Returns what the login page offers', loginOptionsSchema),
      (c) => c.json({ passwordReset: hasEmail }, 200, { 'cache-control': 'no-store' }),
    )
    .post(
      '/api/admin/auth/forgot-password',
      access('anyone'),
      openapi('Staff', 'Emails a one-time password link, if a user has this email', success, 200, {
        problems: [409, 429],
      }),
      validate('json', forgotPasswordSchema),
      async (c) => {
        requireEmail();
        await requestPasswordLink(db, c.req.valid('json').email, c.var.ip);
        return c.json({ success: true });
      },
    )
    .post(
      '/api/admin/auth/reset-password',
      access('anyone'),
      openapi('Staff', 'Sets a new password with a one-time link', success, 200, {
        problems: [429],
        headers: { 'Set-Cookie': { description: 'The device, which can sign in from now on', required: true } },
      }),
      validate('json', passwordResetSchema),
      async (c) => {
        await countNetworkAttempt(db, c.var.ip);
        const { deviceToken } = await redeemResetLink(db, c.req.valid('json'), {
          network: networkOf(c.var.ip),
          device: deviceLabel(c.req.header('user-agent')),
          deviceToken: readDeviceCookie(c),
        });
        writeDeviceCookie(c, deviceToken);
        return c.json({ success: true });
      },
    )
    .put(
      '/api/admin/me/password',
      access('staff'),
      openapi('Staff', 'Changes your password and ends your other sessions', success, 200, {
        problems: [429],
        headers: {
          'Set-Cookie': { description: 'The new session, and the device it is on', required: true },
          ...DOCUMENT_KEY_HEADER,
        },
      }),
      validate('json', passwordChangeSchema),
      async (c) => {
        const from = { ip: c.var.ip, deviceToken: readDeviceCookie(c) };
        const changed = await changePassword(db, actorOf(c), c.req.valid('json'), from);
        writeSessionCookie(c, changed.token);
        writeDocumentKey(c, changed.token);
        writeDeviceCookie(c, changed.deviceToken);
        return c.json({ success: true });
      },
    );
}
