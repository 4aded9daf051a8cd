import type { City } from '@godhuli/contracts/calendar';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { failureText } from '../../app/call';
import { FieldError } from '../../ui/field';
import { inputStyles } from '../../ui/field.styles';
import { CALENDAR, changeCity } from './calendar.requests';
import { capacityOf, MAX_CAPACITY, NO_CAPACITY } from './day-capacity';

/** Key of the mutations that save the capacity of a city. */
export const capacityKey = (cityId: string) => [CALENDAR, 'capacity', cityId];

interface CityCapacityProps {
  city: City;
  /** what was typed and is not saved yet */
  typed: string | undefined;
  onType(text: string): void;
  /** what was typed before is saved, and may have been replaced since */
  onSaved(text: string): void;
}

/** The name of a city and the bookings that a day takes there, which are saved by Enter or when the field is left. */
export function CityCapacity({ city, typed, onType, onSaved }: CityCapacityProps) {
  const { _id, name, capacity, isArchived } = city;
  const errorId = useId();
  const client = useQueryClient();
  const [error, setError] = useState<string>();
  const run = useMutation({
    mutationFn: ({ next }: { next: number; text: string }) => changeCity(_id, { capacity: next }),
    mutationKey: capacityKey(_id),
    scope: { id: `capacity of city ${_id}` },
    onSuccess: (_, { text }) => onSaved(text),
    onError: (cause) => setError(`Not saved. ${failureText(cause, 'Please try again.')}`),
    onSettled: () => client.invalidateQueries({ queryKey: [CALENDAR] }),
    meta: { errorTitle: `We could not save the bookings per day in ${name}` },
  });
  const save = (field: HTMLInputElement) => {
    if (typed === undefined) return;
    const next = capacityOf(field);
    setError(next === null ? NO_CAPACITY : undefined);
    if (next === null || (run.isPending && run.variables.next === next)) return;
    if (next === capacity && !run.isPending) onSaved(typed);
    else run.mutate({ next, text: typed });
  };
  return (
    <>
      <div>
        {name}
        {isArchived && <small>Archived</small>}
        {error && (
          <div role="alert">
            <FieldError id={errorId}>{error}</FieldError>
          </div>
        )}
      </div>
      <input
        type="number"
        aria-label={`Bookings per day in ${name}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        css={[inputStyles, { width: '5.5rem' }]}
        min={0}
        max={MAX_CAPACITY}
        value={typed ?? String(capacity)}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') save(event.currentTarget);
        }}
        onBlur={({ target, relatedTarget }) => {
          // The question before the dialog closes takes the focus, too.
          if (!relatedTarget || relatedTarget.closest('dialog') === target.closest('dialog')) save(target);
        }}
      />
    </>
  );
}
