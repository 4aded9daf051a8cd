import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { type ClipboardEvent, type KeyboardEvent, useId } from 'react';
import { Button, IconButton } from '../../ui/button';
import { FieldError } from '../../ui/field';
import { hintStyles, inputStyles, labelStyles } from '../../ui/field.styles';
import { MoveGrip } from '../../ui/move-grip';
import { visuallyHidden } from '../../ui/text.styles';
import type { FieldOf } from './fields';
import { lineRow, lines, plainGroup } from './site-editor.styles';
import { useSortedValues } from './use-sorted-values';

interface LinesFieldProps {
  field: FieldOf;
  values: readonly string[];
  errors: Readonly<Record<string, string>>;
  onChange(values: string[]): void;
  onFocus(): void;
}

/** Lines such as the features of a package, each with a grip. Return adds a line, and pasted lines become lines. */
export function LinesField({ field: { name, label, hint }, values, errors, onChange, onFocus }: LinesFieldProps) {
  const id = useId();
  const sorted = useSortedValues({
    ...{ name, values, onChange },
    labelOf: (value: string, index) => value || `line ${index + 1}`,
  });
  const paste = (event: ClipboardEvent<HTMLInputElement>, index: number) => {
    const pasted = event.clipboardData.getData('text').replace(/\r/g, '').replace(/\n+$/, '');
    if (!pasted.includes('\n')) return;
    event.preventDefault();
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    const text = value.slice(0, selectionStart ?? 0) + pasted + value.slice(selectionEnd ?? value.length);
    sorted.insert(index, text.split('\n'), 1);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>, index: number) => {
    // Return also ends a word of an input method.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') sorted.insert(index + 1, ['']);
    else if (event.key === 'Backspace' && values[index] === '') sorted.remove(index);
    else return;
    event.preventDefault();
  };
  return (
    <fieldset css={plainGroup}>
      <legend css={labelStyles}>{label}</legend>
      <p role="status" css={visuallyHidden}>
        {sorted.announcement}
      </p>
      <ul css={lines} ref={sorted.list}>
        {sorted.rows.map(({ key, value, index, place, grip, row }) => {
          const error = errors[`${name}.${index}`];
          return (
            <li key={key} css={lineRow} {...row}>
              <MoveGrip
                title={value || `line ${index + 1}`}
                place={place}
                description="Use the arrow keys to move this line."
                grip={grip}
              />
              <input
                css={inputStyles}
                data-field={index === 0 ? name : `${name}.${index}`}
                aria-label={`${label}, line ${index + 1}`}
                aria-invalid={Boolean(error)}
                aria-describedby={error && `${id}-${key}`}
                value={value}
                onFocus={onFocus}
                onPaste={(event) => paste(event, index)}
                onKeyDown={(event) => press(event, index)}
                onChange={({ target }) => sorted.replace(index, target.value)}
              />
              <IconButton aria-label={`Remove ${value || `line ${index + 1}`}`} onClick={() => sorted.remove(index)}>
                <X aria-hidden="true" strokeWidth={1.75} />
              </IconButton>
              {error && <FieldError id={`${id}-${key}`}>{error}</FieldError>}
            </li>
          );
        })}
      </ul>
      {errors[name] && <FieldError>{errors[name]}</FieldError>}
      {hint && <p css={hintStyles}>{hint}</p>}
      <Button
        size="small"
        css={{ marginTop: '.5rem' }}
        data-field={values.length === 0 ? name : undefined}
        onClick={() => sorted.insert(values.length, [''])}
      >
        <Plus aria-hidden="true" strokeWidth={1.75} /> Add a line
      </Button>
    </fieldset>
  );
}
