import type { Client } from '@godhuli/contracts/clients';
import { LANGUAGES } from '@godhuli/contracts/inquiries';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { failureText, fieldErrorsOf } from '../../app/call';
import { useUnsavedChanges } from '../../app/session/unsaved-changes';
import { Banner } from '../../ui/banner';
import { Button } from '../../ui/button';
import { Modal, ModalHead } from '../../ui/dialog';
import { modalBody, modalFoot } from '../../ui/dialog.styles';
import { Field } from '../../ui/field';
import { inputStyles } from '../../ui/field.styles';
import { optionsOf, SelectField } from '../../ui/select-field';
import { form } from './client-detail.styles';
import { CLIENTS, saveClient } from './clients.requests';
import { LANGUAGE_NAMES } from './language-names';

/** Changes the name and the language of a client. */
export function ClientDialog({ client, onClose }: { client: Client; onClose(): void }) {
  const id = useId();
  const queries = useQueryClient();
  const [name, setName] = useState(client.name);
  const [language, setLanguage] = useState(client.language);
  // The version that the dialog was opened with: a change by someone else is a conflict.
  const [opened] = useState(client);
  const save = useMutation({
    mutationFn: () => saveClient(opened, { name, language }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [CLIENTS] });
      onClose();
    },
  });
  const errors = fieldErrorsOf(save.error);
  const failure = save.error && Object.keys(errors).length === 0 ? failureText(save.error, 'We could not save.') : '';
  useUnsavedChanges((name !== opened.name || language !== opened.language) && !save.isSuccess);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate();
  };
  return (
    <Modal aria-labelledby={id} onCloseRequest={onClose}>
      <ModalHead id={id} title="Edit client" onClose={onClose} />
      <form css={[modalBody, form]} id={`${id}-form`} noValidate onSubmit={submit}>
        {failure && <Banner>{failure}</Banner>}
        <Field label="Name" error={errors.name}>
          {(control) => (
            <input
              {...control}
              css={inputStyles}
              autoComplete="off"
              maxLength={120}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        <SelectField
          label="Language"
          hint="Of the replies to this client."
          error={errors.language}
          value={language}
          options={optionsOf(LANGUAGES, (each) => LANGUAGE_NAMES[each])}
          onChange={setLanguage}
        />
      </form>
      <footer css={modalFoot}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" form={`${id}-form`} variant="primary" isBusy={save.isPending}>
          Save changes
        </Button>
      </footer>
    </Modal>
  );
}
