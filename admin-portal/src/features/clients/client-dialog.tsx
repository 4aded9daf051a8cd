import type { Client } from '@godhuli/contracts/clients';
import { useQueryClient } from '@tanstack/react-query';
import { ConflictNotice } from '../../app/conflict-notice';
import { FormDialog } from '../../app/form-dialog';
import { isEqual, type MergedField, mergeFields, textDifferences, withFieldOf } from '../../app/merge-fields';
import { useRecordForm } from '../../app/use-record-form';
import { Banner } from '../../ui/banner';
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
  const { draft, setDraft, errors, clearErrors, failure, conflict, ...form } = useRecordForm<Client, ClientFields>({
    record: client,
    draftOf: (stored) => ({ name: stored?.name ?? '', language: stored?.language ?? 'en' }),
    merge: (base, mine, theirs) => mergeFields(FIELDS, base, mine, theirs),
    ...{ isSame: isEqual, change: changeClient, storedOf: storedClientOf, failureMessage: 'We could not save.' },
    onStored: () => void queries.invalidateQueries({ queryKey: [CLIENTS] }),
    onSaved: onClose,
  });
  const set = (values: Partial<ClientFields>) => {
    setDraft((before) => ({ ...before, ...values }));
    clearErrors(values);
  };
  return (
    <FormDialog
      title="Edit client"
      isDirty={form.isDirty}
      isSaving={form.isSaving}
      saveLabel="Save changes"
      formStyles={formStyles}
      onSave={() => void form.save()}
      onClose={onClose}
    >
      {failure && <Banner>{failure}</Banner>}
      {conflict && (
        <ConflictNotice
          noun="client"
          {...conflict}
          differences={textDifferences(FIELDS, draft, conflict.theirs, shown)}
          isSaving={form.isSaving}
          onKeepMine={() => void form.save()}
          onTakeTheirs={form.takeTheirs}
          onTakeField={({ path }) => setDraft(withFieldOf(draft, path, conflict.theirs))}
        />
      )}
      <TextField
        label="Name"
        error={errors.name}
        autoComplete="off"
        maxLength={120}
        value={draft.name}
        onChange={({ target }) => set({ name: target.value })}
      />
      <LanguageField error={errors.language} value={draft.language} onChange={(language) => set({ language })} />
    </FormDialog>
  );
}
