import {
  type AccountNotice,
  type AccountSession,
  accountNoticeSchema,
  accountSessionSchema,
  endedSessionsSchema,
} from '@godhuli/contracts/account';
import { z } from 'zod';
import { call } from './call';

/** Where the signed-in user is signed in, the last seen first. */
export function loadSessions(signal: AbortSignal): Promise<AccountSession[]> {
  return call(z.array(accountSessionSchema), '/api/admin/me/sessions', { signal });
}

export async function endSessionOf(id: string): Promise<void> {
  await call(z.unknown(), `/api/admin/me/sessions/${id}`, { method: 'DELETE' });
}

/** Ends every session but this one. */
export async function endOtherSessions(): Promise<void> {
  await call(endedSessionsSchema, '/api/admin/me/sessions', { method: 'DELETE' });
}

/** What happened to the account, newest first. */
export function loadNotices(signal: AbortSignal): Promise<AccountNotice[]> {
  return call(z.array(accountNoticeSchema), '/api/admin/me/notices', { signal });
}

/** Shows the notices up to this one no longer as news on this device. */
export async function dismissNotices(upTo: string): Promise<void> {
  await call(z.unknown(), '/api/admin/me/notices/dismiss', { method: 'POST', json: { upTo } });
}

/** Confirms the password, so that actions which need it work for some minutes. */
export async function confirmPassword(password: string): Promise<void> {
  await call(z.unknown(), '/api/admin/auth/confirm', { method: 'POST', json: { password } });
}
