import { currentLanguage } from '../languages/language';

/**
 * Returns the language of a text in Devanagari on an English page (`lang`: its lines need more room), undefined for the page's
 * own. On other pages the server marks what is English (languages/mark-english.ts).
 */
export const langOf = (text: string): 'mr' | undefined =>
  currentLanguage() === 'en' && /\p{Script=Devanagari}/u.test(text) ? 'mr' : undefined;
