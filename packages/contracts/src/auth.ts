import { z } from 'zod';
import { ROLES } from './roles.js';
import { secondStepMethodsSchema } from './second-factor.js';
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
/** Response of a completed sign-in. */
export const signedInSchema = z.object({
  success: z.literal(true),
  user: sessionUserSchema,
  /** The document that called got no key of the session and must be loaded again (decision 053). */
  needsNewDocument: z.boolean().optional(),
});
/** The password was right, and the account has a second factor: continue with `POST /api/admin/auth/second-factor`. */
export const secondStepNeededSchema = z.object({ success: z.literal(false), secondStep: secondStepMethodsSchema });
export const loginResponseSchema = z.discriminatedUnion('success', [signedInSchema, secondStepNeededSchema]);
/** `GET /api/admin/me`. */
export const meSchema = z.object({
  user: sessionUserSchema.extend({ email: z.string() }),
  /** whether this user must add a second factor before anything else */
  mustAddSecondFactor: z.boolean().default(false),
});
