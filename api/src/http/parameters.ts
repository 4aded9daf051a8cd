import { translatedLocaleSchema } from '@godhuli/contracts/locales';
import { storedSlugSchema } from '@godhuli/contracts/slug';
import { idSchema } from '@godhuli/contracts/text';
import { z } from 'zod';

/** The path parameter `{id}`. */
export const idParameter = z.object({ id: idSchema });

/** The path parameter `{locale}`: a language other than English. */
export const localeParameter = z.object({ locale: translatedLocaleSchema });

/** The path parameter `{slug}`. */
export const slugParameter = z.object({ slug: storedSlugSchema });
