import type { ComponentProps } from 'react';
import { Field } from './field';
import { inputStyles } from './field.styles';

interface TextFieldProps extends ComponentProps<'input'> {
  label: string;
  error?: string;
  hint?: string;
}

/** A labelled box for one line. Further props belong to its `<input>`. */
export function TextField({ label, error, hint, ...input }: TextFieldProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => <input {...control} css={inputStyles} type="text" {...input} />}
    </Field>
  );
}
