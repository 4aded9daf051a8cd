import { Field, FieldError, SelectFrame } from '../../ui/field';
import { inputStyles } from '../../ui/field.styles';
import type { FieldOf } from './fields';
import { LinesField } from './lines-field';
import { PhotoChoice } from './photo-choice';
import { RowsField } from './rows-field';
import { checkLine } from './site-editor.styles';

interface DocumentFieldProps {
  field: FieldOf;
  value: unknown;
  errors: Readonly<Record<string, string>>;
  onChange(value: unknown): void;
  /** with the name of the field in the marks of the preview */
  onFocus(mark: string): void;
}

/** The message at a field, or at the first of its lines. */
function errorAt(errors: Readonly<Record<string, string>>, name: string): string | undefined {
  const key = Object.keys(errors).find((each) => each === name || each.startsWith(`${name}.`));
  return key && errors[key];
}

/** One field of a document's form. */
export function DocumentField({ field, value, errors, onChange, onFocus }: DocumentFieldProps) {
  const { name, label, hint, kind } = field;
  const error = errorAt(errors, name);
  if (kind === 'photo')
    return (
      <PhotoChoice label={label} hint={hint} id={(value as string | null) || null} error={error} onChange={onChange} />
    );
  if (kind === 'text photo')
    return (
      <PhotoChoice
        label={label}
        hint={hint}
        id={(value as string) || null}
        error={error}
        isWhole
        onChange={(id) => onChange(id ?? '')}
      />
    );
  if (kind === 'rows')
    return (
      <RowsField
        field={field}
        rows={value as Record<string, string>[]}
        errors={errors}
        onChange={onChange}
        onFocus={onFocus}
      />
    );
  if (kind === 'lines')
    return (
      <LinesField
        field={field}
        values={value as string[]}
        errors={errors}
        onChange={onChange}
        onFocus={() => onFocus(name)}
      />
    );
  if (kind === 'check')
    return (
      <div>
        <label css={checkLine}>
          <input
            type="checkbox"
            data-field={name}
            checked={value === true}
            onFocus={() => onFocus(name)}
            onChange={(event) => onChange(event.target.checked)}
          />
          {label}
        </label>
        {error && <FieldError>{error}</FieldError>}
      </div>
    );
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => {
        const shared = { ...control, css: inputStyles, 'data-field': name, onFocus: () => onFocus(name) };
        if (kind === 'choice')
          return (
            <SelectFrame>
              <select
                {...shared}
                value={String(value ?? '')}
                onChange={(event) => onChange(typed(event.target.value, value))}
              >
                {withCurrent(field.options, String(value ?? '')).map((option) => (
                  <option key={option.value} value={option.value}>
                    {option.label}
                  </option>
                ))}
              </select>
            </SelectFrame>
          );
        if (kind === 'long')
          return (
            <textarea
              {...shared}
              rows={4}
              value={String(value ?? '')}
              onChange={({ target }) => onChange(target.value)}
            />
          );
        return (
          <input
            {...shared}
            type={kind === 'date' ? 'date' : 'text'}
            inputMode={kind === 'number' ? 'numeric' : undefined}
            value={String(value ?? '')}
            onChange={({ target }) => onChange(kind === 'number' ? numberOf(target.value) : target.value)}
          />
        );
      }}
    </Field>
  );
}

/** A number, null for an empty field, or the text itself, which the server refuses with a message. */
function numberOf(text: string): number | string | null {
  const digits = text.replace(/[,\s₹]/g, '');
  if (digits === '') return null;
  return Number.isNaN(Number(digits)) ? text : Number(digits);
}

/** A choice keeps the type of its value: stars are numbers, no icon is null. */
function typed(chosen: string, value: unknown): unknown {
  if (typeof value === 'number') return Number(chosen);
  return chosen === '' ? null : chosen;
}

function withCurrent(options: readonly { value: string; label: string }[], current: string) {
  if (options.some(({ value }) => value === current)) return options;
  return [...options, { value: current, label: `${current} (has no tab on the page)` }];
}
