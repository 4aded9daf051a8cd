import { type StaffUser, staffUserSchema } from '@godhuli/contracts/auth';
import { callApi } from '@godhuli/contracts/call-api';
import { type PasswordResetLink, passwordResetLinkSchema } from '@godhuli/contracts/users';
import { z } from 'zod';
import { call } from './call';

/** Changes one's own password; every other session of the user ends. */
export async function changeOwnPassword(current: string, next: string): Promise<void> {
  await call(z.unknown(), '/api/admin/me/password', { method: 'PUT', json: { current, next } });
}

/** Sets a new password by the token of a one-time link; nobody needs to be signed in. */
export async function redeemResetLink(token: string, next: string): Promise<void> {
  await callApi('/api/admin/auth/reset-password', { method: 'POST', json: { token, next } });
}

export function loadStaffUsers(signal: AbortSignal): Promise<StaffUser[]> {
  return call(z.array(staffUserSchema), '/api/admin/users', { signal });
}

/** Makes a one-time link to a new password. It is in this answer and never again. */
export function makeResetLink(userId: string): Promise<PasswordResetLink> {
  return call(passwordResetLinkSchema, `/api/admin/users/${userId}/reset-link`, { method: 'POST' });
}
