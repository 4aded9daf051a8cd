import { Button } from '../../ui/button';
import { Field, FieldError, SelectFrame } from '../../ui/field';
import { hintStyles, inputStyles, labelStyles } from '../../ui/field.styles';
import type { FieldOf } from './fields';
import { PhotoChoice } from './photo-choice';
import { checkLine, formStack, plainGroup, rowBox } from './site-editor.styles';

interface DocumentFieldProps {
  field: FieldOf;
  value: unknown;
  errors: Readonly<Record<string, string>>;
  onChange(value: unknown): void;
  onFocus(): void;
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
    return <PhotoChoice label={label} id={(value as string | null) || null} error={error} onChange={onChange} />;
  if (kind === 'text photo')
    return (
      <PhotoChoice
        label={label}
        id={(value as string) || null}
        error={error}
        isWhole
        onChange={(id) => onChange(id ?? '')}
      />
    );
  if (kind === 'rows')
    return (
      <Rows
        field={field}
        rows={value as Record<string, string>[]}
        error={error}
        onChange={onChange}
        onFocus={onFocus}
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
            onFocus={onFocus}
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
        const shared = { ...control, css: inputStyles, 'data-field': name, onFocus };
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
        if (kind === 'long' || kind === 'lines')
          return (
            <textarea
              {...shared}
              rows={kind === 'long' ? 4 : 6}
              value={kind === 'lines' ? (value as string[]).join('\n') : String(value ?? '')}
              onChange={({ target }) => onChange(kind === 'lines' ? linesOf(target.value) : target.value)}
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

const linesOf = (text: string) => (text === '' ? [] : text.split('\n'));

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

interface RowsProps {
  field: Extract<FieldOf, { kind: 'rows' }>;
  rows: Record<string, string>[];
  error: string | undefined;
  onChange(rows: Record<string, string>[]): void;
  onFocus(): void;
}

/** A list of small rows, such as the figures. */
function Rows({ field, rows, error, onChange, onFocus }: RowsProps) {
  const change = (index: number, name: string, text: string) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, [name]: text } : row)));
  return (
    <fieldset css={plainGroup}>
      <legend css={labelStyles}>{field.label}</legend>
      <div css={formStack}>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and the inputs are controlled
          <fieldset key={index} css={rowBox} aria-label={`${field.label} ${index + 1}`}>
            {field.columns.map(({ name, label }) => (
              <Field key={name} label={label}>
                {(control) => (
                  <input
                    {...control}
                    css={inputStyles}
                    data-field={`items.${index}`}
                    value={row[name] ?? ''}
                    onFocus={onFocus}
                    onChange={(event) => change(index, name, event.target.value)}
                  />
                )}
              </Field>
            ))}
            <Button
              size="small"
              aria-label={`Remove ${row[field.columns[0]?.name ?? ''] || `row ${index + 1}`}`}
              onClick={() => onChange(rows.filter((_, at) => at !== index))}
            >
              Remove
            </Button>
          </fieldset>
        ))}
        {error && <FieldError>{error}</FieldError>}
        {field.hint && <p css={hintStyles}>{field.hint}</p>}
        <div>
          <Button
            size="small"
            onClick={() => onChange([...rows, Object.fromEntries(field.columns.map(({ name }) => [name, '']))])}
          >
            Add a row
          </Button>
        </div>
      </div>
    </fieldset>
  );
}
