import { useState } from 'react';
import { Field } from '../../ui/field';
import { inputStyles } from '../../ui/field.styles';
import { formatDuration, parseDuration } from './film-draft';

interface DurationFieldProps {
  value: number | null;
  error: string | undefined;
  onChange(seconds: number | null): void;
}

/** The length of a film as minutes and seconds. */
export function DurationField({ value, error, onChange }: DurationFieldProps) {
  const [typed, setTyped] = useState(formatDuration(value));
  const isBad = parseDuration(typed) === undefined;
  return (
    <Field
      label="Length"
      error={isBad ? 'Please enter minutes and seconds, such as 3:45.' : error}
      hint="Minutes and seconds, such as 3:45."
    >
      {(control) => (
        <input
          {...control}
          css={inputStyles}
          type="text"
          inputMode="numeric"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            const seconds = parseDuration(event.target.value);
            if (seconds !== undefined) onChange(seconds);
          }}
        />
      )}
    </Field>
  );
}
