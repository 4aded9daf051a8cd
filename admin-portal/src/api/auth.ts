import { loginAnswerSchema, meSchema, type SessionUser } from '@godhuli/contracts/auth';
import { callApi } from '@godhuli/contracts/call-api';
import { call, parseAnswer } from './call';

/** Signs in; the server sets the session cookie. A refusal is an ApiError with the server's `detail`. */
export async function login(email: string, password: string): Promise<SessionUser> {
  const answer = await callApi('/api/admin/auth/login', {
    method: 'POST',
    credentials: 'include',
    json: { email, password },
  });
  return parseAnswer(loginAnswerSchema, answer).user;
}

/** Signs out on the server. */
export async function logout(): Promise<void> {
  await callApi('/api/admin/auth/logout', { method: 'POST', credentials: 'include', json: {} });
}

/** The signed-in user with the email of the account. */
export async function loadAccount(signal: AbortSignal): Promise<SessionUser & { email: string }> {
  return (await call(meSchema, '/api/admin/me', { signal })).user;
}

/** Who the server takes this browser for. */
export async function loadMe(signal: AbortSignal): Promise<SessionUser> {
  const { user } = await call(meSchema, '/api/admin/me', { signal });
  return { name: user.name, role: user.role };
}
