import { z } from 'zod';
import { mediaIdSchema, mediaSchema } from './media.js';
import { idSchema, requiredText, text, urlSchema } from './text.js';

export const serviceIconSchema = z.enum(['Heart', 'Camera', 'Baby', 'Briefcase', 'Video']);
/** The stops of a gradient by name, never CSS: `from-rose-500 to-amber-500`. */
export const gradientSchema = text(100).regex(/^[a-z0-9 -]*$/, 'Use only lowercase letters, digits, spaces and -.');

export const serviceSchema = z.object({
  _id: idSchema,
  title: z.string(),
  description: z.string(),
  features: z.array(z.string()),
  /** '' or the URL of a JPEG */
  image: z.string(),
  /** the same image with its variants, or null if `image` is a URL of another site */
  media: mediaSchema.nullable(),
  icon: serviceIconSchema,
  color: z.string(),
});
export type Service = z.infer<typeof serviceSchema>;

export const serviceInputSchema = z.strictObject({
  title: requiredText(120),
  description: text(2000).default(''),
  features: z.array(requiredText(200)).max(20).default([]),
  image: urlSchema.or(z.literal('')).default(''),
  mediaId: mediaIdSchema.nullable().default(null),
  icon: serviceIconSchema.default('Camera'),
  color: gradientSchema.default(''),
});
export const serviceUpdateSchema = z.strictObject({
  title: requiredText(120).optional(),
  description: text(2000).optional(),
  features: z.array(requiredText(200)).max(20).optional(),
  image: urlSchema.or(z.literal('')).optional(),
  mediaId: mediaIdSchema.nullable().optional(),
  icon: serviceIconSchema.optional(),
  color: gradientSchema.optional(),
});
