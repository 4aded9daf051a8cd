import { meSchema } from '@godhuli/contracts/auth';
import { callApi } from '@godhuli/contracts/call-api';
import { asStaff, call } from '../call';
import { currentScope } from './password-request';

/** Signs out on the server. */
export async function logout(): Promise<void> {
  await callApi('/api/admin/auth/logout', { method: 'POST', credentials: 'include', json: {} });
}

/** Returns the user of this browser's session, with the email of the account. */
export const loadMe = async (signal: AbortSignal) => (await call(meSchema, '/api/admin/me', { signal })).user;

/** Confirms the password, so that actions which need it work for some minutes. */
export async function confirmPassword(password: string): Promise<void> {
  const confirm = () => callApi('/api/admin/auth/confirm', { method: 'POST', json: { password } });
  await asStaff(confirm, currentScope(), false);
}
