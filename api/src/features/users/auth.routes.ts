import { confirmPasswordSchema } from '@godhuli/contracts/account';
import { loginResponseSchema, loginSchema, meSchema } from '@godhuli/contracts/auth';
import { Hono } from 'hono';
import { z } from 'zod';
import type { ApiDependencies } from '../../dependencies.js';
import { access } from '../../http/access.js';
import { actorOf } from '../../http/actor.js';
import type { ApiEnv } from '../../http/api-env.js';
import { deviceLabel } from '../../http/device-label.js';
import { NotSignedIn } from '../../http/errors.js';
import { openapi } from '../../http/openapi.js';
import { validate } from '../../http/validate.js';
import { confirmPassword, signIn, signOut } from './auth.service.js';
import {
  clearSessionCookie,
  readDeviceCookie,
  readSessionCookie,
  writeDeviceCookie,
  writeSessionCookie,
} from './session-cookie.js';
import { closeSession } from './sessions.queries.js';

const success = z.object({ success: z.literal(true) });

/** Signs in and out (API-4). */
export function authRoutes({ db }: Pick<ApiDependencies, 'db'>) {
  return new Hono<ApiEnv>()
    .post(
      '/api/admin/auth/login',
      access('anyone'),
      openapi('Staff', 'Signs in and sets the session as an HttpOnly cookie', loginResponseSchema, 200, {
        problems: [401, 429],
        headers: { 'Set-Cookie': { description: 'The session, and the device it is on', required: true } },
      }),
      validate('json', loginSchema),
      async (c) => {
        const from = { ip: c.var.ip, device: deviceLabel(c.req.header('user-agent')) };
        const deviceToken = readDeviceCookie(c);
        const signedIn = await signIn(db, { ...c.req.valid('json'), ...from, deviceToken });
        // End the session of the request: a token never outlives a sign-in.
        const old = readSessionCookie(c);
        if (old) await closeSession(db, old);
        writeSessionCookie(c, signedIn.token);
        writeDeviceCookie(c, signedIn.deviceToken);
        return c.json({ success: true, user: signedIn.user });
      },
    )
    .post(
      '/api/admin/auth/logout',
      access('staff'),
      openapi('Staff', 'Signs out', success, 200, {
        headers: { 'Set-Cookie': { description: 'Removes the session', required: true } },
      }),
      async (c) => {
        await signOut(db, actorOf(c));
        clearSessionCookie(c);
        return c.json({ success: true });
      },
    )
    .post(
      '/api/admin/auth/confirm',
      access('staff'),
      openapi('Staff', 'Confirms your password, for the actions that need it', success, 200, { problems: [429] }),
      validate('json', confirmPasswordSchema),
      async (c) => {
        const from = { ip: c.var.ip, deviceToken: readDeviceCookie(c) };
        await confirmPassword(db, actorOf(c), c.req.valid('json').password, from);
        return c.json({ success: true });
      },
    )
    .get('/api/admin/me', access('staff'), openapi('Staff', 'Returns the signed-in user', meSchema), (c) => {
      const { user } = c.var;
      if (!user) throw new NotSignedIn();
      return c.json({ user: { name: user.name, role: user.role, email: user.email } });
    });
}
