import { z } from 'zod';
import { idSchema } from './text.js';

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
  /** the name of an icon ('Crown'), or null for the one that fits the name */
  icon: z.string().nullable(),
});
export type StudioPackage = z.infer<typeof studioPackageSchema>;
