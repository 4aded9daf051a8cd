import { z } from 'zod';
import { roleSchema } from './auth.js';
import { idSchema, requiredText, text, timestampSchema } from './text.js';

/** Counts characters as code points, not as UTF-16 units. */
const characters = (text: string) => [...text].length;

/** A new password. The server also refuses weak ones. */
export const newPasswordSchema = z
  .string()
  .refine((value) => characters(value.normalize('NFKC')) >= 10, 'Please use at least 10 characters.')
  .refine((value) => characters(value) <= 200, 'Please use at most 200 characters.')
  .meta({ minLength: 10, maxLength: 200 });

/** `GET /api/admin/users` (admin). */
export const staffUserSchema = z.object({
  _id: idSchema,
  email: z.string(),
  name: z.string(),
  role: roleSchema,
  disabled: z.boolean(),
});
export type StaffUser = z.infer<typeof staffUserSchema>;

/** `GET /api/admin/users/sessions` (admin): the users who are signed in. */
export const signedInUserSchema = z.object({
  _id: idSchema,
  /** the browsers in which the user is signed in */
  sessions: z.number().int(),
  /** when the last of them was used */
  lastSeenAt: timestampSchema,
});
export type SignedInUser = z.infer<typeof signedInUserSchema>;

/** `POST /api/admin/users`. */
export const staffUserInputSchema = z.strictObject({
  email: text(254).toLowerCase().pipe(z.email('Please enter a valid email address.')),
  name: requiredText(120, 'Please enter a name.'),
  role: roleSchema,
});
export type StaffUserInput = z.output<typeof staffUserInputSchema>;

/** `PUT /api/admin/users/{id}`. A new role and disabling end the user's sessions. */
export const staffUserUpdateSchema = z.strictObject({
  name: requiredText(120, 'Please enter a name.').optional(),
  role: roleSchema.optional(),
  disabled: z.boolean().optional(),
});
export type StaffUserUpdate = z.output<typeof staffUserUpdateSchema>;

/** Response of a creation and of `POST /api/admin/users/{id}/password`. The password is shown only once. */
export const staffCredentialsSchema = z.object({ user: staffUserSchema, password: z.string() });
export type StaffCredentials = z.infer<typeof staffCredentialsSchema>;

/** `PUT /api/admin/me/password`. Ends every session of the user; the response sets a new one. */
export const passwordChangeSchema = z.strictObject({
  current: z.string().min(1, 'Please enter your password.').max(400),
  next: newPasswordSchema,
});

/**
 * Response of `POST /api/admin/users/{id}/reset-link`: a path on this site where the user can set a new password once. The
 * token is in the fragment, so it never appears in a server log or a Referer header. The link is shown only once.
 */
export const passwordResetLinkSchema = z.object({
  user: staffUserSchema,
  /** `/admin/reset-password#<token>` */
  path: z.string(),
  expiresAt: timestampSchema,
});
export type PasswordResetLink = z.infer<typeof passwordResetLinkSchema>;

/** `POST /api/admin/auth/reset-password`. Ends every session of the user and does not sign in. */
export const passwordResetSchema = z.strictObject({
  token: z.string().regex(/^[\w-]{43}$/, 'This link is incomplete. Please copy the whole link.'),
  next: newPasswordSchema,
});
