import { staffUserSchema } from '@godhuli/contracts/auth';
import {
  passwordChangeSchema,
  passwordResetLinkSchema,
  passwordResetSchema,
  staffCredentialsSchema,
  staffUserInputSchema,
  staffUserUpdateSchema,
} from '@godhuli/contracts/users';
import { Hono } from 'hono';
import { z } from 'zod';
import type { ApiDependencies } from '../../dependencies.js';
import { access } from '../../http/access.js';
import { actorOf } from '../../http/actor.js';
import type { ApiEnv } from '../../http/api-env.js';
import { describe } from '../../http/describe.js';
import { deviceWords } from '../../http/device-words.js';
import { networkOf } from '../../http/network.js';
import { idParameter } from '../../http/parameters.js';
import { validate, validateUpdate } from '../../http/validate.js';
import { countAttemptOfNetwork } from '../auth/login-limits.js';
import { readDeviceCookie, writeDeviceCookie, writeSessionCookie } from '../auth/session-cookie.js';
import { addUser, changePassword, makeResetLink, redeemResetLink, resetPassword, updateUser } from './users.service.js';

const success = z.object({ success: z.literal(true) });
const NO_STORE = { 'cache-control': 'no-store' };

/** Staff users: made, changed and given new passwords by admins; everyone changes their own password. */
export function usersRoutes({ db }: Pick<ApiDependencies, 'db'>) {
  return new Hono<ApiEnv>()
    .post(
      '/api/admin/users',
      access('users.manage'),
      describe('Staff', 'Adds a user; the password is shown only once', staffCredentialsSchema, 201),
      validate('json', staffUserInputSchema),
      async (c) => c.json(await addUser(db, actorOf(c), c.req.valid('json')), 201, NO_STORE),
    )
    .put(
      '/api/admin/users/:id',
      access('users.manage'),
      describe('Staff', 'Renames, promotes, demotes, disables or enables a user', staffUserSchema, 200, {
        problems: [409],
      }),
      validate('param', idParameter),
      validateUpdate(staffUserSchema, staffUserUpdateSchema),
      async (c) =>
        c.json(await updateUser(db, actorOf(c), c.req.valid('param').id, c.req.valid('json'), c.var.readOnlyFields)),
    )
    .post(
      '/api/admin/users/:id/password',
      access('users.manage'),
      describe('Staff', 'Resets the password of a user; the new one is shown only once', staffCredentialsSchema),
      validate('param', idParameter),
      async (c) => c.json(await resetPassword(db, actorOf(c), c.req.valid('param').id), 200, NO_STORE),
    )
    .post(
      '/api/admin/users/:id/reset-link',
      access('users.manage'),
      describe('Staff', 'Creates a one-time password link, valid for 24 hours', passwordResetLinkSchema, 200, {
        problems: [409],
      }),
      validate('param', idParameter),
      async (c) => c.json(await makeResetLink(db, actorOf(c), c.req.valid('param').id), 200, NO_STORE),
    )
    .post(
      '/api/admin/auth/reset-password',
      access('anyone'),
      describe('Staff', 'Sets a new password with a one-time link', success, 200, {
        problems: [429],
        headers: { 'Set-Cookie': { description: 'The device, which can sign in from now on', required: true } },
      }),
      validate('json', passwordResetSchema),
      async (c) => {
        await countAttemptOfNetwork(db, c.var.address);
        const { deviceToken } = await redeemResetLink(db, c.req.valid('json'), {
          network: networkOf(c.var.address),
          device: deviceWords(c.req.header('user-agent')),
          deviceToken: readDeviceCookie(c),
        });
        writeDeviceCookie(c, deviceToken);
        return c.json({ success: true }, 200, NO_STORE);
      },
    )
    .put(
      '/api/admin/me/password',
      access('staff'),
      describe('Staff', 'Changes your password and ends your other sessions', success, 200, {
        problems: [429],
        headers: { 'Set-Cookie': { description: 'The new session, and the device it is on', required: true } },
      }),
      validate('json', passwordChangeSchema),
      async (c) => {
        const from = { address: c.var.address, deviceToken: readDeviceCookie(c) };
        const changed = await changePassword(db, actorOf(c), c.req.valid('json'), from);
        writeSessionCookie(c, changed.token);
        writeDeviceCookie(c, changed.deviceToken);
        return c.json({ success: true }, 200, NO_STORE);
      },
    );
}
