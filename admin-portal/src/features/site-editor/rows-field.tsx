import { Button } from '../../ui/button';
import { Field, FieldError } from '../../ui/field';
import { hintStyles, inputStyles, labelStyles } from '../../ui/field.styles';
import { MoveGrip } from '../../ui/move-grip';
import { visuallyHidden } from '../../ui/text.styles';
import type { FieldOf } from './fields';
import { formStack, plainGroup, plainList, rowBox, rowFoot } from './site-editor.styles';
import { useSortedValues } from './use-sorted-values';

type Row = Record<string, string>;

interface RowsFieldProps {
  field: Extract<FieldOf, { kind: 'rows' }>;
  rows: readonly Row[];
  errors: Readonly<Record<string, string>>;
  onChange(rows: Row[]): void;
  onFocus(field: string): void;
}

/** A list of small rows, such as the figures, each with a grip. */
export function RowsField({ field, rows, errors, onChange, onFocus }: RowsFieldProps) {
  const { name, label, hint, columns } = field;
  const [first] = columns;
  const titleOf = (row: Row, index: number) => row[first?.name ?? ''] || `row ${index + 1}`;
  const sorted = useSortedValues({ name, values: rows, onChange, labelOf: titleOf });
  return (
    <fieldset css={plainGroup}>
      <legend css={labelStyles}>{label}</legend>
      <p role="status" css={visuallyHidden}>
        {sorted.announcement}
      </p>
      <div css={formStack}>
        <ul css={[plainList, formStack]} ref={sorted.list}>
          {sorted.rows.map(({ key, value, index, place, grip, row }) => (
            <li key={key} {...row}>
              <fieldset css={rowBox} aria-label={`${label} ${index + 1}`}>
                {columns.map((column) => (
                  <Field key={column.name} label={column.label} error={errors[`${name}.${index}.${column.name}`]}>
                    {(control) => (
                      <input
                        {...control}
                        css={inputStyles}
                        data-field={`${name}.${index}`}
                        value={value[column.name] ?? ''}
                        onFocus={() => onFocus(`${name}.${index}`)}
                        onChange={({ target }) => sorted.replace(index, { ...value, [column.name]: target.value })}
                      />
                    )}
                  </Field>
                ))}
                <div css={rowFoot}>
                  <MoveGrip
                    title={titleOf(value, index)}
                    place={place}
                    description="Use the arrow keys to move this row."
                    grip={grip}
                  />
                  <Button
                    size="small"
                    aria-label={`Remove ${titleOf(value, index)}`}
                    onClick={() => sorted.remove(index)}
                  >
                    Remove
                  </Button>
                </div>
              </fieldset>
            </li>
          ))}
        </ul>
        {errors[name] && <FieldError>{errors[name]}</FieldError>}
        {hint && <p css={hintStyles}>{hint}</p>}
        <div>
          <Button
            size="small"
            onClick={() => sorted.insert(rows.length, [Object.fromEntries(columns.map((each) => [each.name, '']))])}
          >
            Add a row
          </Button>
        </div>
      </div>
    </fieldset>
  );
}
