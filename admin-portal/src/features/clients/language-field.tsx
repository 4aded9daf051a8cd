import { LANGUAGES, type Language } from '@godhuli/contracts/inquiries';
import { optionsOf, SelectField } from '../../ui/select-field';
import { LANGUAGE_NAMES } from './language-names';

interface LanguageFieldProps {
  error?: string;
  value: Language;
  onChange(value: Language): void;
}

export const LanguageField = (props: LanguageFieldProps) => (
  <SelectField
    label="Language"
    hint="Of the replies to this client."
    options={optionsOf(LANGUAGES, (each) => LANGUAGE_NAMES[each])}
    {...props}
  />
);
