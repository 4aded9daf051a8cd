import type { Client } from '@godhuli/contracts/clients';
import { LANGUAGES, type Language } from '@godhuli/contracts/inquiries';
import { MAX_LENGTH } from '@godhuli/contracts/inquiry-form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText, fieldErrorsOf } from '../../app/call';
import { FormDialog } from '../../app/form-dialog';
import { Banner } from '../../ui/banner';
import { Field } from '../../ui/field';
import { inputStyles } from '../../ui/field.styles';
import { optionsOf, SelectField } from '../../ui/select-field';
import { form } from './client-detail.styles';
import { CLIENTS, createClient } from './clients.requests';
import { LANGUAGE_NAMES } from './language-names';

interface NewClientDialogProps {
  onClose(): void;
  onCreated(client: Client): void;
}

const EMPTY = { name: '', phone: '', email: '', language: 'en' as Language };
const FIELDS = [
  ['name', 'Name', 'text', ''],
  ['phone', 'Phone', 'tel', 'One number or several.'],
  ['email', 'Email', 'email', ''],
] as const;

/** Adds somebody who called or came by. */
export function NewClientDialog({ onClose, onCreated }: NewClientDialogProps) {
  const queries = useQueryClient();
  const [values, setValues] = useState(EMPTY);
  const save = useMutation({
    mutationFn: () => createClient(values),
    onSuccess: async (client) => {
      await queries.invalidateQueries({ queryKey: [CLIENTS, 'list'] });
      onCreated(client);
    },
  });
  const errors = fieldErrorsOf(save.error);
  return (
    <FormDialog
      title="Add client"
      isDirty={JSON.stringify(values) !== JSON.stringify(EMPTY) && !save.isSuccess}
      isSaving={save.isPending}
      saveLabel="Add client"
      formStyles={form}
      onSave={() => {
        if (!save.isPending) save.mutate();
      }}
      onClose={onClose}
    >
      {save.error && Object.keys(errors).length === 0 && (
        <Banner>{failureText(save.error, 'We could not save.')}</Banner>
      )}
      {FIELDS.map(([name, label, type, hint]) => (
        <Field key={name} label={label} hint={hint} error={errors[name]}>
          {(control) => (
            <input
              {...control}
              css={inputStyles}
              type={type}
              autoComplete="off"
              maxLength={MAX_LENGTH[name]}
              value={values[name]}
              onChange={({ target }) => setValues({ ...values, [name]: target.value })}
            />
          )}
        </Field>
      ))}
      <SelectField
        label="Language"
        hint="Of the replies to this client."
        error={errors.language}
        value={values.language}
        options={optionsOf(LANGUAGES, (each) => LANGUAGE_NAMES[each])}
        onChange={(language) => setValues({ ...values, language })}
      />
    </FormDialog>
  );
}
