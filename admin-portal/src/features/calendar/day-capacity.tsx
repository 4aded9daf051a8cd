import type { CalendarSettings } from '@godhuli/contracts/calendar';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { fieldErrorsOf } from '../../app/call';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { inputStyles } from '../../ui/field.styles';
import { namedOptions, SelectField } from '../../ui/select-field';
import { form } from './booking-dialog.styles';
import { CALENDAR, setDayCapacity } from './calendar.requests';

export const MAX_CAPACITY = 50;

/** The capacity of a single day, which replaces that of the city. */
export function DayCapacity({ cities }: Pick<CalendarSettings, 'cities'>) {
  const client = useQueryClient();
  const [cityId, setCityId] = useState(cities[0]?._id ?? '');
  const [day, setDay] = useState('');
  const [capacity, setCapacity] = useState('');
  const run = useMutation({
    mutationFn: () => setDayCapacity(cityId, day, capacity === '' ? null : Number(capacity)),
    onSettled: () => client.invalidateQueries({ queryKey: [CALENDAR] }),
  });
  const failure = run.error ? (fieldErrorsOf(run.error).capacity ?? 'Please choose a date and a number.') : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!run.isPending) run.mutate();
  };
  return (
    <section aria-label="One day">
      <h3>One day</h3>
      <form css={[form, { marginTop: '.75rem' }]} noValidate onSubmit={submit}>
        <SelectField label="City of the day" value={cityId} options={namedOptions(cities)} onChange={setCityId} />
        <Field label="Day">
          {(control) => (
            <input
              {...control}
              css={inputStyles}
              type="date"
              value={day}
              onChange={(event) => setDay(event.target.value)}
            />
          )}
        </Field>
        <Field label="Bookings on this day" hint="Empty: as many as in the city." error={failure}>
          {(control) => (
            <input
              {...control}
              css={inputStyles}
              type="number"
              min={0}
              max={MAX_CAPACITY}
              value={capacity}
              onChange={(event) => setCapacity(event.target.value)}
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
