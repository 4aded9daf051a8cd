import { loginAnswerSchema, loginSchema, meSchema } from '@godhuli/contracts/auth';
import { Hono } from 'hono';
import { z } from 'zod';
import type { ApiDependencies } from '../../dependencies.js';
import { access } from '../../http/access.js';
import { actorOf } from '../../http/actor.js';
import type { ApiEnv } from '../../http/api-env.js';
import { describe } from '../../http/describe.js';
import { NotSignedIn } from '../../http/errors.js';
import { validate } from '../../http/validate.js';
import { signIn, signOut } from './auth.service.js';
import { clearSessionCookie, readSessionCookie, writeSessionCookie } from './session-cookie.js';
import { closeSession } from './sessions.queries.js';

/** Sign in and out (API-4). */
export function authRoutes({ db }: ApiDependencies) {
  return new Hono<ApiEnv>()
    .post(
      '/api/admin/auth/login',
      access('anyone'),
      describe('Staff', 'Signs in and sets the session as an HttpOnly cookie', loginAnswerSchema, 200, {
        problems: [401, 429],
        headers: { 'Set-Cookie': { description: 'The session', required: true } },
      }),
      validate('json', loginSchema),
      async (c) => {
        const { token, user } = await signIn(db, { ...c.req.valid('json'), address: c.var.address });
        // The session that came with the request ends: a token never outlives a login.
        const old = readSessionCookie(c);
        if (old) await closeSession(db, old);
        writeSessionCookie(c, token);
        return c.json({ success: true, user }, 200, { 'cache-control': 'no-store' });
      },
    )
    .post(
      '/api/admin/auth/logout',
      access('staff'),
      describe('Staff', 'Signs out', z.object({ success: z.literal(true) }), 200, {
        headers: { 'Set-Cookie': { description: 'Removes the session', required: true } },
      }),
      async (c) => {
        const token = readSessionCookie(c);
        if (token) await signOut(db, actorOf(c), token);
        clearSessionCookie(c);
        return c.json({ success: true });
      },
    )
    .get('/api/admin/me', access('staff'), describe('Staff', 'Returns the signed-in user', meSchema), (c) => {
      const { user } = c.var;
      if (!user) throw new NotSignedIn();
      return c.json({ user: { name: user.name, role: user.role, email: user.email } });
    });
}
