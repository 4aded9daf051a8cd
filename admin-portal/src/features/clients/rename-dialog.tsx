import { useQueryClient } from '@tanstack/react-query';
import type { MergedField } from '../../app/merge-fields';
import { RecordDialog, useFieldsForm } from '../../app/record-dialog';
import { Field } from '../../ui/field';
import { inputStyles } from '../../ui/field.styles';
import { form as formStyles } from './client-detail.styles';
import { CLIENTS, type Document, renameDocument, storedDocumentOf } from './clients.requests';

type NameDraft = Pick<Document, 'name'>;

const FIELDS: readonly MergedField[] = [{ path: 'name', label: 'Name' }];

/** Renames a file of a client. */
export function RenameDialog({ file, onClose }: { file: Document; onClose(): void }) {
  const queries = useQueryClient();
  const readAgain = () => void queries.invalidateQueries({ queryKey: [CLIENTS] });
  const form = useFieldsForm<Document, NameDraft>(FIELDS, {
    record: file,
    draftOf: (stored) => ({ name: stored?.name ?? '' }),
    // Also after a failure: someone else may have removed the file.
    change: (id, { name }, version) => renameDocument(id, name, version).finally(readAgain),
    storedOf: (error) => storedDocumentOf(file._id, error),
    failureMessage: 'We could not rename the file.',
    onStored: () => undefined,
    onSaved: onClose,
  });
  return (
    <RecordDialog
      title="Rename file"
      noun="file"
      saveLabel="Rename"
      form={form}
      formStyles={formStyles}
      onClose={onClose}
    >
      <Field label="Name" error={form.errors.name}>
        {(control) => (
          <input
            {...control}
            css={inputStyles}
            autoComplete="off"
            maxLength={150}
            value={form.draft.name}
            onChange={({ target }) => form.set({ name: target.value })}
          />
        )}
      </Field>
    </RecordDialog>
  );
}
