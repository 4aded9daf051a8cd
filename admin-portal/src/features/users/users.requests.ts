import { type PasswordResetLink, passwordResetLinkSchema, staffUserSchema } from '@godhuli/contracts/users';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { call } from '../../app/call';

export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: ({ signal }) => call(z.array(staffUserSchema), '/api/admin/users', { signal }),
});

/** Creates a one-time link to a new password. It is in this response and never again. */
export function createResetLink(userId: string): Promise<PasswordResetLink> {
  return call(passwordResetLinkSchema, `/api/admin/users/${userId}/reset-link`, { method: 'POST' });
}
