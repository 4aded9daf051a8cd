import type { PrivacySettings } from '@godhuli/contracts/clients';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import type { MergedField } from '../../app/merge-fields';
import { QueryResult } from '../../app/query-result';
import { RecordDialog, useFieldsForm } from '../../app/record-dialog';
import { Modal, ModalHead } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { inputStyles } from '../../ui/field.styles';
import { Skeleton } from '../../ui/skeleton';
import { form as formStyles } from './client-detail.styles';
import {
  asRetention,
  CLIENTS,
  privacyQuery,
  type Retention,
  saveRetention,
  storedRetentionOf,
} from './clients.requests';

const TITLE = 'How long data is kept';

/** After how many months an inquiry without a booking is anonymised. */
export function RetentionDialog({ onClose }: { onClose(): void }) {
  const id = useId();
  const query = useQuery(privacyQuery);
  if (query.data) return <RetentionForm settings={query.data} onClose={onClose} />;
  return (
    <Modal aria-labelledby={id} onCloseRequest={onClose}>
      <ModalHead id={id} title={TITLE} onClose={onClose} />
      <QueryResult
        query={query}
        skeleton={<Skeleton style={{ height: '6rem', margin: '1.5rem' }} />}
        failure="We could not load the setting. Check your connection and try again."
      >
        {() => null}
      </QueryResult>
    </Modal>
  );
}

interface Draft {
  /** as it was typed */
  retentionMonths: string;
}

const FIELDS: readonly MergedField[] = [{ path: 'retentionMonths', label: 'Months' }];

function RetentionForm({ settings, onClose }: { settings: PrivacySettings; onClose(): void }) {
  const queries = useQueryClient();
  const form = useFieldsForm<Retention, Draft>(FIELDS, {
    record: asRetention(settings),
    draftOf: (stored) => ({ retentionMonths: String(stored?.retentionMonths ?? '') }),
    change: (_, { retentionMonths }, version) => saveRetention(Number(retentionMonths), version),
    storedOf: storedRetentionOf,
    failureMessage: 'We could not save.',
    onStored: () => void queries.invalidateQueries({ queryKey: [CLIENTS] }),
    onSaved: onClose,
  });
  return (
    <RecordDialog title={TITLE} noun="setting" saveLabel="Save" form={form} formStyles={formStyles} onClose={onClose}>
      <Field
        label="Months"
        error={form.errors.retentionMonths}
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
            value={form.draft.retentionMonths}
            onChange={({ target }) => form.set({ retentionMonths: target.value })}
          />
        )}
      </Field>
    </RecordDialog>
  );
}
