/** The languages of the pages, by their own names. English has no prefix in its URLs, and no labels: its texts are the keys of the others. */
export const LANGUAGES = { en: 'English', mr: 'मराठी', hi: 'हिन्दी' } as const;
export type Language = keyof typeof LANGUAGES;

/** Labels of the page by their English text. `{1}` stands for the first value. */
export type Labels = Readonly<Record<string, string>>;

/** Where the page's initial data holds the labels of its language, beside the API's paths. */
export const LABELS = 'page:labels';

let language: Language = 'en';
let labels: Labels = {};

/** Sets the language of everything that is rendered from now on; on the server a page is rendered without interruption. */
export function setLanguage(next: Language, own: Labels = {}): void {
  language = next;
  labels = own;
}

export const currentLanguage = (): Language => language;

/** Returns a label in the language of the page, with values for its gaps. A label without translation stays English. */
export const t = (text: string, ...values: readonly (string | number)[]): string =>
  (labels[text] ?? text).replace(/\{(\d)\}/g, (gap, place) => String(values[place - 1] ?? gap));

/** Returns the language of a page. @param pathname '/mr/portfolio' */
export const languageOf = (pathname: string): Language =>
  (/^\/(mr|hi)(?=\/|$)/.exec(pathname)?.[1] as Language | undefined) ?? 'en';

/** Returns a path without its language: '/mr/portfolio' is '/portfolio'. */
export const withoutLanguage = (pathname: string): string => pathname.replace(/^\/(mr|hi)(?=\/|$)/, '') || '/';

/** Returns a path in a language, by default that of the page: '/#contact' is '/mr#contact'. */
export const localPath = (path: string, of: Language = language): string =>
  of === 'en' ? path : `/${of}${path.replace(/^\/(?=[#?]|$)/, '')}`;

/** By locale. To create one takes thirty times as long as to use it. */
const numberFormats: Record<string, Intl.NumberFormat> = {};

/** Returns a number in the digits of the language: 'en-GB' is the key of the locale for numbers and dates. */
export function numberText(value: number): string {
  const locale = t('en-GB');
  numberFormats[locale] ??= new Intl.NumberFormat(locale, { useGrouping: false });
  return numberFormats[locale].format(value);
}
