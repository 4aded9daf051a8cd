import {
  type PasswordResetLink,
  passwordResetLinkSchema,
  type StaffUser,
  staffUserSchema,
} from '@godhuli/contracts/users';
import { z } from 'zod';
import { call } from '../../app/call';

export function loadStaffUsers(signal: AbortSignal): Promise<StaffUser[]> {
  return call(z.array(staffUserSchema), '/api/admin/users', { signal });
}

/** Creates a one-time link to a new password. It is in this response and never again. */
export function createResetLink(userId: string): Promise<PasswordResetLink> {
  return call(passwordResetLinkSchema, `/api/admin/users/${userId}/reset-link`, { method: 'POST' });
}
