import type { CalendarSettings } from '@godhuli/contracts/calendar';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrorsOf } from '../../app/call';
import { inputStyles } from '../../ui/field.styles';
import { CALENDAR, setDayCapacity } from './calendar.requests';
import { RowForm } from './row-form';

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
  return (
    <section aria-label="One day">
      <h3>One day</h3>
      <RowForm
        label="Another number of bookings on one day (empty: as the city)"
        error={failure}
        isBusy={run.isPending}
        action="Set"
        onSubmit={() => run.mutate()}
      >
        {(control) => (
          <>
            <select
              aria-label="City of the day"
              css={[inputStyles, { flex: '1 1 8rem', width: 'auto' }]}
              value={cityId}
              onChange={(event) => setCityId(event.target.value)}
            >
              {cities.map(({ _id, name }) => (
                <option key={_id} value={_id}>
                  {name}
                </option>
              ))}
            </select>
            <input
              aria-label="Day"
              css={inputStyles}
              type="date"
              value={day}
              onChange={(event) => setDay(event.target.value)}
            />
            <input
              {...control}
              css={inputStyles}
              type="number"
              min={0}
              max={MAX_CAPACITY}
              value={capacity}
              onChange={(event) => setCapacity(event.target.value)}
            />
          </>
        )}
      </RowForm>
      <p role="status" css={{ fontSize: '.8125rem' }}>
        {run.isSuccess && 'Saved.'}
      </p>
    </section>
  );
}
