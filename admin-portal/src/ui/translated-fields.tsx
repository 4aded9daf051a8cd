import type { ItemTranslations } from '@godhuli/contracts/item-translations';
import { missingTexts } from '@godhuli/contracts/item-translations';
import type { TranslatedLocale } from '@godhuli/contracts/locales';
import { Field } from './field';
import { inputStyles } from './field.styles';
import { translationHint } from './translation-hint';

/** A text of an item that differs by language. */
export interface TranslatedField<Name extends string> {
  name: Name;
  label: string;
  /** of a text with several lines */
  rows?: number;
}

interface TranslatedFieldsProps<Name extends string> {
  locale: TranslatedLocale;
  fields: readonly TranslatedField<Name>[];
  /** the English texts as they are in the form */
  english: Readonly<Record<Name, string>>;
  translations: ItemTranslations<Name>;
  /** the stored fields whose English text has changed since */
  changedInEnglish?: Readonly<Record<TranslatedLocale, readonly string[]>> | undefined;
  /** messages by the name of the field in the API, `translations.mr.title` */
  errors: Readonly<Record<string, string>>;
  /** before the name of an error: `sections.0.` */
  errorPrefix?: string;
  onChange(translations: ItemTranslations<Name>): void;
}

/** The texts of an item in another language than English, each with its English text. */
export function TranslatedFields<Name extends string>(props: TranslatedFieldsProps<Name>) {
  const { locale, fields, english, translations, changedInEnglish, errors, errorPrefix = '', onChange } = props;
  const texts = translations[locale];
  const missing = missingTexts(english, texts);
  const set = (name: Name, text: string) =>
    onChange({ ...translations, [locale]: { ...texts, [name]: text } } as ItemTranslations<Name>);
  return fields.map(({ name, label, rows }) => (
    <Field
      key={name}
      label={label}
      error={errors[`${errorPrefix}translations.${locale}.${name}`]}
      hint={translationHint(english[name], {
        isMissing: missing.includes(name),
        hasChanged: changedInEnglish?.[locale].includes(name) ?? false,
      })}
    >
      {(control) => {
        const shared = { ...control, css: inputStyles, lang: locale, value: texts[name] };
        return rows === undefined ? (
          <input {...shared} type="text" onChange={({ target }) => set(name, target.value)} />
        ) : (
          <textarea {...shared} rows={rows} onChange={({ target }) => set(name, target.value)} />
        );
      }}
    </Field>
  ));
}
