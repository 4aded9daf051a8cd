import { CLIENT_FILE_TYPES, type Client, type EntryKind, MAX_CLIENT_FILE_BYTES } from '@godhuli/contracts/clients';
import { type FormEvent, useRef, useState } from 'react';
import { failureText, fieldErrorsOf } from '../../app/call';
import { useUnsavedChanges } from '../../app/session/unsaved-changes';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { inputStyles } from '../../ui/field.styles';
import { SelectField } from '../../ui/select-field';
import { visuallyHidden } from '../../ui/text.styles';
import { TextAreaField } from '../../ui/text-area-field';
import { fieldRow, form } from './client-detail.styles';
import { addDocument, addEntry, addPhoto } from './clients.requests';
import { useClientChange } from './use-client-changes';

type Kind = Exclude<EntryKind, 'file'> | 'photo' | 'document';
const KINDS: readonly { value: Kind; label: string }[] = [
  { value: 'note', label: 'Note' },
  { value: 'call', label: 'Call' },
  { value: 'whatsapp', label: 'WhatsApp message' },
  { value: 'document', label: 'File' },
  { value: 'photo', label: 'Photo' },
];

/** What the field of a file says and accepts. */
const FILES = {
  photo: { label: 'Photo', accept: 'image/*', hint: undefined, missing: 'Please choose a photo.' },
  document: {
    label: 'File',
    accept: Object.keys(CLIENT_FILE_TYPES)
      .map((ending) => `.${ending}`)
      .join(','),
    hint: 'PDF, Word, Excel, image or text, at most 25 MB.',
    missing: 'Please choose a file.',
  },
} as const;
const isFileKind = (kind: Kind): kind is keyof typeof FILES => kind in FILES;

/** Adds a note, a call, a WhatsApp message, a file or a photo to the timeline. */
export function EntryForm({ client }: { client: Client }) {
  const [kind, setKind] = useState<Kind>('note');
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<File | null>(null);
  const [error, setError] = useState('');
  const picker = useRef<HTMLInputElement>(null);
  const add = useClientChange('We could not add the entry', async (file: File | null) => {
    if (file) await (kind === 'photo' ? addPhoto : addDocument)(client._id, file, text);
    else if (!isFileKind(kind)) await addEntry(client._id, { kind, text });
  });
  const errors = fieldErrorsOf(add.error);
  const fileError =
    errors.mediaId ?? errors.file ?? (add.error && isFileKind(kind) && !errors.text ? failureText(add.error, '') : '');
  useUnsavedChanges(text !== '' || chosen !== null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (add.isPending) return;
    const file = isFileKind(kind) ? chosen : null;
    const problem = isFileKind(kind) ? problemOf(kind, file) : '';
    setError(problem);
    if (problem) return;
    add.mutate(file, {
      // What was typed or chosen since then stays for the next entry.
      onSuccess: () => {
        setText((current) => (current === text ? '' : current));
        if (!file || !picker.current || picker.current.files?.[0] !== file) return;
        picker.current.value = '';
        setChosen(null);
      },
    });
  };
  const change = (next: Kind) => {
    setKind(next);
    setError('');
    add.reset();
  };
  const field = FILES[isFileKind(kind) ? kind : 'document'];
  return (
    <form css={form} noValidate onSubmit={submit}>
      <div css={fieldRow}>
        <SelectField label="Add to the timeline" value={kind} options={KINDS} onChange={change} />
        {/* Another kind only hides it, because no script can choose the file again. */}
        <div hidden={!isFileKind(kind)}>
          <Field label={field.label} hint={field.hint} error={error || fileError}>
            {(control) => (
              <input
                {...control}
                ref={picker}
                css={inputStyles}
                type="file"
                accept={field.accept}
                onChange={({ target }) => setChosen(target.files?.[0] ?? null)}
              />
            )}
          </Field>
        </div>
      </div>
      <TextAreaField
        label={isFileKind(kind) ? 'Description' : 'Text'}
        error={errors.text}
        value={text}
        onChange={setText}
      />
      <div>
        <Button type="submit" isBusy={add.isPending}>
          {add.isPending ? 'Adding...' : 'Add entry'}
        </Button>
        <p role="status" css={visuallyHidden}>
          {add.isSuccess && 'Entry added.'}
        </p>
      </div>
    </form>
  );
}

/** Returns what is wrong with the chosen file before it is sent, or ''. */
function problemOf(kind: keyof typeof FILES, file: File | null): string {
  if (!file) return FILES[kind].missing;
  return file.size > MAX_CLIENT_FILE_BYTES ? `This file is larger than 25 MB. Please choose a smaller one.` : '';
}
