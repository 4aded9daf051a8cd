import { z } from 'zod';
import { ROLES } from './roles.js';
import { typedEmailSchema } from './text.js';

export const roleSchema = z.enum(ROLES);

/** `POST /api/admin/auth/login`. Lengths are bounded so that a huge password costs nothing. */
export const loginSchema = z.strictObject({
  email: typedEmailSchema,
  // 200 characters of up to two UTF-16 units each
  password: z.string().min(1, 'Please enter your password.').max(400),
});
/** What the browser stores (ADM-LOGIN-3). */
export const sessionUserSchema = z.object({ name: z.string(), role: roleSchema });
export type SessionUser = z.infer<typeof sessionUserSchema>;
export const loginResponseSchema = z.object({ success: z.literal(true), user: sessionUserSchema });
/** `GET /api/admin/me`. */
export const meSchema = z.object({ user: sessionUserSchema.extend({ email: z.string() }) });
