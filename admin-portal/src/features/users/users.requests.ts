import { endedSessionsSchema } from '@godhuli/contracts/account';
import { loginOptionsSchema } from '@godhuli/contracts/messages';
import { type Security, securitySchema } from '@godhuli/contracts/second-factor';
import {
  type PasswordResetLink,
  passwordResetLinkSchema,
  type SignedInUser,
  type StaffUser,
  type StaffUserInput,
  type StaffUserUpdate,
  signedInUserSchema,
  staffCredentialsSchema,
  staffUserSchema,
} from '@godhuli/contracts/users';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { call } from '../../app/call';

/** A user; `signedIn` is undefined while that is not known, null for a user who is not signed in. */
export type ListedUser = StaffUser & { signedIn: SignedInUser | null | undefined; hasSecondFactor: boolean };

export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: ({ signal }) => call(z.array(staffUserSchema), '/api/admin/users', { signal }),
});

export const signedInQuery = queryOptions({
  queryKey: ['users', 'signed in'],
  queryFn: ({ signal }) => call(z.array(signedInUserSchema), '/api/admin/users/sessions', { signal }),
});

/** Whether the installation can email links. */
export const emailQuery = queryOptions({
  queryKey: ['users', 'email'],
  queryFn: ({ signal }) => call(loginOptionsSchema, '/api/admin/auth/options', { signal }),
});

/** Whether everyone needs a second factor, and who has one. */
export const securityQuery = queryOptions({
  queryKey: ['users', 'security'],
  queryFn: ({ signal }) => call(securitySchema, '/api/admin/security', { signal }),
});

export function requireSecondFactor(isSecondFactorRequired: boolean): Promise<Security> {
  return call(securitySchema, '/api/admin/security', { method: 'PUT', json: { isSecondFactorRequired } });
}

/** Removes a user's second factors, so that the password alone signs in, and ends the user's sessions. */
export async function resetSecondFactor(userId: string): Promise<void> {
  await call(z.unknown(), `/api/admin/users/${userId}/second-factor`, { method: 'DELETE' });
}

/** Creates a one-time link to a new password. It is in this response and never again. */
export function createResetLink(userId: string): Promise<PasswordResetLink> {
  return call(passwordResetLinkSchema, `/api/admin/users/${userId}/reset-link`, { method: 'POST' });
}

/** Emails a one-time link to a user. */
export async function emailResetLink(userId: string): Promise<void> {
  await call(z.unknown(), `/api/admin/users/${userId}/email-link`, { method: 'POST' });
}

/** Adds a user. The server emails an invitation if it can; the generated password is not shown to anyone. */
export async function addUser(json: StaffUserInput): Promise<StaffUser> {
  return (await call(staffCredentialsSchema, '/api/admin/users', { method: 'POST', json })).user;
}

export function updateUser(userId: string, json: StaffUserUpdate): Promise<StaffUser> {
  return call(staffUserSchema, `/api/admin/users/${userId}`, { method: 'PUT', json });
}

/** Signs a user out of every browser. Returns how many these were. */
export async function endSessions(userId: string): Promise<number> {
  return (await call(endedSessionsSchema, `/api/admin/users/${userId}/sessions`, { method: 'DELETE' })).count;
}
