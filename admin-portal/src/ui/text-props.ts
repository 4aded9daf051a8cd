import type { ChangeEvent } from 'react';
import { inputStyles } from './field.styles';

/** Returns the props of an input that edits one text of a draft. */
export const textProps = <Name extends string>(
  values: Readonly<Record<Name, string>>,
  name: Name,
  set: (values: { [Key in Name]?: string }) => void,
) => ({
  css: inputStyles,
  value: values[name],
  onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
    set({ [name]: target.value } as { [Key in Name]?: string }),
});
