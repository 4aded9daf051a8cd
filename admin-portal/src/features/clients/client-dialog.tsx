import type { Client } from '@godhuli/contracts/clients';
import { LANGUAGES } from '@godhuli/contracts/inquiries';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText, fieldErrorsOf } from '../../app/call';
import { FormDialog } from '../../app/form-dialog';
import { Banner } from '../../ui/banner';
import { Field } from '../../ui/field';
import { inputStyles } from '../../ui/field.styles';
import { optionsOf, SelectField } from '../../ui/select-field';
import { form } from './client-detail.styles';
import { CLIENTS, saveClient } from './clients.requests';
import { LANGUAGE_NAMES } from './language-names';

/** Changes the name and the language of a client. */
export function ClientDialog({ client, onClose }: { client: Client; onClose(): void }) {
  const queries = useQueryClient();
  const [name, setName] = useState(client.name);
  const [language, setLanguage] = useState(client.language);
  // The version that the dialog was opened with: a change by someone else is a conflict.
  const [opened] = useState(client);
  const save = useMutation({
    mutationFn: () => saveClient(opened, { name, language }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [CLIENTS] });
      onClose();
    },
  });
  const errors = fieldErrorsOf(save.error);
  return (
    <FormDialog
      title="Edit client"
      isDirty={(name !== opened.name || language !== opened.language) && !save.isSuccess}
      isSaving={save.isPending}
      saveLabel="Save changes"
      formStyles={form}
      onSave={() => {
        if (!save.isPending) save.mutate();
      }}
      onClose={onClose}
    >
      {save.error && Object.keys(errors).length === 0 && (
        <Banner>{failureText(save.error, 'We could not save.')}</Banner>
      )}
      <Field label="Name" error={errors.name}>
        {(control) => (
          <input
            {...control}
            css={inputStyles}
            autoComplete="off"
            maxLength={120}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
      <SelectField
        label="Language"
        hint="Of the replies to this client."
        error={errors.language}
        value={language}
        options={optionsOf(LANGUAGES, (each) => LANGUAGE_NAMES[each])}
        onChange={setLanguage}
      />
    </FormDialog>
  );
}
