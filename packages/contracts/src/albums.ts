import { z } from 'zod';
import { filmSchema } from './films.js';
import { translationSchemas } from './item-translations.js';
import { mediaSchema } from './media.js';
import { studioPackageSchema } from './packages.js';
import { pageSizeSchema, ROWS_PER_PAGE } from './pages.js';
import { portfolioCategorySchema, portfolioItemSchema, sentCategorySchema } from './portfolio.js';
import { typedSlugSchema } from './slug.js';
import { dateSchema, idSchema, requiredText, text } from './text.js';

/** Limits of one story. */
export const MAX_SECTIONS = 30;
export const MAX_ENTRIES = 400;

const details = {
  _id: idSchema,
  slug: z.string(),
  title: z.string(),
  /** for whom, 'Priya and Rohan', or '' */
  client: z.string(),
  place: z.string(),
  date: dateSchema.nullable(),
  category: portfolioCategorySchema,
  description: z.string(),
  /** the chosen photo, otherwise the first one; null without any */
  cover: mediaSchema.nullable(),
};

/** A story in a list: `GET /api/albums`. */
export const storySummarySchema = z.object({
  ...details,
  photoCount: z.number().int(),
  filmCount: z.number().int(),
});
export type StorySummary = z.infer<typeof storySummarySchema>;

const photoEntrySchema = z.object({ kind: z.literal('photo'), photo: portfolioItemSchema });
const filmEntrySchema = z.object({ kind: z.literal('film'), film: filmSchema });
const neighbourSchema = z.object({ slug: z.string(), title: z.string(), cover: mediaSchema.nullable() }).nullable();

/** A published story: `GET /api/albums/{slug}`. */
export const storySchema = z.object({
  ...details,
  sections: z.array(
    z.object({
      title: z.string(),
      text: z.string(),
      entries: z.array(z.discriminatedUnion('kind', [photoEntrySchema, filmEntrySchema])),
    }),
  ),
  previous: neighbourSchema,
  next: neighbourSchema,
});
export type Story = z.infer<typeof storySchema>;

/** The texts of a story, and of one of its sections, that differ by language. */
const languages = translationSchemas({
  title: text(120),
  client: text(120),
  place: text(120),
  description: text(5000),
});
export type StoryTranslations = z.infer<typeof languages.translations>;
const sectionLanguages = translationSchemas({ title: text(120), text: text(5000) });
export type SectionTranslations = z.infer<typeof sectionLanguages.translations>;

/** A photo or a film of a section, as staff see it. */
export const albumEntrySchema = z.object({
  photoId: idSchema.nullable(),
  filmId: idSchema.nullable(),
  title: z.string(),
  media: mediaSchema.nullable(),
  /** false while the photo or film is not published */
  isPublic: z.boolean(),
});
export type AlbumEntry = z.infer<typeof albumEntrySchema>;

/** A story as staff see it. */
export const albumSchema = z.object({
  ...details,
  category: sentCategorySchema,
  coverId: idSchema.nullable(),
  sections: z.array(
    z.object({
      title: z.string(),
      text: z.string(),
      translations: sectionLanguages.translations,
      changedInEnglish: sectionLanguages.changedInEnglish,
      entries: z.array(albumEntrySchema),
    }),
  ),
  published: z.boolean(),
  translations: languages.translations,
  changedInEnglish: languages.changedInEnglish,
  position: z.number().int(),
  /** incremented by every edit */
  version: z.number().int(),
});
export type Album = z.infer<typeof albumSchema>;

/** Other fields are ignored, so that the entries of an album can be sent back. */
const entryInputSchema = z
  .object({ photoId: idSchema.nullable().default(null), filmId: idSchema.nullable().default(null) })
  .refine(({ photoId, filmId }) => (photoId === null) !== (filmId === null), 'Send photoId or filmId.');
export const albumSectionInputSchema = z.strictObject({
  title: text(120).default(''),
  text: text(5000).default(''),
  /** a text that is absent keeps the translation of the section with the same English title or text, an empty one loses it */
  translations: sectionLanguages.input.optional(),
  /** ignored, so that the sections of an album can be sent back */
  changedInEnglish: z.unknown().optional(),
  entries: z.array(entryInputSchema).max(MAX_ENTRIES).default([]),
});
const sectionsSchema = z
  .array(albumSectionInputSchema)
  .max(MAX_SECTIONS, `Please use at most ${MAX_SECTIONS} sections.`)
  .refine(
    (sections) => sections.reduce((sum, { entries }) => sum + entries.length, 0) <= MAX_ENTRIES,
    `Please use at most ${MAX_ENTRIES} photos and films in one story.`,
  );

export const albumInputSchema = z.strictObject({
  title: requiredText(120, 'Please enter a title.'),
  /** made from the title unless given */
  slug: typedSlugSchema.optional(),
  client: text(120).default(''),
  place: text(120).default(''),
  date: dateSchema.nullable().default(null),
  category: portfolioCategorySchema,
  description: text(5000).default(''),
  /** id of a photo of the gallery */
  coverId: idSchema.nullable().default(null),
  sections: sectionsSchema.default([]),
  published: z.boolean().default(false),
  translations: languages.input.default({}),
});
export type AlbumInput = z.input<typeof albumInputSchema>;
export const albumUpdateSchema = z.strictObject({
  title: requiredText(120, 'Please enter a title.').optional(),
  slug: typedSlugSchema.optional(),
  client: text(120).optional(),
  place: text(120).optional(),
  date: dateSchema.nullable().optional(),
  category: portfolioCategorySchema.optional(),
  description: text(5000).optional(),
  coverId: idSchema.nullable().optional(),
  /** the whole list in order, which replaces the stored one */
  sections: sectionsSchema.optional(),
  published: z.boolean().optional(),
  translations: languages.input.optional(),
  /** the version that the editor saw; if it is not the stored one, the response is 409 with the stored album as `current` */
  version: z.number().int().optional(),
});

/** An album in the list of staff. */
export const albumSummarySchema = storySummarySchema.extend({
  category: sentCategorySchema,
  published: z.boolean(),
  position: z.number().int(),
  version: z.number().int(),
});
export type AlbumSummary = z.infer<typeof albumSummarySchema>;
/** `GET /api/admin/albums`: one page of the albums in order. `cursor` is the `next` of the page before. */
export const albumQuerySchema = z.strictObject({
  cursor: z
    .string()
    .regex(/^-?\d{1,9}\.[1-9]\d{0,17}$/, 'Invalid cursor.')
    .optional(),
  limit: pageSizeSchema(ROWS_PER_PAGE),
});
export type AlbumQuery = z.output<typeof albumQuerySchema>;
export const albumPageSchema = z.object({
  items: z.array(albumSummarySchema),
  next: z.string().nullable(),
  total: z.number().int(),
});
export type AlbumPage = z.infer<typeof albumPageSchema>;

/** Photos of one page of the public gallery. */
export const PHOTOS_PER_PAGE = 60;
/** `GET /api/gallery/{page}`: `all`, a category, or one of its further pages, `wedding-2`. */
export const galleryPageNameSchema = z
  .string()
  .regex(/^(all|wedding|prewedding|cinematic|maternity|commercial)(-([2-9]|[1-9][0-9]{1,4}))?$/);
export const galleryPageSchema = z.object({
  /** null: all categories */
  category: portfolioCategorySchema.nullable(),
  /** from 1 */
  page: z.number().int(),
  pages: z.number().int(),
  total: z.number().int(),
  photos: z.array(portfolioItemSchema),
  /** on the first page only */
  stories: z.array(storySummarySchema),
  films: z.array(filmSchema),
  /** the packages of the category */
  packages: z.array(studioPackageSchema),
});
export type GalleryPage = z.infer<typeof galleryPageSchema>;
