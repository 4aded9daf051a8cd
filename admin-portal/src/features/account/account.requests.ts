import { accountNoticeSchema, accountSessionSchema, endedSessionsSchema } from '@godhuli/contracts/account';
import { callApi } from '@godhuli/contracts/call-api';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { call } from '../../app/call';
import { LIVE } from '../../app/query-client';
import { ACCOUNT } from '../../app/query-keys';

/** The user's sessions, the last used first. */
export const sessionsQuery = queryOptions({
  queryKey: [ACCOUNT, 'sessions'],
  queryFn: ({ signal }) => call(z.array(accountSessionSchema), '/api/admin/me/sessions', { signal }),
});

export async function endSession(id: string): Promise<void> {
  await call(z.unknown(), `/api/admin/me/sessions/${id}`, { method: 'DELETE' });
}

/** Ends every session but this one. */
export async function endOtherSessions(): Promise<void> {
  await call(endedSessionsSchema, '/api/admin/me/sessions', { method: 'DELETE' });
}

/** Without the notices of kinds that only a newer API knows: one of them must not hide the others. */
const noticesSchema = z
  .array(z.looseObject({ kind: z.string() }))
  .transform((notices) => notices.filter(({ kind }) => accountNoticeSchema.shape.kind.safeParse(kind).success))
  .pipe(z.array(accountNoticeSchema));

/** What happened to the account, newest first. */
export const noticesQuery = queryOptions({
  queryKey: [ACCOUNT, 'notices'],
  queryFn: ({ signal }) => call(noticesSchema, '/api/admin/me/notices', { signal }),
  ...LIVE,
});

/** Hides the notices up to and including this one from the news on this device. */
export async function dismissNotices(upTo: string): Promise<void> {
  await call(z.unknown(), '/api/admin/me/notices/dismiss', { method: 'POST', json: { upTo } });
}

/** Changes the user's password and ends all other sessions of the user. */
export async function changeOwnPassword(current: string, next: string): Promise<void> {
  await call(z.unknown(), '/api/admin/me/password', { method: 'PUT', json: { current, next } });
}

/** Sets a new password with the token of a one-time link. Needs no session. */
export async function redeemResetLink(token: string, next: string): Promise<void> {
  await callApi('/api/admin/auth/reset-password', { method: 'POST', json: { token, next } });
}
