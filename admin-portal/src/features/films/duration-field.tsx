import { useState } from 'react';
import { Field } from '../../ui/field';
import { inputStyles } from '../../ui/field.styles';
import { type FilmDraft, formatDuration, parseDuration } from './film-draft';

interface DurationFieldProps {
  value: FilmDraft['durationSeconds'];
  error: string | undefined;
  onChange(value: FilmDraft['durationSeconds']): void;
}

/** The length of a film as minutes and seconds. */
export function DurationField({ value, error, onChange }: DurationFieldProps) {
  const [typed, setTyped] = useState(formatDuration(value));
  return (
    <Field label="Length" error={error} hint="Minutes and seconds, such as 3:45.">
      {(control) => (
        <input
          {...control}
          css={inputStyles}
          type="text"
          inputMode="numeric"
          // '95' stays as it is typed; another version of the film replaces it.
          value={parseDuration(typed) === value ? typed : formatDuration(value)}
          onChange={({ target }) => {
            setTyped(target.value);
            onChange(parseDuration(target.value));
          }}
        />
      )}
    </Field>
  );
}
