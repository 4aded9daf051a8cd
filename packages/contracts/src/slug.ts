import { z } from 'zod';

/** The longest slug, in characters. */
export const MAX_SLUG = 80;

/** The readable part of a page's URL: `priya-and-rohan`. */
export const slugSchema = z
  .string()
  .max(MAX_SLUG, `Please use at most ${MAX_SLUG} characters.`)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lowercase letters, digits and single hyphens.');

/** Returns the slug of a title, or '' if the title has no Latin letter or digit. */
export function slugOf(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG - 10)
    .replace(/^-|-$/g, '');
}
