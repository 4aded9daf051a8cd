import { z } from 'zod';
import { translatedLocaleSchema } from './locales.js';
import { mediaSchema } from './media.js';

/** A kind of pages of which there is one for each row of a list. */
export const sitemapKindSchema = z.string().regex(/^[a-z]{1,20}$/);

/** A part of the sitemap: kind and number, `photos-2`. */
export const sitemapPartSchema = z.string().regex(/^[a-z]{1,20}-[1-9][0-9]{0,14}$/, 'Invalid part.');

/** `GET /api/sitemap`: the parts that are not empty. */
export const sitemapPartsSchema = z.array(sitemapPartSchema);

/** `GET /api/sitemap/languages`: the languages besides English in which the studio offers its pages. */
export const sitemapLanguagesSchema = z.array(translatedLocaleSchema);

/** `GET /api/sitemap/{part}`: one entry for each page. */
export const sitemapEntriesSchema = z.array(
  z.object({
    slug: z.string(),
    /** an older API has no titles */
    title: z.string().default(''),
    /** the title in the other languages that the studio offers; in English where it has no translation */
    titles: z.partialRecord(translatedLocaleSchema, z.string()).default({}),
    media: mediaSchema.pick({ id: true, width: true }).nullable(),
  }),
);
export type SitemapEntry = z.infer<typeof sitemapEntriesSchema>[number];
