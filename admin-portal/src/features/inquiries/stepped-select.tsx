import { type KeyboardEvent, useRef } from 'react';
import { Field, SelectFrame } from '../../ui/field';
import { inputStyles } from '../../ui/field.styles';
import { type Option, SelectOptions } from '../../ui/select-field';

interface SteppedSelectProps {
  label: string;
  error?: string;
  hint?: string;
  value: string;
  options: readonly Option[];
  /** label of an option for '' above the others */
  none?: string;
  /** whether the shown choice is not saved yet */
  isPending: boolean;
  /** a choice, which may be one step of several */
  onStep(value: string): void;
  /** the choice is final */
  onChoose(): void;
  onReset(): void;
}

/** Keys that open the list of options, in which a choice is final. */
const opensList = ({ key, altKey }: KeyboardEvent) =>
  key === ' ' || key === 'Enter' || key === 'F4' || (altKey && (key === 'ArrowDown' || key === 'ArrowUp'));

/**
 * A labelled choice of one option. Browsers report a change for each arrow key on a closed list: such a step becomes final by
 * Enter or when the focus leaves. A choice with the pointer is final at once.
 */
export function SteppedSelect(props: SteppedSelectProps) {
  const { label, error, hint, value, options, none, isPending, onStep, onChoose, onReset } = props;
  const isStepping = useRef(false);
  const onKeyDown = (event: KeyboardEvent) => {
    isStepping.current = !opensList(event);
    if (!isPending || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    // Enter would open the list.
    event.preventDefault();
    if (event.key === 'Enter') onChoose();
    else onReset();
  };
  const isStep = isPending && isStepping.current && !error;
  return (
    <Field label={label} error={error} hint={isStep ? 'Press Enter to save or Escape to cancel.' : hint}>
      {(control) => (
        <SelectFrame>
          <select
            {...control}
            css={inputStyles}
            value={value}
            onKeyDown={onKeyDown}
            onPointerDown={() => {
              isStepping.current = false;
            }}
            onChange={({ target }) => {
              onStep(target.value);
              if (!isStepping.current) onChoose();
            }}
            onBlur={onChoose}
          >
            <SelectOptions none={none} options={options} />
          </select>
        </SelectFrame>
      )}
    </Field>
  );
}
