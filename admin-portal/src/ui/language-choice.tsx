import { LOCALE_NAMES, LOCALES, type Locale, type TranslatedLocale } from '@godhuli/contracts/locales';
import { hintStyles } from './field.styles';
import { Segments } from './segments';

interface LanguageChoiceProps {
  value: Locale;
  /** how many texts have no translation */
  missing: Readonly<Record<TranslatedLocale, number>>;
  /** what visitors read where a text is missing */
  fallback?: string;
  onChange(locale: Locale): void;
}

/** The language of a form, each with the number of missing texts. */
export function LanguageChoice({ value, missing, fallback = 'in English', onChange }: LanguageChoiceProps) {
  return (
    <div css={{ display: 'grid', gap: '.5rem' }}>
      <Segments<Locale>
        label="Language"
        value={value}
        options={LOCALES.map((each) => ({
          value: each,
          label: LOCALE_NAMES[each],
          count: each === 'en' ? null : missing[each],
        }))}
        onChange={onChange}
      />
      {value !== 'en' && (
        <p css={hintStyles}>The number is how many texts are missing. Visitors see those {fallback}.</p>
      )}
    </div>
  );
}
