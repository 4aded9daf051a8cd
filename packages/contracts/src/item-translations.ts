import { z } from 'zod';
import type { TranslatedLocale } from './locales.js';

/** Texts by field in each language but English. An empty one is shown in English. */
export type ItemTranslations<Field extends string = string> = Record<TranslatedLocale, Record<Field, string>>;

const inEachLanguage = <Schema extends z.ZodType>(schema: Schema) => ({ mr: schema, hi: schema });

/**
 * Returns the schemas of the texts of a photo, story or film in other languages than English.
 * @param fields with the rules of the English text
 */
export function translationSchemas<Field extends string>(fields: Readonly<Record<Field, z.ZodType<string, string>>>) {
  const names = Object.keys(fields) as Field[];
  const texts = Object.fromEntries(names.map((name) => [name, z.string()])) as Record<Field, z.ZodString>;
  const given = Object.fromEntries(names.map((name) => [name, fields[name].optional()])) as {
    [Name in Field]: z.ZodOptional<z.ZodType<string, string>>;
  };
  return {
    /** what is stored, complete */
    translations: z.object(inEachLanguage(z.object(texts))),
    /** the fields whose English text has changed since their translation was saved */
    changedInEnglish: z.object(inEachLanguage(z.array(z.string()))),
    /** what an edit changes: a field that is absent stays as it is, an empty one loses its translation */
    input: z.strictObject({
      mr: z.strictObject(given).optional(),
      hi: z.strictObject(given).optional(),
    }),
  };
}

/** Returns the fields that have a text in English and none in the translation. */
export const missingTexts = <Field extends string>(
  english: Readonly<Record<NoInfer<Field>, string>>,
  translation: Readonly<Record<Field, string>>,
): Field[] =>
  (Object.keys(translation) as Field[]).filter(
    (field) => english[field].trim() !== '' && translation[field].trim() === '',
  );

/** Returns translations without any text. */
export const emptyTranslations = <Field extends string>(fields: readonly Field[]): ItemTranslations<Field> => {
  const texts = () => Object.fromEntries(fields.map((field) => [field, ''])) as Record<Field, string>;
  return { mr: texts(), hi: texts() };
};
