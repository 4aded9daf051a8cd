import { useQueryClient } from '@tanstack/react-query';
import { ConflictNotice } from '../../app/conflict-notice';
import { FormDialog } from '../../app/form-dialog';
import { isEqual, type MergedField, mergeFields, textDifferences } from '../../app/merge-fields';
import { useRecordForm } from '../../app/use-record-form';
import { Banner } from '../../ui/banner';
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
  const { draft, setDraft, errors, clearErrors, failure, conflict, ...form } = useRecordForm<Document, NameDraft>({
    record: file,
    draftOf: (stored) => ({ name: stored?.name ?? '' }),
    isSame: isEqual,
    merge: (base, mine, theirs) => mergeFields(FIELDS, base, mine, theirs),
    // Also after a failure: someone else may have removed the file.
    change: (id, { name }, version) => renameDocument(id, name, version).finally(readAgain),
    storedOf: (error) => storedDocumentOf(file._id, error),
    failureMessage: 'We could not rename the file.',
    onStored: () => undefined,
    onSaved: onClose,
  });
  return (
    <FormDialog
      title="Rename file"
      isDirty={form.isDirty}
      isSaving={form.isSaving}
      saveLabel="Rename"
      formStyles={formStyles}
      onSave={() => void form.save()}
      onClose={onClose}
    >
      {failure && <Banner>{failure}</Banner>}
      {conflict && (
        <ConflictNotice
          noun="file"
          {...conflict}
          differences={textDifferences(FIELDS, draft, conflict.theirs)}
          isSaving={form.isSaving}
          onKeepMine={() => void form.save()}
          onTakeTheirs={form.takeTheirs}
        />
      )}
      <Field label="Name" error={errors.name}>
        {(control) => (
          <input
            {...control}
            css={inputStyles}
            autoComplete="off"
            maxLength={150}
            value={draft.name}
            onChange={({ target }) => {
              setDraft({ name: target.value });
              clearErrors({ name: '' });
            }}
          />
        )}
      </Field>
    </FormDialog>
  );
}
