import { z } from 'zod';
import { focalSchema, mediaIdSchema, mediaSchema } from './media.js';
import { idSchema, requiredText, text, urlSchema } from './text.js';

export const PORTFOLIO_CATEGORIES = ['wedding', 'prewedding', 'cinematic', 'maternity'] as const;
export const portfolioCategorySchema = z.enum(PORTFOLIO_CATEGORIES, 'Please choose a category.');
export type PortfolioCategory = z.infer<typeof portfolioCategorySchema>;

export const portfolioItemSchema = z.object({
  _id: idSchema,
  title: z.string(),
  /** '' or the address of a JPEG */
  image: z.string(),
  /** the same photograph with its variants (alt and focal point are this item's), or null */
  media: mediaSchema.nullable(),
  /** upright photo that the hero shows on phones instead of `media`, or null */
  portrait: mediaSchema.nullable(),
  category: portfolioCategorySchema,
  description: z.string(),
  /** where it was taken; '' when not said */
  place: z.string(),
  /** shown in the hero (the first 4 of them) */
  hero: z.boolean(),
  /** integer order within the whole list, smaller first */
  position: z.number().int(),
  /** grows with every edit */
  version: z.number().int(),
});
export type PortfolioItem = z.infer<typeof portfolioItemSchema>;

export const portfolioInputSchema = z.strictObject({
  title: requiredText(120, 'Please enter a title.'),
  category: portfolioCategorySchema,
  description: text(2000).default(''),
  place: text(120).default(''),
  image: urlSchema.or(z.literal('')).default(''),
  mediaId: mediaIdSchema.nullable().default(null),
  portraitMediaId: mediaIdSchema.nullable().default(null),
  alt: text(300).default(''),
  focal: focalSchema.default({ x: 50, y: 50 }),
  hero: z.boolean().default(false),
});
export type PortfolioInput = z.input<typeof portfolioInputSchema>;
export const portfolioUpdateSchema = z.strictObject({
  title: requiredText(120, 'Please enter a title.').optional(),
  category: portfolioCategorySchema.optional(),
  description: text(2000).optional(),
  place: text(120).optional(),
  image: urlSchema.or(z.literal('')).optional(),
  mediaId: mediaIdSchema.nullable().optional(),
  /** when absent, a change of the photo removes the portrait of the old one */
  portraitMediaId: mediaIdSchema.nullable().optional(),
  alt: text(300).optional(),
  focal: focalSchema.optional(),
  hero: z.boolean().optional(),
  /** the version that the editor saw; when it is not the stored one the answer is 409 with the stored item as `current` */
  version: z.number().int().optional(),
});
/** `DELETE /api/portfolio/{id}`: the version that was seen, as in the update. */
export const portfolioDeleteQuerySchema = z.strictObject({ version: z.coerce.number().int().optional() });
/**
 * `PUT /api/portfolio/{id}/position`: put the item directly before `beforeId`, or last when null. Answers the whole list.
 * `afterId` is the item (or null) that the editor saw in front of that place; when another one is there now, the answer
 * is 409 and nothing moves.
 */
export const portfolioMoveSchema = z.strictObject({
  beforeId: idSchema.nullable(),
  afterId: idSchema.nullable().optional(),
});

/** `GET /api/hero` (API-2): what the hero shows. */
export const heroItemSchema = z.object({
  _id: idSchema,
  title: z.string(),
  image: z.string(),
  media: mediaSchema.nullable(),
  /** shown instead of `media` where the window is upright, or null */
  portrait: mediaSchema.nullable(),
});
export type HeroItem = z.infer<typeof heroItemSchema>;
