import type { FormEvent, ReactNode } from 'react';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';

interface RowFormProps {
  error: string | undefined;
  label: string;
  isBusy: boolean;
  action: string;
  onSubmit(): void;
  children(control: { id: string }): ReactNode;
}

/** A form of one row: its controls and one button. */
export function RowForm({ error, label, isBusy, action, onSubmit, children }: RowFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) onSubmit();
  };
  return (
    <form css={{ display: 'grid', gap: '.5rem', marginTop: '.75rem' }} noValidate onSubmit={submit}>
      <Field label={label} error={error}>
        {(control) => (
          <div css={{ display: 'flex', gap: '.5rem', flexWrap: 'wrap', '& input': { flex: 1, minWidth: '8rem' } }}>
            {children(control)}
            <Button type="submit" isBusy={isBusy}>
              {action}
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}
