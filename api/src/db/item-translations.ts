import type { ItemTranslations } from '@godhuli/contracts/item-translations';
import { type Locale, TRANSLATED_LOCALES, type TranslatedLocale } from '@godhuli/contracts/locales';
import { isInvisible } from '@godhuli/contracts/text';
import type { ColumnType } from 'kysely';

/** A translation, and the English text that it translates. */
export interface StoredText {
  text: string;
  english: string;
}
/** By language and field; only texts that are not empty. */
export type StoredTranslations = Partial<Record<TranslatedLocale, Record<string, StoredText>>>;
/** The column `translations` of a row whose other columns are the English texts. */
export type TranslationsColumn = ColumnType<StoredTranslations, string | undefined, string>;

/** What an edit changes; see `translationSchemas`. */
type Input<Field extends string> = Partial<Record<TranslatedLocale, Partial<Record<Field, string | undefined>>>>;

/** Returns a value for each language but English. */
export const eachLocale = <Value>(make: (locale: TranslatedLocale) => Value) =>
  Object.fromEntries(TRANSLATED_LOCALES.map((locale) => [locale, make(locale)])) as Record<TranslatedLocale, Value>;

/** Returns a row with its texts in a language; what has no translation stays English. */
export function inLanguage<Row extends { translations: StoredTranslations }>(row: Row, locale: Locale): Row {
  const stored = locale === 'en' ? undefined : row.translations[locale];
  if (!stored) return row;
  return { ...row, ...Object.fromEntries(Object.entries(stored).map(([field, { text }]) => [field, text])) };
}

/** Returns what staff read about the translations of a row. */
export function translationsOf<Field extends string>(
  fields: readonly Field[],
  row: Readonly<Record<Field, string>> & { translations: StoredTranslations },
) {
  const stored = (locale: TranslatedLocale) => row.translations[locale] ?? {};
  const textsIn = (locale: TranslatedLocale) =>
    Object.fromEntries(fields.map((field) => [field, stored(locale)[field]?.text ?? ''])) as Record<Field, string>;
  const isChanged = (locale: TranslatedLocale) => (field: Field) => {
    const text = stored(locale)[field];
    return text !== undefined && text.english !== row[field];
  };
  return {
    translations: eachLocale(textsIn) as ItemTranslations<Field>,
    changedInEnglish: eachLocale((locale) => fields.filter(isChanged(locale)) as string[]),
  };
}

/** Returns the title of a row in each of some languages; what has no translation stays English. */
export const titlesOf = (
  row: { title: string; translations: StoredTranslations },
  locales: readonly TranslatedLocale[],
): Partial<Record<TranslatedLocale, string>> =>
  Object.fromEntries(locales.map((locale) => [locale, inLanguage(row, locale).title]));

/**
 * Returns the column `translations` of a row after an edit; undefined if the edit names none. A text that is the same as before
 * keeps the English text that it translates.
 * @param before the row before the edit; absent while it is added
 */
export function editedTranslations<Field extends string>(
  fields: readonly Field[],
  edit: Readonly<Partial<Record<Field, string | undefined>>> & { translations?: Input<Field> | undefined },
  before?: Readonly<Record<Field, string>> & { translations: StoredTranslations },
): string | undefined {
  const { translations: input, ...english } = edit;
  if (input === undefined) return undefined;
  const texts = { ...before, ...english } as Readonly<Record<Field, string>>;
  const textsIn = (locale: TranslatedLocale) =>
    fields.flatMap((field): [string, StoredText][] => {
      const stored = before?.translations[locale]?.[field];
      const text = input[locale]?.[field];
      if (text === undefined || text === stored?.text) return stored ? [[field, stored]] : [];
      return isInvisible(text) ? [] : [[field, { text, english: texts[field] }]];
    });
  return JSON.stringify(eachLocale((locale) => Object.fromEntries(textsIn(locale))));
}
