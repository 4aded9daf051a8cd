import { Banner } from '../ui/banner';
import { ConflictNotice } from './conflict-notice';
import { FormDialog, type FormDialogProps } from './form-dialog';
import { isEqual, type MergedField, mergeFields, textDifferences, withFieldOf } from './merge-fields';
import { type RecordForm, useRecordForm } from './use-record-form';

/** `useRecordForm` for a form whose fields are merged one by one. */
export function useFieldsForm<Stored extends { _id: string; version: number }, Draft extends object>(
  fields: readonly MergedField[],
  options: Omit<RecordForm<Stored, Draft>, 'isSame' | 'merge'>,
) {
  const form = useRecordForm<Stored, Draft>({
    ...options,
    isSame: isEqual,
    merge: (base, mine, theirs) => mergeFields(fields, base, mine, theirs),
  });
  /** Changes some fields and takes their messages away. */
  const set = (values: Partial<Draft>) => {
    form.setDraft((before) => ({ ...before, ...values }));
    form.clearErrors(values);
  };
  return { ...form, fields, set };
}

type FieldsForm<Draft extends object> = Pick<
  ReturnType<typeof useFieldsForm<{ _id: string; version: number }, Draft>>,
  'fields' | 'draft' | 'setDraft' | 'failure' | 'conflict' | 'isSaving' | 'isDirty' | 'save' | 'takeTheirs'
>;

interface RecordDialogProps<Draft extends object>
  extends Pick<FormDialogProps, 'title' | 'isWide' | 'saveLabel' | 'formStyles' | 'onClose' | 'children'> {
  form: FieldsForm<Draft>;
  /** what is edited: 'client' */
  noun: string;
  /** a value as staff see it; the value itself unless given */
  shown?(path: string, values: Draft): string;
  /** a message that belongs to no field */
  problem?: string;
}

/** The dialog of `useFieldsForm`: what went wrong, and both versions at a conflict, above the fields. */
export function RecordDialog<Draft extends object>({
  form: { fields, draft, setDraft, failure, conflict, isSaving, isDirty, save, takeTheirs },
  noun,
  shown,
  problem,
  children,
  ...dialog
}: RecordDialogProps<Draft>) {
  return (
    <FormDialog {...dialog} isDirty={isDirty} isSaving={isSaving} onSave={() => void save()}>
      {(failure || problem) && <Banner>{failure || problem}</Banner>}
      {conflict && (
        <ConflictNotice
          noun={noun}
          {...conflict}
          differences={textDifferences(fields, draft, conflict.theirs, shown)}
          isSaving={isSaving}
          onKeepMine={() => void save()}
          onTakeTheirs={takeTheirs}
          {...(fields.length > 1 && { onTakeField: ({ path }) => setDraft(withFieldOf(draft, path, conflict.theirs)) })}
        />
      )}
      {children}
    </FormDialog>
  );
}
