import { confirmPasswordSchema } from '@godhuli/contracts/account';
import { loginResponseSchema, loginSchema, meSchema, type SessionUser, signedInSchema } from '@godhuli/contracts/auth';
import { passkeyOptionsSchema, passkeySignInSchema, secondStepSchema } from '@godhuli/contracts/second-factor';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import type { ApiDependencies } from '../../dependencies.js';
import { access } from '../../http/access.js';
import { actorOf } from '../../http/actor.js';
import type { ApiEnv } from '../../http/api-env.js';
import { deviceLabel } from '../../http/device-label.js';
import { DocumentOutdated } from '../../http/errors.js';
import { openapi } from '../../http/openapi.js';
import { validate } from '../../http/validate.js';
import { confirmPassword, signIn, signOut } from './auth.service.js';
import { hasDocumentKey, needsDocumentKey } from './document-access.js';
import { secondStepMethods } from './second-factor.queries.js';
import { passkeySite } from './second-factor.routes.js';
import { signInWithPasskey, startPasskeySignIn, takeSecondStep } from './second-step.service.js';
import {
  clearSessionCookie,
  clearStepCookie,
  DOCUMENT_KEY_HEADER,
  readDeviceCookie,
  readSessionCookie,
  readStepCookie,
  writeDeviceCookie,
  writeDocumentKey,
  writeSessionCookie,
  writeStepCookie,
} from './session-cookie.js';
import { closeSession, ownerOfSession } from './sessions.queries.js';

const success = z.object({ success: z.literal(true) });

/** Signs in and out (API-4). */
export function authRoutes({ db, publicUrl }: Pick<ApiDependencies, 'db'> & { publicUrl?: string }): Hono<ApiEnv> {
  const originOf = (c: Context<ApiEnv>) => ({
    ip: c.var.ip,
    device: deviceLabel(c.req.header('user-agent')),
    deviceToken: readDeviceCookie(c),
  });
  /**
   * Sets the new session and ends the one of the request: a token never outlives a sign-in.
   * @param isOfPortal whether a document of the portal asked; any other must not get the key of the session
   */
  const enter = async (
    c: Context<ApiEnv>,
    signedIn: { token: string; deviceToken: string; user: SessionUser },
    isOfPortal = true,
  ) => {
    const old = readSessionCookie(c);
    if (old) await closeSession(db, old);
    writeSessionCookie(c, signedIn.token);
    writeDeviceCookie(c, signedIn.deviceToken);
    for (const step of ['password', 'passkey'] as const) if (readStepCookie(c, step)) clearStepCookie(c, step);
    if (isOfPortal) writeDocumentKey(c, signedIn.token);
    const isKeyMissing = !isOfPortal && needsDocumentKey(c);
    return { success: true as const, user: signedIn.user, ...(isKeyMissing && { needsNewDocument: true }) };
  };
  const sessionHeaders = {
    'Set-Cookie': { description: 'The session, and the device it is on', required: true },
    ...DOCUMENT_KEY_HEADER,
  };
  return new Hono<ApiEnv>()
    .post(
      '/api/admin/auth/login',
      access('anyone'),
      openapi('Staff', 'Signs in and sets the session as an HttpOnly cookie', loginResponseSchema, 200, {
        problems: [401, 429],
        headers: {
          'Set-Cookie': {
            description: 'The session and its device, or the sign-in that needs a second step',
            required: true,
          },
          ...DOCUMENT_KEY_HEADER,
        },
      }),
      validate('json', loginSchema),
      async (c) => {
        const result = await signIn(db, { ...c.req.valid('json'), ...originOf(c) });
        if ('user' in result) return c.json(await enter(c, result));
        writeStepCookie(c, 'password', result.stepToken);
        return c.json({ success: false as const, secondStep: result.secondStep });
      },
    )
    .post(
      '/api/admin/auth/second-factor',
      access('anyone'),
      openapi('Staff', 'Completes a sign-in with a code', signedInSchema, 200, {
        problems: [401, 429],
        headers: sessionHeaders,
      }),
      validate('json', secondStepSchema),
      async (c) => {
        const token = readStepCookie(c, 'password');
        return c.json(await enter(c, await takeSecondStep(db, c.req.valid('json'), token, originOf(c))));
      },
    )
    .post(
      '/api/admin/auth/passkey/options',
      access('anyone'),
      openapi('Staff', 'Starts a sign-in with a passkey, alone or after the password', passkeyOptionsSchema, 200, {
        problems: [429],
        headers: { 'Set-Cookie': { description: 'The challenge, for ten minutes', required: true } },
      }),
      async (c) => {
        const site = passkeySite(c, publicUrl);
        const { options, token } = await startPasskeySignIn(db, site, readStepCookie(c, 'password'), c.var.ip);
        writeStepCookie(c, 'passkey', token);
        return c.json({ options: { ...options } });
      },
    )
    .post(
      '/api/admin/auth/passkey',
      access('anyone'),
      openapi('Staff', 'Signs in with a passkey', signedInSchema, 200, {
        problems: [401, 429],
        headers: sessionHeaders,
      }),
      validate('json', passkeySignInSchema),
      async (c) => {
        const token = readStepCookie(c, 'passkey');
        const site = passkeySite(c, publicUrl);
        // Any page of this site can ask for a passkey in a window without a response of its own, as about:blank (decision 053).
        const old = readSessionCookie(c);
        // Asked before the sign-in, which deletes ended sessions.
        const owner = old !== undefined && hasDocumentKey(c, old) ? await ownerOfSession(db, old) : undefined;
        const signedIn = await signInWithPasskey(db, c.req.valid('json'), site, token, originOf(c));
        return c.json(await enter(c, signedIn, owner === signedIn.userId));
      },
    )
    .post(
      '/api/admin/auth/logout',
      access('staff without key'),
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
      access('staff without key'),
      openapi('Staff', 'Confirms your password, for the actions that need it', success, 200, {
        problems: [429],
        headers: DOCUMENT_KEY_HEADER,
      }),
      validate('json', confirmPasswordSchema),
      async (c) => {
        const from = { ip: c.var.ip, deviceToken: readDeviceCookie(c) };
        // The password alone must not be a way around the second step.
        if (c.var.isOutdated && (await secondStepMethods(db, actorOf(c).id))) throw new DocumentOutdated();
        await confirmPassword(db, actorOf(c), c.req.valid('json').password, from);
        // A document of before a sign-in in another tab goes on.
        writeDocumentKey(c, readSessionCookie(c));
        return c.json({ success: true });
      },
    )
    .get(
      '/api/admin/me',
      access('staff without second factor'),
      openapi('Staff', 'Returns the signed-in user', meSchema),
      (c) => {
        const { name, role, email, mustAddSecondFactor } = actorOf(c);
        return c.json({ user: { name, role, email }, mustAddSecondFactor });
      },
    );
}
