import type { TimelineItem } from '@godhuli/contracts/clients';
import { useState } from 'react';
import { failureText, fieldErrorsOf } from '../../app/call';
import { FormDialog } from '../../app/form-dialog';
import { Banner } from '../../ui/banner';
import { Field } from '../../ui/field';
import { inputStyles } from '../../ui/field.styles';
import { form } from './client-detail.styles';
import { renameDocument } from './clients.requests';
import { useClientChange } from './use-client-changes';

interface RenameDialogProps {
  entryId: string;
  file: NonNullable<TimelineItem['file']>;
  onClose(): void;
}

/** Renames a file of a client. */
export function RenameDialog({ entryId, file, onClose }: RenameDialogProps) {
  // The version that the dialog was opened with: a change by someone else is a conflict.
  const [opened] = useState(file);
  const [name, setName] = useState(opened.name);
  const save = useClientChange('', () => renameDocument(entryId, opened.version, name), { onSuccess: onClose });
  const errors = fieldErrorsOf(save.error);
  return (
    <FormDialog
      title="Rename file"
      isDirty={name !== opened.name && !save.isSuccess}
      isSaving={save.isPending}
      saveLabel="Rename"
      formStyles={form}
      onSave={() => {
        if (!save.isPending) save.mutate(undefined);
      }}
      onClose={onClose}
    >
      {save.error && Object.keys(errors).length === 0 && (
        <Banner>{failureText(save.error, 'We could not rename the file.')}</Banner>
      )}
      <Field label="Name" error={errors.name}>
        {(control) => (
          <input
            {...control}
            css={inputStyles}
            autoComplete="off"
            maxLength={150}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}
