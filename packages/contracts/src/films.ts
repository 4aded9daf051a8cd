import { z } from 'zod';
import { FILM_PROVIDERS, filmPageUrl, parseFilmLink } from './film-link.js';
import { translationSchemas } from './item-translations.js';
import { mediaIdSchema, mediaSchema } from './media.js';
import { pageSizeSchema } from './pages.js';
import { portfolioCategorySchema, sentCategorySchema } from './portfolio.js';
import { typedSlugSchema } from './slug.js';
import { idSchema, requiredText, text, timestampSchema } from './text.js';

/** The largest film and the largest file of captions that can be uploaded, in bytes. */
export const MAX_FILM_BYTES = 200 * 1024 * 1024;
export const MAX_CAPTIONS_BYTES = 512 * 1024;

/** Languages of captions, by their code. */
export const CAPTION_LANGUAGES = { en: 'English', hi: 'हिन्दी', mr: 'मराठी' } as const;
const captionsLanguageSchema = z.enum(['en', 'hi', 'mr'], 'Please choose a language.');

const linkSchema = z.object({ provider: z.enum(FILM_PROVIDERS), id: z.string(), key: z.string() });

/** A film that visitors can see: `GET /api/films`. */
export const filmSchema = z.object({
  _id: idSchema,
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  category: portfolioCategorySchema,
  /** of the studio, never of the provider; null until one is chosen */
  poster: mediaSchema.nullable(),
  /** where the provider has it; null for an uploaded film, and while the provider does not have it */
  link: linkSchema.nullable(),
  /** URL of an uploaded MP4, or null */
  file: z.string().nullable(),
  /** URL of WebVTT captions, or null */
  captions: z.string().nullable(),
  captionsLanguage: captionsLanguageSchema,
  durationSeconds: z.number().int().nullable(),
  publishedAt: timestampSchema,
});
export type Film = z.infer<typeof filmSchema>;

/** The result of the nightly check of a link. */
export const LINK_STATES = ['unchecked', 'works', 'dead'] as const;

/** The texts of a film that differ by language. */
const languages = translationSchemas({ title: text(120), description: text(5000) });
export type FilmTranslations = z.infer<typeof languages.translations>;

/** A film as staff see it. */
export const staffFilmSchema = filmSchema.extend({
  category: sentCategorySchema,
  /** null until it is published for the first time */
  publishedAt: timestampSchema.nullable(),
  /** the page of the film at its provider, also while it is dead, or '' */
  linkUrl: z.string(),
  linkState: z.enum(LINK_STATES),
  linkCheckedAt: timestampSchema.nullable(),
  posterId: mediaIdSchema.nullable(),
  fileId: z.string().nullable(),
  captionsId: z.string().nullable(),
  /** stories that show it */
  stories: z.array(z.object({ _id: idSchema, title: z.string() })),
  published: z.boolean(),
  translations: languages.translations,
  changedInEnglish: languages.changedInEnglish,
  position: z.number().int(),
  /** incremented by every edit */
  version: z.number().int(),
});
export type StaffFilm = z.infer<typeof staffFilmSchema>;

/** Returns the form in which a link is stored: short, and understood by earlier releases. */
export function storedFilmLink(text: string): string {
  const link = parseFilmLink(text);
  return link ? filmPageUrl(link) : '';
}

const linkTextSchema = text(500)
  .refine(
    (value) => value === '' || parseFilmLink(value) !== null,
    'Please enter a link to a film at YouTube or Vimeo.',
  )
  .transform(storedFilmLink);
const fileIdSchema = z.string().regex(/^[0-9a-f]{64}$/, 'Invalid file id.');
const durationSchema = z.number().int().min(1).max(86_400).nullable();

export const filmInputSchema = z.strictObject({
  title: requiredText(120, 'Please enter a title.'),
  /** made from the title unless given */
  slug: typedSlugSchema.optional(),
  description: text(5000).default(''),
  category: portfolioCategorySchema,
  linkUrl: linkTextSchema.default(''),
  /** an uploaded film; it wins over a link */
  fileId: fileIdSchema.nullable().default(null),
  captionsId: fileIdSchema.nullable().default(null),
  captionsLanguage: captionsLanguageSchema.default('en'),
  posterId: mediaIdSchema.nullable().default(null),
  /** the length of an uploaded film is read from its file */
  durationSeconds: durationSchema.default(null),
  published: z.boolean().default(false),
  translations: languages.input.default({}),
});
export type FilmInput = z.input<typeof filmInputSchema>;
export const filmUpdateSchema = z.strictObject({
  title: requiredText(120, 'Please enter a title.').optional(),
  slug: typedSlugSchema.optional(),
  description: text(5000).optional(),
  category: portfolioCategorySchema.optional(),
  linkUrl: linkTextSchema.optional(),
  fileId: fileIdSchema.nullable().optional(),
  captionsId: fileIdSchema.nullable().optional(),
  captionsLanguage: captionsLanguageSchema.optional(),
  posterId: mediaIdSchema.nullable().optional(),
  durationSeconds: durationSchema.optional(),
  published: z.boolean().optional(),
  translations: languages.input.optional(),
  /** the version that the editor saw; if it is not the stored one, the response is 409 with the stored film as `current` */
  version: z.number().int().optional(),
});

/** `GET /api/admin/videos`: one page of the films in order. `cursor` is the `next` of the page before. */
export const filmQuerySchema = z.strictObject({
  cursor: z
    .string()
    .regex(/^-?\d{1,9}\.[1-9]\d{0,17}$/, 'Invalid cursor.')
    .optional(),
  limit: pageSizeSchema(200),
});
export type FilmQuery = z.output<typeof filmQuerySchema>;
export const videoListSchema = z.object({
  videos: z.array(staffFilmSchema),
  next: z.string().nullable(),
  total: z.number().int(),
  /** how many published films have a dead link */
  dead: z.number().int(),
});
export type VideoList = z.infer<typeof videoListSchema>;

/** `PUT …/position`: put it directly after `afterId`; null: at the start. */
export const moveAfterSchema = z.strictObject({ afterId: idSchema.nullable() });

/** `POST /api/admin/videos/files`: a stored MP4 or WebVTT file. */
export const filmFileSchema = z.object({
  id: fileIdSchema,
  kind: z.enum(['mp4', 'vtt']),
  bytes: z.number().int(),
  durationSeconds: z.number().int().nullable(),
});
export type FilmFile = z.infer<typeof filmFileSchema>;
