import type { CalendarSettings } from '@godhuli/contracts/calendar';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { failureText, fieldErrorsOf } from '../../app/call';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { inputStyles } from '../../ui/field.styles';
import { namedOptions, SelectField } from '../../ui/select-field';
import { form } from './booking-dialog.styles';
import { CALENDAR, setDayCapacity } from './calendar.requests';
import { isDay } from './calendar-view';

export const MAX_CAPACITY = 50;
export const NO_CAPACITY = `Please enter a number from 0 to ${MAX_CAPACITY}.`;

/** Returns the number of a field; null if it has none that can be a capacity. */
export function capacityOf({ value, validity }: HTMLInputElement): number | null {
  const capacity = Number(value);
  const isCapacity = Number.isInteger(capacity) && capacity >= 0 && capacity <= MAX_CAPACITY;
  return value !== '' && !validity.badInput && isCapacity ? capacity : null;
}

/** What is typed for a single day; without a capacity it has that of the city. */
export interface OneDay {
  cityId: string;
  day: string;
  capacity: string;
}

interface DayCapacityProps extends Pick<CalendarSettings, 'cities'> {
  typed: OneDay;
  onType(typed: OneDay): void;
  onSaved(saved: OneDay): void;
}

/** The capacity of a single day, which replaces that of the city. */
export function DayCapacity({ cities, typed, onType, onSaved }: DayCapacityProps) {
  const client = useQueryClient();
  const run = useMutation({
    mutationFn: ({ cityId, day, capacity }: OneDay) =>
      setDayCapacity(cityId, day, capacity === '' ? null : Number(capacity)),
    onSuccess: (_, sent) => onSaved(sent),
    onSettled: () => client.invalidateQueries({ queryKey: [CALENDAR] }),
  });
  const field = useRef<HTMLInputElement>(null);
  const [errors, setErrors] = useState<{ day?: string; capacity?: string }>({});
  const refusal = run.error
    ? (fieldErrorsOf(run.error).capacity ?? failureText(run.error, 'Please try again.'))
    : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (run.isPending) return;
    // A field with '-' or 'e' has no value, either.
    const hasNoNumber = field.current?.validity.badInput === true;
    const found = {
      ...(!isDay(typed.day) && { day: 'Please choose a date.' }),
      ...(hasNoNumber && { capacity: NO_CAPACITY }),
    };
    setErrors(found);
    if (Object.keys(found).length === 0) run.mutate(typed);
    else run.reset();
  };
  return (
    <section aria-label="One day">
      <h3>One day</h3>
      <form css={[form, { marginTop: '.75rem' }]} noValidate onSubmit={submit}>
        <SelectField
          label="City of the day"
          value={typed.cityId}
          options={namedOptions(cities)}
          onChange={(cityId) => onType({ ...typed, cityId })}
        />
        <Field label="Day" error={errors.day}>
          {(control) => (
            <input
              {...control}
              css={inputStyles}
              type="date"
              value={typed.day}
              onChange={(event) => onType({ ...typed, day: event.target.value })}
            />
          )}
        </Field>
        <Field label="Bookings on this day" hint="Empty: as many as in the city." error={errors.capacity ?? refusal}>
          {(control) => (
            <input
              {...control}
              ref={field}
              css={inputStyles}
              type="number"
              min={0}
              max={MAX_CAPACITY}
              value={typed.capacity}
              onChange={(event) => onType({ ...typed, capacity: event.target.value })}
            />
          )}
        </Field>
        <div css={{ gridColumn: '1 / -1' }}>
          <Button type="submit" isBusy={run.isPending}>
            Set
          </Button>
        </div>
      </form>
      <p role="status" css={{ fontSize: '.8125rem' }}>
        {run.isSuccess && 'Saved.'}
      </p>
    </section>
  );
}
