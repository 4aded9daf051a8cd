import { z } from 'zod';
import { mediaSchema } from './media.js';
import { idSchema } from './text.js';

/** `GET /api/testimonials`. `rating` is 1 to 5, or null (shown as 5). */
export const testimonialSchema = z.object({
  _id: idSchema,
  name: z.string(),
  event: z.string(),
  rating: z.number().int().min(1).max(5).nullable(),
  text: z.string(),
  image: z.string(),
  media: mediaSchema.nullable(),
  location: z.string(),
});
export type Testimonial = z.infer<typeof testimonialSchema>;

/** `GET /api/stats`: the figures of the hero and about sections, in order. */
export const statSchema = z.object({ _id: idSchema, number: z.string(), label: z.string() });
export type Stat = z.infer<typeof statSchema>;

/** `GET /api/profile`: the about section. */
export const profileSchema = z.object({
  title: z.string(),
  subtitle: z.string(),
  description: z.string(),
  /** six of them */
  achievements: z.array(z.string()),
  location: z.string(),
  /** 'February 2017' */
  since: z.string(),
  portrait: mediaSchema.nullable(),
  studio: mediaSchema.nullable(),
  timeline: z.array(z.object({ year: z.string(), title: z.string(), description: z.string() })),
});
export type Profile = z.infer<typeof profileSchema>;
