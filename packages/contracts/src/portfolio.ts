import { z } from 'zod';
import { focalSchema, mediaIdSchema, mediaSchema } from './media.js';
import { pageSizeSchema, ROWS_PER_PAGE } from './pages.js';
import { idSchema, requiredText, text, urlSchema } from './text.js';

export const PORTFOLIO_CATEGORIES = ['wedding', 'prewedding', 'cinematic', 'maternity'] as const;
export const portfolioCategorySchema = z.enum(PORTFOLIO_CATEGORIES, 'Please choose a category.');
export type PortfolioCategory = z.infer<typeof portfolioCategorySchema>;

export const portfolioItemSchema = z.object({
  _id: idSchema,
  title: z.string(),
  /** '' or the URL of a JPEG */
  image: z.string(),
  /** the same image with its variants, and the alt text and focal point of this item; or null */
  media: mediaSchema.nullable(),
  /** portrait image that the hero shows on phones instead of `media`, or null */
  portrait: mediaSchema.nullable(),
  category: portfolioCategorySchema,
  description: z.string(),
  /** where it was taken, or '' */
  place: z.string(),
  /** whether it is shown in the hero, which shows the first 4 of them */
  hero: z.boolean(),
  /** order in the whole list, smaller first */
  position: z.number().int(),
  /** incremented by every edit */
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
  /** if absent, a change of the photo removes the portrait of the previous one */
  portraitMediaId: mediaIdSchema.nullable().optional(),
  alt: text(300).optional(),
  focal: focalSchema.optional(),
  hero: z.boolean().optional(),
  /** the version that the editor saw; if it is not the stored one, the response is 409 with the stored item as `current` */
  version: z.number().int().optional(),
});
/** `DELETE /api/portfolio/{id}`: `version` as in the update. */
export const portfolioDeleteQuerySchema = z.strictObject({ version: z.coerce.number().int().optional() });
/** `GET /api/admin/portfolio`: one page of the items in order. `cursor` is the `next` of the page before. */
export const portfolioQuerySchema = z.strictObject({
  category: portfolioCategorySchema.optional(),
  /** words in title, place or description */
  q: text(200).optional(),
  order: z.enum(['position', 'newest']).default('position'),
  cursor: z
    .string()
    .regex(/^\d{1,9}\.[1-9]\d{0,17}$/, 'Invalid cursor.')
    .optional(),
  limit: pageSizeSchema(ROWS_PER_PAGE),
});
export type PortfolioQuery = z.output<typeof portfolioQuerySchema>;
export const portfolioPageSchema = z.object({
  items: z.array(portfolioItemSchema),
  next: z.string().nullable(),
  /** how many items fit category and words */
  total: z.number().int(),
  /** how many items each category has, whatever is searched for */
  counts: z.record(portfolioCategorySchema, z.number().int()),
});
export type PortfolioPage = z.infer<typeof portfolioPageSchema>;

/**
 * `PUT /api/portfolio/{id}/position`: put the item directly before `beforeId` (null: at the end), directly after `afterId`
 * (null: at the start), or at an edge of the whole list or of a category. With both ids, `afterId` is the item that the
 * editor saw in front of that place; when another one is there now, the response is 409 and nothing moves.
 */
export const portfolioMoveSchema = z
  .strictObject({
    beforeId: idSchema.nullable().optional(),
    afterId: idSchema.nullable().optional(),
    edge: z.enum(['start', 'end']).optional(),
    /** only with `edge` */
    category: portfolioCategorySchema.optional(),
  })
  .refine(({ beforeId, afterId, edge }) => [beforeId, afterId, edge].some((part) => part !== undefined), {
    path: ['beforeId'],
    error: 'Send beforeId, afterId or edge.',
  })
  .refine(({ beforeId, afterId, edge }) => edge === undefined || (beforeId === undefined && afterId === undefined), {
    path: ['edge'],
    error: 'Send either edge or ids.',
  })
  .refine(({ edge, category }) => category === undefined || edge !== undefined, {
    path: ['category'],
    error: 'Send category only with edge.',
  });
export type PortfolioPlace = z.infer<typeof portfolioMoveSchema>;

/** `GET /api/hero` (API-2): an image of the hero. */
export const heroItemSchema = z.object({
  _id: idSchema,
  title: z.string(),
  image: z.string(),
  media: mediaSchema.nullable(),
  /** shown instead of `media` in portrait orientation, or null */
  portrait: mediaSchema.nullable(),
});
export type HeroItem = z.infer<typeof heroItemSchema>;
