import type { Client } from '@godhuli/contracts/clients';
import type { Language } from '@godhuli/contracts/inquiries';
import { MAX_LENGTH } from '@godhuli/contracts/inquiry-form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { addOnce } from '../../app/add-once';
import { fieldErrorsOf } from '../../app/call';
import { SaveDialog } from '../../app/save-dialog';
import { TextField } from '../../ui/text-field';
import { form } from './client-detail.styles';
import { CLIENTS, createClient } from './clients.requests';
import { LanguageField } from './language-field';

interface NewClientDialogProps {
  onClose(): void;
  /** Called after the client was added, unless the dialog was closed before. */
  onCreated(client: Client): void;
}

const EMPTY = { name: '', phone: '', email: '', language: 'en' as Language };
const FIELDS = [
  ['name', 'Name', 'text', ''],
  ['phone', 'Phone', 'tel', 'One number or several.'],
  ['email', 'Email', 'email', ''],
] as const;

/** Adds somebody who called or came by. */
export function NewClientDialog({ onClose, onCreated }: NewClientDialogProps) {
  const queries = useQueryClient();
  const [values, setValues] = useState(EMPTY);
  const [add] = useState(() => addOnce(createClient));
  const save = useMutation({
    mutationFn: () => add(values),
    onSuccess: () => queries.invalidateQueries({ queryKey: [CLIENTS, 'list'] }),
  });
  const errors = fieldErrorsOf(save.error);
  return (
    <SaveDialog
      title="Add client"
      isChanged={JSON.stringify(values) !== JSON.stringify(EMPTY)}
      saveLabel="Add client"
      formStyles={form}
      save={save}
      onSaved={onCreated}
      onClose={onClose}
    >
      {FIELDS.map(([name, label, type, hint]) => (
        <TextField
          key={name}
          label={label}
          hint={hint}
          error={errors[name]}
          type={type}
          autoComplete="off"
          maxLength={MAX_LENGTH[name]}
          value={values[name]}
          onChange={({ target }) => setValues({ ...values, [name]: target.value })}
        />
      ))}
      <LanguageField
        error={errors.language}
        value={values.language}
        onChange={(language) => setValues({ ...values, language })}
      />
    </SaveDialog>
  );
}
