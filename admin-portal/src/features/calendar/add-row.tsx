import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failureText, fieldErrorsOf } from '../../app/call';
import { inputStyles } from '../../ui/field.styles';
import { CALENDAR } from './calendar.requests';
import { RowForm } from './row-form';

interface AddRowProps {
  label: string;
  name: string;
  onName(name: string): void;
  add(name: string): Promise<unknown>;
  /** the name is added; another one may have been typed since */
  onAdded(name: string): void;
}

/** Adds a city or a crew by its name. */
export function AddRow({ label, name, onName, add, onAdded }: AddRowProps) {
  const client = useQueryClient();
  const run = useMutation({
    mutationFn: add,
    onSuccess: (_, added) => onAdded(added),
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
          onChange={(event) => onName(event.target.value)}
        />
      )}
    </RowForm>
  );
}
