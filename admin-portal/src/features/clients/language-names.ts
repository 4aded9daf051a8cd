import type { Language } from '@godhuli/contracts/inquiries';

/** The languages of replies, as staff know them. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', mr: 'Marathi', hi: 'Hindi' };
