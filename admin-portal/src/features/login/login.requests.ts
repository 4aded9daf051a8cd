import { loginResponseSchema, type SessionUser } from '@godhuli/contracts/auth';
import { callApi } from '@godhuli/contracts/call-api';
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
