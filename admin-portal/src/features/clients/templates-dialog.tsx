import { LANGUAGES } from '@godhuli/contracts/inquiries';
import { MAX_TEMPLATES, type ReplyTemplate } from '@godhuli/contracts/reply-templates';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { MergedField } from '../../app/merge-fields';
import { QueryResult } from '../../app/query-result';
import { RecordDialog, useFieldsForm } from '../../app/record-dialog';
import { Button } from '../../ui/button';
import { Confirm, Modal, ModalHead } from '../../ui/dialog';
import { modalBody, modalFoot } from '../../ui/dialog.styles';
import { Field } from '../../ui/field';
import { inputStyles } from '../../ui/field.styles';
import { rows } from '../../ui/rows.styles';
import { Skeleton } from '../../ui/skeleton';
import { muted } from '../../ui/text.styles';
import { TextAreaField } from '../../ui/text-area-field';
import * as styles from './client-detail.styles';
import {
  addTemplate,
  CLIENTS,
  changeTemplate,
  deleteTemplate,
  storedTemplateOf,
  type TemplateFields,
  templatesQuery,
} from './clients.requests';
import { LANGUAGE_NAMES } from './language-names';
import { useClientChange } from './use-client-changes';

/** The reply templates: list, form and deletion. */
export function TemplatesDialog({ onClose }: { onClose(): void }) {
  const id = useId();
  const templates = useQuery(templatesQuery);
  const [edited, setEdited] = useState<ReplyTemplate | 'new' | null>(null);
  if (edited) return <TemplateForm template={edited === 'new' ? null : edited} onDone={() => setEdited(null)} />;
  return (
    <Modal aria-labelledby={id} isWide onCloseRequest={onClose}>
      <ModalHead id={id} title="Reply templates" onClose={onClose} />
      <div css={modalBody}>
        <p css={muted}>Texts that you use often, in three languages, with the name, date and package filled in.</p>
        <QueryResult
          query={templates}
          skeleton={<Skeleton style={{ height: '8rem' }} />}
          failure="We could not load the templates. Check your connection and try again."
        >
          {(loaded) => (
            <ul css={rows}>
              {loaded.map((template) => (
                <Row key={template._id} template={template} onEdit={() => setEdited(template)} />
              ))}
            </ul>
          )}
        </QueryResult>
      </div>
      <footer css={modalFoot}>
        <Button onClick={onClose}>Done</Button>
        <Button
          variant="primary"
          disabled={(templates.data?.length ?? 0) >= MAX_TEMPLATES}
          onClick={() => setEdited('new')}
        >
          New template
        </Button>
      </footer>
    </Modal>
  );
}

function Row({ template, onEdit }: { template: ReplyTemplate; onEdit(): void }) {
  const [isAsking, setAsking] = useState(false);
  const remove = useClientChange('We could not delete the template', () => deleteTemplate(template));
  const written = LANGUAGES.filter((language) => template.texts[language] !== '');
  return (
    <li>
      <div>
        {template.name}
        <small>{written.map((language) => LANGUAGE_NAMES[language]).join(', ')}</small>
      </div>
      <div css={styles.buttons}>
        <Button size="small" onClick={onEdit}>
          Edit {template.name}
        </Button>
        <Button size="small" variant="quiet-bad" onClick={() => setAsking(true)}>
          Delete
        </Button>
      </div>
      {isAsking && (
        <Confirm
          question={`Delete the template ${template.name}?`}
          confirmLabel="Delete"
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate(undefined, { onSettled: () => setAsking(false) })}
          onCancel={() => setAsking(false)}
        />
      )}
    </li>
  );
}

const draftOf = (template: ReplyTemplate | null): TemplateFields => ({
  name: template?.name ?? '',
  texts: template?.texts ?? { en: '', mr: '', hi: '' },
});

const FIELDS: readonly MergedField[] = [
  { path: 'name', label: 'Template name' },
  ...LANGUAGES.map((language) => ({ path: `texts.${language}`, label: LANGUAGE_NAMES[language] })),
];

function TemplateForm({ template, onDone }: { template: ReplyTemplate | null; onDone(): void }) {
  const queries = useQueryClient();
  const form = useFieldsForm<ReplyTemplate, TemplateFields>(FIELDS, {
    ...{ record: template, draftOf, storedOf: storedTemplateOf },
    ...{ add: addTemplate, change: changeTemplate, failureMessage: 'We could not save.' },
    onStored: () => void queries.invalidateQueries({ queryKey: [CLIENTS] }),
    onSaved: onDone,
  });
  const { draft, errors, set } = form;
  return (
    <RecordDialog
      title={template ? 'Edit template' : 'New template'}
      isWide
      noun="template"
      saveLabel="Save template"
      form={form}
      formStyles={styles.form}
      problem={errors.texts}
      onClose={onDone}
    >
      <Field label="Template name" error={errors.name}>
        {(control) => (
          <input
            {...control}
            css={inputStyles}
            maxLength={80}
            value={draft.name}
            onChange={({ target }) => set({ name: target.value })}
          />
        )}
      </Field>
      {LANGUAGES.map((language) => (
        <TextAreaField
          key={language}
          label={LANGUAGE_NAMES[language]}
          error={errors[`texts.${language}`]}
          hint={language === 'en' ? 'Fields: {name}, {date} and {package}.' : undefined}
          maxLength={2000}
          lang={language}
          value={draft.texts[language]}
          onChange={(text) => form.setDraft({ ...draft, texts: { ...draft.texts, [language]: text } })}
        />
      ))}
    </RecordDialog>
  );
}
