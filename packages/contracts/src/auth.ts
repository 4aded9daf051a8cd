import { z } from 'zod';
import { ROLES } from './roles.js';
import { idSchema } from './text.js';

export const roleSchema = z.enum(ROLES);
/** `POST /api/admin/auth/login`. Lengths are bounded so that a huge password costs nothing. */
export const loginSchema = z.strictObject({
  email: z
    .string()
    .trim()
    .min(1, 'Please enter your email.')
    .max(254)
    .pipe(z.email('Please enter a valid email address.')),
  // 200 characters, each of up to two UTF-16 units
  password: z.string().min(1, 'Please enter your password.').max(400),
});
/** What the browser stores (ADM-LOGIN-3). */
export const sessionUserSchema = z.object({ name: z.string(), role: roleSchema });
export type SessionUser = z.infer<typeof sessionUserSchema>;
export const loginAnswerSchema = z.object({ success: z.literal(true), user: sessionUserSchema });
/** `GET /api/admin/me`. */
export const meSchema = z.object({ user: sessionUserSchema.extend({ email: z.string() }) });

/** `GET /api/admin/users` (admin). */
export const staffUserSchema = z.object({
  _id: idSchema,
  email: z.string(),
  name: z.string(),
  role: roleSchema,
  disabled: z.boolean(),
});
export type StaffUser = z.infer<typeof staffUserSchema>;
/** `GET /api/admin/blog` and `/api/admin/videos`. */
export const blogListSchema = z.object({ blogs: z.array(z.object({ _id: idSchema, title: z.string() })) });
export const videoListSchema = z.object({ videos: z.array(z.object({ _id: idSchema, title: z.string() })) });
