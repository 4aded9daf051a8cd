import { z } from 'zod';
import { gradientSchema } from './services.js';
import { idSchema, requiredText, text } from './text.js';

/** A booking package. `price` and `duration` are display strings ('₹45,000', '6 hours'). */
export const studioPackageSchema = z.object({
  _id: idSchema,
  packageId: z.string(),
  name: z.string(),
  price: z.string(),
  duration: z.string(),
  /** a tab label ('Wedding', 'Pre-Wedding', 'Maternity | Newborn & Family'); any other text appears in no tab (DATA-2) */
  category: z.string(),
  features: z.array(z.string()),
  terms: z.array(z.string()),
  popular: z.boolean(),
  color: z.string(),
});
export type StudioPackage = z.infer<typeof studioPackageSchema>;
export const studioPackageInputSchema = z.strictObject({
  packageId: requiredText(60).optional(),
  name: requiredText(120),
  price: requiredText(60),
  duration: text(60).default(''),
  category: requiredText(60),
  features: z.array(requiredText(200)).max(30).default([]),
  terms: z.array(requiredText(300)).max(30).default([]),
  popular: z.boolean().default(false),
  color: gradientSchema.default(''),
});
