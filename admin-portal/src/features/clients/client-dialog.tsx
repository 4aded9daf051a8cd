import type { Client } from '@godhuli/contracts/clients';
import { useQueryClient } from '@tanstack/react-query';
import type { MergedField } from '../../app/merge-fields';
import { RecordDialog, useFieldsForm } from '../../app/record-dialog';
import { TextField } from '../../ui/text-field';
import { form as formStyles } from './client-detail.styles';
import { CLIENTS, type ClientFields, changeClient, storedClientOf } from './clients.requests';
import { LanguageField } from './language-field';
import { LANGUAGE_NAMES } from './language-names';

const FIELDS: readonly MergedField[] = [
  { path: 'name', label: 'Name' },
  { path: 'language', label: 'Language' },
];

const shown = (path: string, { name, language }: ClientFields) => (path === 'name' ? name : LANGUAGE_NAMES[language]);

/** Changes the name and the language of a client. */
export function ClientDialog({ client, onClose }: { client: Client; onClose(): void }) {
  const queries = useQueryClient();
  const form = useFieldsForm<Client, ClientFields>(FIELDS, {
    record: client,
    draftOf: (stored) => ({ name: stored?.name ?? '', language: stored?.language ?? 'en' }),
    ...{ change: changeClient, storedOf: storedClientOf, failureMessage: 'We could not save.' },
    onStored: () => void queries.invalidateQueries({ queryKey: [CLIENTS] }),
    onSaved: onClose,
  });
  const { draft, errors, set } = form;
  return (
    <RecordDialog
      {...{ title: 'Edit client', noun: 'client', saveLabel: 'Save changes', form, formStyles, shown, onClose }}
    >
      <TextField
        label="Name"
        error={errors.name}
        autoComplete="off"
        maxLength={120}
        value={draft.name}
        onChange={({ target }) => set({ name: target.value })}
      />
      <LanguageField error={errors.language} value={draft.language} onChange={(language) => set({ language })} />
    </RecordDialog>
  );
}
