import type { Client } from '@godhuli/contracts/clients';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrorsOf } from '../../app/call';
import { SaveDialog } from '../../app/save-dialog';
import { TextField } from '../../ui/text-field';
import { form } from './client-detail.styles';
import { CLIENTS, saveClient } from './clients.requests';
import { LanguageField } from './language-field';

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
    <SaveDialog
      title="Edit client"
      isChanged={name !== opened.name || language !== opened.language}
      saveLabel="Save changes"
      formStyles={form}
      save={save}
      onClose={onClose}
    >
      <TextField
        label="Name"
        error={errors.name}
        autoComplete="off"
        maxLength={120}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <LanguageField error={errors.language} value={language} onChange={setLanguage} />
    </SaveDialog>
  );
}
