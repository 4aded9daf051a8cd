import { loginResponseSchema, type SessionUser } from '@godhuli/contracts/auth';
import { callApi } from '@godhuli/contracts/call-api';
import { loginOptionsSchema } from '@godhuli/contracts/messages';
import { parseResponse } from '../../app/call';

/** Signs in; the server sets the session cookie. A refusal is an ApiError with the server's `detail`. */
export async function login(email: string, password: string): Promise<SessionUser> {
  const response = await callApi('/api/admin/auth/login', {
    method: 'POST',
    credentials: 'include',
    json: { email, password },
  });
  return parseResponse(loginResponseSchema, response).user;
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
