import { z } from 'zod';
import { roleSchema, staffUserSchema } from './auth.js';
import { momentSchema, requiredText, text } from './text.js';

/** How many characters a text has for the person who types it, however it is encoded. */
const characters = (text: string) => [...text].length;

/** A password that someone chooses; the server refuses weak ones besides. */
export const newPasswordSchema = z
  .string()
  .refine((value) => characters(value.normalize('NFKC')) >= 10, 'Please use at least 10 characters.')
  .refine((value) => characters(value) <= 200, 'Please use at most 200 characters.')
  .meta({ minLength: 10, maxLength: 200 });

/** `POST /api/admin/users`. */
export const staffUserInputSchema = z.strictObject({
  email: text(254).toLowerCase().pipe(z.email('Please enter a valid email address.')),
  name: requiredText(120, 'Please enter a name.'),
  role: roleSchema,
});
export type StaffUserInput = z.output<typeof staffUserInputSchema>;

/** `PUT /api/admin/users/{id}`. A new role or a disabling ends the user's sessions. */
export const staffUserUpdateSchema = z.strictObject({
  name: requiredText(120, 'Please enter a name.').optional(),
  role: roleSchema.optional(),
  disabled: z.boolean().optional(),
});
export type StaffUserUpdate = z.output<typeof staffUserUpdateSchema>;

/** Answer of a creation and of `POST /api/admin/users/{id}/password`: the password is shown this once. */
export const staffCredentialsSchema = z.object({ user: staffUserSchema, password: z.string() });
export type StaffCredentials = z.infer<typeof staffCredentialsSchema>;

/** `PUT /api/admin/me/password`. Ends every session of the user; the answer opens a new one. */
export const passwordChangeSchema = z.strictObject({
  current: z.string().min(1, 'Please enter your password.').max(400),
  next: newPasswordSchema,
});

/**
 * Answer of `POST /api/admin/users/{id}/reset-link`: a path on this site that lets its bearer choose a new password,
 * once. The token stands behind `#`, so no server and no Referer ever sees it. It is shown this once.
 */
export const passwordResetLinkSchema = z.object({
  user: staffUserSchema,
  /** `/admin/reset-password#<token>` */
  path: z.string(),
  expiresAt: momentSchema,
});
export type PasswordResetLink = z.infer<typeof passwordResetLinkSchema>;

/** `POST /api/admin/auth/reset-password`. Ends every session of the user; nobody is signed in by it. */
export const passwordResetSchema = z.strictObject({
  token: z.string().regex(/^[\w-]{43}$/, 'This link is incomplete. Please copy the whole link.'),
  next: newPasswordSchema,
});
