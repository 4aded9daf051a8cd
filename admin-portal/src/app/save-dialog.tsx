import type { UseMutationResult } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { Banner } from '../ui/banner';
import { failureText, fieldErrorsOf } from './call';
import { FormDialog } from './form-dialog';

interface SaveDialogProps<Saved>
  extends Pick<ComponentProps<typeof FormDialog>, 'title' | 'saveLabel' | 'formStyles' | 'onClose' | 'children'> {
  /** whether a value differs from the saved one */
  isChanged: boolean;
  save: Pick<UseMutationResult<Saved, Error, void>, 'error' | 'isPending' | 'isSuccess' | 'mutate'>;
  /** Called after a save, unless the dialog was closed before. */
  onSaved(saved: Saved): void;
}

/**
 * A form dialog that saves with one request. An error that belongs to no field is shown above the fields. Until the response
 * has arrived the fields keep their values and the focus, which `disabled` would lose.
 */
export function SaveDialog<Saved>({ isChanged, save, onSaved, children, ...dialog }: SaveDialogProps<Saved>) {
  return (
    <FormDialog
      {...dialog}
      isDirty={isChanged && !save.isSuccess}
      isSaving={save.isPending}
      onSave={() => {
        if (!save.isPending) save.mutate(undefined, { onSuccess: onSaved });
      }}
    >
      {save.error && Object.keys(fieldErrorsOf(save.error)).length === 0 && (
        <Banner>{failureText(save.error, 'We could not save.')}</Banner>
      )}
      <div
        css={{ display: 'contents' }}
        onChangeCapture={(event) => {
          if (save.isPending) event.stopPropagation();
        }}
      >
        {children}
      </div>
    </FormDialog>
  );
}
