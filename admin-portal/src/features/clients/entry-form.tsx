import type { Client, EntryKind } from '@godhuli/contracts/clients';
import { type FormEvent, useRef, useState } from 'react';
import { fieldErrorsOf } from '../../app/call';
import { useUnsavedChanges } from '../../app/session/unsaved-changes';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { inputStyles } from '../../ui/field.styles';
import { SelectField } from '../../ui/select-field';
import { TextAreaField } from '../../ui/text-area-field';
import { fieldRow, form } from './client-detail.styles';
import { addEntry, addFile } from './clients.requests';
import { useClientChange } from './use-client-changes';

const KINDS: readonly { value: EntryKind; label: string }[] = [
  { value: 'note', label: 'Note' },
  { value: 'call', label: 'Call' },
  { value: 'whatsapp', label: 'WhatsApp message' },
  { value: 'file', label: 'Photo file' },
];

/** Adds a note, a call, a WhatsApp message or a file to the timeline. */
export function EntryForm({ client }: { client: Client }) {
  const [kind, setKind] = useState<EntryKind>('note');
  const [text, setText] = useState('');
  const [error, setError] = useState('');
  const picker = useRef<HTMLInputElement>(null);
  const add = useClientChange('We could not add the entry', async (file: File | null) => {
    if (file) await addFile(client._id, file, text);
    else await addEntry(client._id, { kind, text });
  });
  const errors = fieldErrorsOf(add.error);
  useUnsavedChanges(text !== '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (add.isPending) return;
    const file = kind === 'file' ? (picker.current?.files?.[0] ?? null) : null;
    const missing = kind === 'file' && !file;
    setError(missing ? 'Please choose a photo.' : '');
    if (missing) return;
    add.mutate(file, {
      onSuccess: () => {
        setText('');
        if (picker.current) picker.current.value = '';
      },
    });
  };
  return (
    <form css={form} noValidate onSubmit={submit}>
      <div css={fieldRow}>
        <SelectField label="Add to the timeline" value={kind} options={KINDS} onChange={setKind} />
        {kind === 'file' && (
          <Field label="Photo" error={error || errors.mediaId || errors.file}>
            {(control) => <input {...control} ref={picker} css={inputStyles} type="file" accept="image/*" />}
          </Field>
        )}
      </div>
      <TextAreaField
        label={kind === 'file' ? 'Description' : 'Text'}
        error={errors.text}
        value={text}
        onChange={setText}
      />
      <div>
        <Button type="submit" isBusy={add.isPending}>
          {add.isPending ? 'Adding...' : 'Add entry'}
        </Button>
      </div>
    </form>
  );
}
