import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText, fieldErrorsOf } from '../../app/call';
import { inputStyles } from '../../ui/field.styles';
import { CALENDAR } from './calendar.requests';
import { RowForm } from './row-form';

/** Adds a city or a crew by its name. */
export function AddRow({ label, add }: { label: string; add(name: string): Promise<unknown> }) {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const run = useMutation({
    mutationFn: add,
    onSuccess: () => setName(''),
    onSettled: () => client.invalidateQueries({ queryKey: [CALENDAR] }),
  });
  const error = run.error ? (fieldErrorsOf(run.error).name ?? failureText(run.error, 'Please try again.')) : undefined;
  return (
    <RowForm label={label} error={error} isBusy={run.isPending} action="Add" onSubmit={() => run.mutate(name)}>
      {(control) => (
        <input
          {...control}
          css={inputStyles}
          maxLength={80}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      )}
    </RowForm>
  );
}
