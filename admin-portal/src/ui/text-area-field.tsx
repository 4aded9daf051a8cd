import { Field } from './field';
import { inputStyles } from './field.styles';
import { lengthError } from './length-error';

interface TextAreaFieldProps {
  label: string;
  error?: string;
  hint?: string;
  value: string;
  /** what the API accepts, in characters */
  maxLength?: number;
  rows?: number;
  lang?: string;
  onChange(value: string): void;
}

/** A labelled box for several lines. A pasted text that is too long stays whole, and the field says so. */
export function TextAreaField({
  label,
  error,
  hint,
  value,
  maxLength = 5000,
  rows = 3,
  lang,
  onChange,
}: TextAreaFieldProps) {
  return (
    <Field label={label} error={lengthError(value, maxLength) ?? error} hint={hint}>
      {(control) => (
        <textarea
          {...control}
          css={inputStyles}
          rows={rows}
          lang={lang}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
