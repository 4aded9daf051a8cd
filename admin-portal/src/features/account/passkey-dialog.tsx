import type { Passkey } from '@godhuli/contracts/second-factor';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { Cancelled, failureText, fieldErrorsOf } from '../../app/call';
import { Banner } from '../../ui/banner';
import { Button } from '../../ui/button';
import { Modal, ModalHead } from '../../ui/dialog';
import { modalBody, modalFoot } from '../../ui/dialog.styles';
import { Field } from '../../ui/field';
import { inputStyles } from '../../ui/field.styles';
import { addPasskey, renamePasskey } from './second-factor.requests';

interface PasskeyDialogProps {
  /** the passkey to rename, or 'new' */
  passkey: Passkey | 'new';
  onSaved(recoveryCodes: string[] | null): void;
  onClose(): void;
}

/** Names a new passkey and lets the browser create it, or renames one. */
export function PasskeyDialog({ passkey, onSaved, onClose }: PasskeyDialogProps) {
  const id = useId();
  const isNew = passkey === 'new';
  const [name, setName] = useState(isNew ? '' : passkey.name);
  const [missing, setMissing] = useState<string>();
  const save = useMutation({
    mutationFn: async (typed: string) => {
      if (isNew) return addPasskey(typed);
      await renamePasskey(passkey._id, typed);
      return null;
    },
    onSuccess: onSaved,
  });
  const error = missing ?? fieldErrorsOf(save.error).name;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(name.trim() ? undefined : 'Please enter a name for this passkey.');
    if (name.trim() && !save.isPending) save.mutate(name.trim());
  };
  return (
    <Modal aria-labelledby={id} onCloseRequest={onClose}>
      <ModalHead id={id} title={isNew ? 'Add a passkey' : 'Rename the passkey'} onClose={onClose} />
      <form css={[modalBody, { display: 'grid', gap: '1.25rem' }]} id={`${id}-form`} noValidate onSubmit={submit}>
        {save.error && !error && !(save.error instanceof Cancelled) && <Banner>{passkeyFailure(save.error)}</Banner>}
        <Field label="Name" error={error} hint={isNew ? 'Where it is kept, such as "Office laptop".' : undefined}>
          {(control) => (
            <input
              {...control}
              css={inputStyles}
              autoComplete="off"
              maxLength={60}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
      </form>
      <footer css={modalFoot}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" form={`${id}-form`} variant="primary" isBusy={save.isPending}>
          {isNew ? 'Continue' : 'Save'}
        </Button>
      </footer>
    </Modal>
  );
}

const passkeyFailure = (error: unknown) =>
  failureText(error, 'The browser did not create a passkey. It may exist on this device already, or it was cancelled.');
