import {
  createdPasskeySchema,
  newPasskeySchema,
  passkeyNameSchema,
  passkeyOptionsSchema,
  passkeySchema,
  recoveryCodesSchema,
  secondFactorSchema,
  securitySchema,
  securityUpdateSchema,
  totpConfirmationSchema,
  totpKeySchema,
} from '@godhuli/contracts/second-factor';
import { type Context, Hono } from 'hono';
import type { ApiDependencies } from '../../dependencies.js';
import { access } from '../../http/access.js';
import { actorOf } from '../../http/actor.js';
import type { ApiEnv } from '../../http/api-env.js';
import { isHttps } from '../../http/cookies.js';
import { openapi } from '../../http/openapi.js';
import { idParameter } from '../../http/parameters.js';
import { validate } from '../../http/validate.js';
import { addPasskey, type PasskeySite, removePasskey, renamePasskey, startPasskey } from './passkeys.service.js';
import { confirmTotp, readSecondFactor, removeTotp, renewRecoveryCodes, startTotp } from './second-factor.service.js';
import { readSecurity, requireSecondFactor, resetSecondFactor } from './security.service.js';
import { clearStepCookie, readDeviceCookie, readStepCookie, writeStepCookie } from './session-cookie.js';

/** Routes with which a user who must add a second factor can do so. */
const ENROLLING = 'staff without second factor';

/** Returns the site of a request: that of PUBLIC_URL, or else the one that the browser shows. */
export function passkeySite(c: Context<ApiEnv>, publicUrl: string | undefined): PasskeySite {
  const { host } = new URL(c.req.url);
  const { hostname, origin } = new URL(publicUrl ?? `${isHttps(c) ? 'https' : 'http'}://${host}`);
  return { rpId: hostname, origin };
}

/** The second factor of the user's own account; what admins require, and the reset of another user's. */
export function secondFactorRoutes({
  db,
  publicUrl,
}: Pick<ApiDependencies, 'db'> & { publicUrl?: string }): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .get(
      '/api/admin/me/second-factor',
      access(ENROLLING),
      openapi('Account', 'Returns the second factors of your account', secondFactorSchema),
      async (c) => c.json(await readSecondFactor(db, actorOf(c))),
    )
    .post(
      '/api/admin/me/second-factor/totp',
      access(ENROLLING),
      openapi('Account', 'Creates the key of an authenticator app; it is shown only once', totpKeySchema, 201, {
        problems: [403, 409],
      }),
      async (c) => c.json(await startTotp(db, actorOf(c)), 201),
    )
    .post(
      '/api/admin/me/second-factor/totp/confirm',
      access(ENROLLING),
      openapi(
        'Account',
        'Confirms the authenticator app; recovery codes are shown only once',
        recoveryCodesSchema,
        200,
        {
          problems: [403, 429],
        },
      ),
      validate('json', totpConfirmationSchema),
      async (c) => {
        const from = { ip: c.var.ip, deviceToken: readDeviceCookie(c) };
        return c.json(await confirmTotp(db, actorOf(c), c.req.valid('json').code, from));
      },
    )
    .delete(
      '/api/admin/me/second-factor/totp',
      access(ENROLLING),
      openapi('Account', 'Removes the authenticator app', undefined, 204, { problems: [409] }),
      async (c) => {
        await removeTotp(db, actorOf(c));
        return c.body(null, 204);
      },
    )
    .post(
      '/api/admin/me/second-factor/recovery-codes',
      access(ENROLLING),
      openapi('Account', 'Replaces your recovery codes; they are shown only once', recoveryCodesSchema, 200, {
        problems: [409],
      }),
      async (c) => c.json(await renewRecoveryCodes(db, actorOf(c))),
    )
    .post(
      '/api/admin/me/passkeys/options',
      access(ENROLLING),
      openapi('Account', 'Starts the registration of a passkey', passkeyOptionsSchema, 200, {
        problems: [409],
        headers: { 'Set-Cookie': { description: 'The registration, for ten minutes', required: true } },
      }),
      async (c) => {
        const { options, token } = await startPasskey(db, actorOf(c), passkeySite(c, publicUrl));
        writeStepCookie(c, 'passkey', token);
        return c.json({ options: { ...options } });
      },
    )
    .post(
      '/api/admin/me/passkeys',
      access(ENROLLING),
      openapi('Account', 'Adds a passkey', createdPasskeySchema, 201, {
        problems: [409],
        headers: { 'Set-Cookie': { description: 'Removes the registration', required: true } },
      }),
      validate('json', newPasskeySchema),
      async (c) => {
        const token = readStepCookie(c, 'passkey');
        clearStepCookie(c, 'passkey');
        const added = await addPasskey(db, actorOf(c), c.req.valid('json'), passkeySite(c, publicUrl), token);
        return c.json(added, 201);
      },
    )
    .put(
      '/api/admin/me/passkeys/:id',
      access(ENROLLING),
      openapi('Account', 'Renames a passkey', passkeySchema),
      validate('param', idParameter),
      validate('json', passkeyNameSchema),
      async (c) => c.json(await renamePasskey(db, actorOf(c), c.req.valid('param').id, c.req.valid('json').name)),
    )
    .delete(
      '/api/admin/me/passkeys/:id',
      access(ENROLLING),
      openapi('Account', 'Removes a passkey', undefined, 204, { problems: [409] }),
      validate('param', idParameter),
      async (c) => {
        await removePasskey(db, actorOf(c), c.req.valid('param').id);
        return c.body(null, 204);
      },
    )
    .get(
      '/api/admin/security',
      access('users.manage'),
      openapi('Staff', 'Returns whether everyone needs a second factor, and who has one', securitySchema),
      async (c) => c.json(await readSecurity(db)),
    )
    .put(
      '/api/admin/security',
      access('users.manage'),
      openapi('Staff', 'Requires a second factor of everyone, or no longer', securitySchema, 200, { problems: [409] }),
      validate('json', securityUpdateSchema),
      async (c) => c.json(await requireSecondFactor(db, actorOf(c), c.req.valid('json').isSecondFactorRequired)),
    )
    .delete(
      '/api/admin/users/:id/second-factor',
      access('users.manage'),
      openapi('Staff', "Removes a user's second factors and ends the user's sessions", undefined, 204, {
        problems: [409],
      }),
      validate('param', idParameter),
      async (c) => {
        await resetSecondFactor(db, actorOf(c), c.req.valid('param').id);
        return c.body(null, 204);
      },
    );
}
