import type { PrivacySettings } from '@godhuli/contracts/clients';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { failureText, fieldErrorsOf } from '../../app/call';
import { QueryResult } from '../../app/query-result';
import { useUnsavedChanges } from '../../app/session/unsaved-changes';
import { Banner } from '../../ui/banner';
import { Button } from '../../ui/button';
import { Modal, ModalHead } from '../../ui/dialog';
import { modalBody, modalFoot } from '../../ui/dialog.styles';
import { DiscardQuestion } from '../../ui/discard-question';
import { Field } from '../../ui/field';
import { inputStyles } from '../../ui/field.styles';
import { Skeleton } from '../../ui/skeleton';
import { privacyQuery, savePrivacy } from './clients.requests';
import { useClientChange } from './use-client-changes';

/** After how many months an inquiry without a booking is anonymised. */
export function RetentionDialog({ onClose }: { onClose(): void }) {
  const id = useId();
  const query = useQuery(privacyQuery);
  const [isDirty, setDirty] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  useUnsavedChanges(isDirty);
  const close = () => (isDirty ? setConfirming(true) : onClose());
  return (
    <Modal aria-labelledby={id} onCloseRequest={close}>
      <ModalHead id={id} title="How long data is kept" onClose={close} />
      <QueryResult
        query={query}
        skeleton={<Skeleton style={{ height: '6rem', margin: '1.5rem' }} />}
        failure="We could not load the setting. Check your connection and try again."
      >
        {(settings) => (
          <RetentionForm id={id} settings={settings} onDirty={setDirty} onCancel={close} onSaved={onClose} />
        )}
      </QueryResult>
      {isConfirming && <DiscardQuestion onDiscard={onClose} onKeep={() => setConfirming(false)} />}
    </Modal>
  );
}

interface RetentionFormProps {
  id: string;
  settings: PrivacySettings;
  onDirty(isDirty: boolean): void;
  onCancel(): void;
  onSaved(): void;
}

function RetentionForm({ id, settings, onDirty, onCancel, onSaved }: RetentionFormProps) {
  const [opened] = useState(settings);
  const [months, setMonths] = useState(String(opened.retentionMonths));
  const save = useClientChange('', () => savePrivacy({ version: opened.version, retentionMonths: Number(months) }), {
    onSuccess: onSaved,
  });
  const errors = fieldErrorsOf(save.error);
  const failure = save.error && Object.keys(errors).length === 0 ? failureText(save.error, 'We could not save.') : '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate(undefined);
  };
  return (
    <>
      <form css={modalBody} id={`${id}-form`} noValidate onSubmit={submit}>
        {failure && <Banner>{failure}</Banner>}
        <Field
          label="Months"
          error={errors.retentionMonths}
          hint="A client without a booking is anonymised when nothing has happened for this many months. {months} in the text of the privacy page shows this number."
        >
          {(control) => (
            <input
              {...control}
              css={inputStyles}
              type="number"
              inputMode="numeric"
              min={1}
              max={120}
              value={months}
              onChange={({ target }) => {
                setMonths(target.value);
                onDirty(target.value !== String(opened.retentionMonths));
              }}
            />
          )}
        </Field>
      </form>
      <footer css={modalFoot}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" form={`${id}-form`} variant="primary" isBusy={save.isPending}>
          Save
        </Button>
      </footer>
    </>
  );
}
