import { loginResponseSchema, type SessionUser, signedInSchema } from '@godhuli/contracts/auth';
import { callApi } from '@godhuli/contracts/call-api';
import { loginOptionsSchema } from '@godhuli/contracts/messages';
import {
  type PasskeySignIn,
  passkeyOptionsSchema,
  type SecondStep,
  type SecondStepMethods,
} from '@godhuli/contracts/second-factor';
import { parseResponse } from '../../app/call';

/**
 * Signs in; the server sets the session cookie. A refusal is an ApiError with the server's `detail`.
 * @returns the user, or how to take the second step
 */
export async function login(email: string, password: string): Promise<SessionUser | SecondStepMethods> {
  const response = await callApi('/api/admin/auth/login', {
    method: 'POST',
    credentials: 'include',
    json: { email, password },
  });
  const result = parseResponse(loginResponseSchema, response);
  return result.success ? result.user : result.secondStep;
}

/** Takes the second step with a code. */
export async function enterCode(json: SecondStep): Promise<SessionUser> {
  const response = await callApi('/api/admin/auth/second-factor', { method: 'POST', credentials: 'include', json });
  return parseResponse(signedInSchema, response).user;
}

/**
 * Signs in with a passkey that the browser offers. Rejects with the browser's error when the user closes its dialog.
 * @returns the user, and whether this document must be loaded again to use the session (decision 053)
 */
export async function signInWithPasskey(): Promise<{ user: SessionUser; needsNewDocument: boolean }> {
  const PATH = '/api/admin/auth/passkey';
  const started = await callApi(`${PATH}/options`, { method: 'POST', credentials: 'include' });
  const { options } = parseResponse(passkeyOptionsSchema, started);
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  const { id, rawId, type, authenticatorAttachment, clientExtensionResults, response } = await startAuthentication({
    optionsJSON,
  });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  const signed = {
    ...{ id, rawId, type, authenticatorAttachment, clientExtensionResults },
    response: { clientDataJSON, authenticatorData, signature, userHandle },
  } as PasskeySignIn['response'];
  const json = { response: signed };
  const sent = await callApi(PATH, { method: 'POST', credentials: 'include', json });
  const { user, needsNewDocument = false } = parseResponse(signedInSchema, sent);
  return { user, needsNewDocument };
}

/** Returns whether the installation can email a password link; false also when that cannot be found out. */
export async function canSendPasswordLink(): Promise<boolean> {
  try {
    return parseResponse(loginOptionsSchema, await callApi('/api/admin/auth/options')).passwordReset;
  } catch {
    return false;
  }
}

/** Requests a password link; the response is the same for known and unknown emails. */
export async function requestPasswordLink(email: string): Promise<void> {
  await callApi('/api/admin/auth/forgot-password', { method: 'POST', json: { email } });
}
