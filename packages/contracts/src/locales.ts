import { z } from 'zod';

/** The languages of the site. Only English has to be complete. */
export const LOCALES = ['en', 'mr', 'hi'] as const;
export const localeSchema = z.enum(LOCALES, 'This website has no such language.');
export type Locale = z.infer<typeof localeSchema>;
/** The languages into which English is translated. */
export const TRANSLATED_LOCALES = ['mr', 'hi'] as const satisfies readonly Locale[];
export const translatedLocaleSchema = z.enum(TRANSLATED_LOCALES, 'This website has no such language.');
export type TranslatedLocale = z.infer<typeof translatedLocaleSchema>;
export const LOCALE_NAMES: Readonly<Record<Locale, string>> = { en: 'English', mr: 'Marathi', hi: 'Hindi' };
