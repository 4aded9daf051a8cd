import { Field, SelectFrame } from './field';
import { inputStyles } from './field.styles';

export interface Option<Value extends string = string> {
  value: Value;
  label: string;
}

/** Returns options whose labels are made from their values; without `labelOf` they are the values. */
export const optionsOf = <Value extends string>(
  values: readonly Value[],
  labelOf: (value: Value) => string = (value) => value,
): Option<Value>[] => values.map((value) => ({ value, label: labelOf(value) }));

/** Returns options of rows by their id and name. */
export const namedOptions = (rows: readonly { _id: string; name: string }[]): Option[] =>
  rows.map(({ _id, name }) => ({ value: _id, label: name }));

interface SelectFieldProps<Value extends string> {
  label: string;
  error?: string;
  hint?: string;
  value: Value;
  options: readonly Option<NoInfer<Value>>[];
  /** label of an option for '' above the others */
  none?: string;
  onChange(value: NoInfer<Value>): void;
}

/** The options of a choice. @param none label of an option for '' above the others */
export function SelectOptions({ none, options }: { none?: string; options: readonly Option[] }) {
  return (
    <>
      {none !== undefined && <option value="">{none}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </>
  );
}

/** A labelled choice of one option. */
export function SelectField<Value extends string>({
  label,
  error,
  hint,
  value,
  options,
  none,
  onChange,
}: SelectFieldProps<Value>) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <SelectFrame>
          <select
            {...control}
            css={inputStyles}
            value={value}
            onChange={({ target }) => onChange(target.value as Value)}
          >
            <SelectOptions none={none} options={options} />
          </select>
        </SelectFrame>
      )}
    </Field>
  );
}
