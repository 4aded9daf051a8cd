import { Field } from './field';
import { inputStyles } from './field.styles';

interface TextAreaFieldProps {
  label: string;
  error?: string;
  value: string;
  onChange(value: string): void;
}

/** A labelled box for several lines, at most 5,000 characters. */
export function TextAreaField({ label, error, value, onChange }: TextAreaFieldProps) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <textarea
          {...control}
          css={inputStyles}
          rows={3}
          maxLength={5000}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
