import { z } from 'zod';
import { translationSchemas } from './item-translations.js';
import { focalSchema, mediaIdSchema, mediaSchema } from './media.js';
import { pageSizeSchema, ROWS_PER_PAGE } from './pages.js';
import { storedSlugSchema } from './slug.js';
import { idSchema, requiredText, text, timestampSchema, urlSchema } from './text.js';

/** The categories of the tabs of the one-page site. */
export const TAB_CATEGORIES = ['wedding', 'prewedding', 'cinematic', 'maternity'] as const;
export const PORTFOLIO_CATEGORIES = [...TAB_CATEGORIES, 'commercial'] as const;
export const portfolioCategorySchema = z.enum(PORTFOLIO_CATEGORIES, 'Please choose a category.');
export type PortfolioCategory = z.infer<typeof portfolioCategorySchema>;
/** The category in a response to staff: a portal that stays open during a deploy shows one that its code does not know. */
export const sentCategorySchema = z.union([portfolioCategorySchema, z.string()]);

export const portfolioItemSchema = z.object({
  _id: idSchema,
  title: z.string(),
  /** names its page, `/p/{slug}`; stays the same when the title changes */
  slug: storedSlugSchema,
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

/** Items of each tab's category in `GET /api/highlights`, which the one-page site shows. */
export const HIGHLIGHTS = 8;
/** An item of `GET /api/highlights`. `total`: how many items its category has, also those that are not among these. */
export const highlightSchema = portfolioItemSchema.extend({ total: z.number().int() });
export type Highlight = z.infer<typeof highlightSchema>;

/** The texts of an item that differ by language. */
const languages = translationSchemas({ title: text(120), description: text(2000), place: text(120), alt: text(300) });
export type PhotoTranslations = z.infer<typeof languages.translations>;

/** An item as staff read it. The additional fields are never sent to visitors. */
export const staffPortfolioItemSchema = portfolioItemSchema.extend({
  category: sentCategorySchema,
  /** whether visitors see it */
  published: z.boolean(),
  /** when the photo was taken, in the camera's local time with its subseconds ('2026-02-14T18:03:22.12'), or null */
  takenAt: z.string().nullable(),
  /** offset of the camera's clock from UTC ('+05:30'), or null when the photo does not name it */
  takenOffset: z.string().nullable(),
  /** when it was moved to the trash, or null */
  deletedAt: timestampSchema.nullable(),
  translations: languages.translations,
  changedInEnglish: languages.changedInEnglish,
});
export type StaffPortfolioItem = z.infer<typeof staffPortfolioItemSchema>;

/** A deleted item stays in the trash for this many days. */
export const TRASH_DAYS = 30;

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
  published: z.boolean().default(true),
  translations: languages.input.default({}),
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
  published: z.boolean().optional(),
  translations: languages.input.optional(),
  /** the version that the editor saw; if it is not the stored one, the response is 409 with the stored item as `current` */
  version: z.number().int().optional(),
});
/** `GET /api/admin/portfolio`: one page of the items in order. `cursor` is the `next` of the page before. */
export const portfolioQuerySchema = z.strictObject({
  category: portfolioCategorySchema.optional(),
  /** words in title, place or description */
  q: text(200).optional(),
  /** `all` are those outside the trash */
  show: z.enum(['all', 'published', 'unpublished', 'trash']).default('all'),
  order: z.enum(['position', 'newest']).default('position'),
  cursor: z
    .string()
    .regex(/^-?\d{1,9}\.[1-9]\d{0,17}$/, 'Invalid cursor.')
    .optional(),
  limit: pageSizeSchema(ROWS_PER_PAGE),
});
export type PortfolioQuery = z.output<typeof portfolioQuerySchema>;
export const portfolioPageSchema = z.object({
  items: z.array(staffPortfolioItemSchema),
  next: z.string().nullable(),
  /** how many items fit category and words */
  total: z.number().int(),
  /** how many items each category has, whatever is searched for */
  counts: z.record(sentCategorySchema, z.number().int()),
  /** how many of all items visitors do not see */
  unpublished: z.number().int(),
  /** how many items are in the trash */
  trashed: z.number().int(),
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

/** The most items of one bulk edit. */
export const BULK_ITEMS = 500;
const bulkChangeSchema = z
  .strictObject({
    /** '{n}' becomes the place of the item in the request, from 1 */
    titlePattern: requiredText(110, 'Please enter a title.').optional(),
    category: portfolioCategorySchema.optional(),
    place: text(120).optional(),
    alt: text(300).optional(),
    hero: z.boolean().optional(),
    published: z.boolean().optional(),
    /** adds the photos at the end of this story; those that it has already stay where they are */
    albumId: idSchema.optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), 'Choose at least one change.');
/**
 * `POST /api/portfolio/bulk`: one change of many items, in one transaction. `version` as in an update; an item that someone
 * else changed or deleted stays as it is and is reported, the others are changed. `restore` and `erase` are for the trash.
 */
export const portfolioBulkSchema = z
  .strictObject({
    items: z
      .array(z.strictObject({ id: idSchema, version: z.number().int() }), 'Please send a list of items.')
      .min(1, 'Choose at least one photo.')
      .max(BULK_ITEMS, `Choose at most ${BULK_ITEMS} photos.`),
    action: z.enum(['change', 'trash', 'restore', 'erase']),
    /** only with the action `change` */
    change: bulkChangeSchema.optional(),
  })
  .refine(({ action, change }) => (action === 'change') === (change !== undefined), {
    path: ['change'],
    error: 'Send change with the action change, and only then.',
  });
export type PortfolioBulk = z.infer<typeof portfolioBulkSchema>;
export const portfolioBulkResultSchema = z.object({
  /** the changed items in the order of the request, as they are now; erased ones as they were */
  changed: z.array(staffPortfolioItemSchema),
  conflicts: z.array(
    z.object({
      id: idSchema,
      /** `changed` since the version was read, or not where the action expects it: `missing` */
      reason: z.enum(['changed', 'missing']),
      /** the stored item, or null */
      current: staffPortfolioItemSchema.nullable(),
    }),
  ),
});
export type PortfolioBulkResult = z.infer<typeof portfolioBulkResultSchema>;

/**
 * `POST /api/portfolio/order`: sorts some items, or a category, by the time at which the photos were taken. They keep the
 * places that they have together; photos without a time follow the others in their present order.
 */
export const portfolioOrderSchema = z
  .strictObject({
    ids: z.array(idSchema).min(2, 'Choose at least two photos.').max(BULK_ITEMS).optional(),
    category: portfolioCategorySchema.optional(),
  })
  .refine(({ ids, category }) => ids === undefined || category === undefined, {
    path: ['ids'],
    error: 'Send either ids or category.',
  });
export const portfolioOrderResultSchema = z.object({
  /** how many items were sorted, and how many of them have no time */
  sorted: z.number().int(),
  untimed: z.number().int(),
});

/** `GET /api/admin/portfolio/{id}/history`: what happened to an item, newest first. */
export const portfolioHistorySchema = z.object({
  entries: z.array(
    z.object({
      _id: idSchema,
      at: timestampSchema,
      by: z.string(),
      action: z.enum(['create', 'update', 'delete', 'restore']),
      /** what differs from before: the fields that staff edit */
      changes: z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })),
      /** the item as it was after this entry; null where it was deleted */
      item: staffPortfolioItemSchema.partial().nullable(),
    }),
  ),
  next: z.string().nullable(),
});
export type PortfolioHistory = z.infer<typeof portfolioHistorySchema>;

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

/** The item before or after another one in its category. */
const photoNeighbourSchema = portfolioItemSchema.pick({ slug: true, title: true, image: true, media: true }).nullable();

/** `GET /api/photos/{slug}`: an item with its neighbours. */
export const photoPageSchema = z.object({
  item: portfolioItemSchema,
  previous: photoNeighbourSchema,
  next: photoNeighbourSchema,
});
export type PhotoPage = z.infer<typeof photoPageSchema>;
