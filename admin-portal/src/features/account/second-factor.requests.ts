import {
  createdPasskeySchema,
  passkeyOptionsSchema,
  passkeySchema,
  recoveryCodesSchema,
  secondFactorSchema,
  type TotpKey,
  totpKeySchema,
} from '@godhuli/contracts/second-factor';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { call } from '../../app/call';
import { ACCOUNT } from '../../app/query-keys';

const PATH = '/api/admin/me/second-factor';
const PASSKEYS = '/api/admin/me/passkeys';

/** The second factors of the user's account. */
export const secondFactorQuery = queryOptions({
  queryKey: [ACCOUNT, 'second factor'],
  queryFn: ({ signal }) => call(secondFactorSchema, PATH, { signal }),
});

/** Creates the key of an authenticator app. It is in this response and never again. */
export const startTotp = (): Promise<TotpKey> => call(totpKeySchema, `${PATH}/totp`, { method: 'POST' });

/** Confirms the app with a code. @returns new recovery codes, or null */
export async function confirmTotp(code: string): Promise<string[] | null> {
  const json = { code };
  return (await call(recoveryCodesSchema, `${PATH}/totp/confirm`, { method: 'POST', json })).recoveryCodes;
}

export async function removeTotp(): Promise<void> {
  await call(z.unknown(), `${PATH}/totp`, { method: 'DELETE' });
}

/** Replaces the recovery codes. @returns the new ones */
export async function renewRecoveryCodes(): Promise<string[] | null> {
  return (await call(recoveryCodesSchema, `${PATH}/recovery-codes`, { method: 'POST' })).recoveryCodes;
}

/** Lets the browser create a passkey and adds it. @returns new recovery codes, or null */
export async function addPasskey(name: string): Promise<string[] | null> {
  const { options } = await call(passkeyOptionsSchema, `${PASSKEYS}/options`, { method: 'POST' });
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'];
  const { id, rawId, type, authenticatorAttachment, clientExtensionResults, response } = await startRegistration({
    optionsJSON,
  });
  const { clientDataJSON, attestationObject, transports } = response;
  const sent = {
    ...{ id, rawId, type, authenticatorAttachment, clientExtensionResults },
    response: { clientDataJSON, attestationObject, transports },
  };
  const added = await call(createdPasskeySchema, PASSKEYS, { method: 'POST', json: { name, response: sent } });
  return added.recoveryCodes;
}

export async function renamePasskey(id: string, name: string): Promise<void> {
  await call(passkeySchema, `${PASSKEYS}/${id}`, { method: 'PUT', json: { name } });
}

export async function removePasskey(id: string): Promise<void> {
  await call(z.unknown(), `${PASSKEYS}/${id}`, { method: 'DELETE' });
}
