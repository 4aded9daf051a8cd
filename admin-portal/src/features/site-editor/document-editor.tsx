import type { Body } from '@godhuli/contracts/documents';
import type { SiteDocument } from '@godhuli/contracts/publishing';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useUnsavedChanges } from '../../app/session/unsaved-changes';
import { Banner } from '../../ui/banner';
import { Button } from '../../ui/button';
import { moveFocusOnRemoval } from '../../ui/move-focus-on-removal';
import { muted } from '../../ui/text.styles';
import { Difference } from './difference';
import { DocumentField } from './document-field';
import { translationFieldsOf } from './fields';
import { HistoryDialog } from './history-dialog';
import { scheduledText } from './scheduled-text';
import { discardDraft, restoreRevision } from './site.requests';
import { bar, formStack } from './site-editor.styles';
import { type OpenForm, useDraft } from './use-draft';
import { useUploadQuestion } from './use-upload-question';

interface DocumentEditorProps {
  document: SiteDocument;
  /** the English texts, for a document in another language */
  english: Body;
  onChange(body: Body): void;
  /** @param form null: the form is closed */
  onForm(form: OpenForm | null): void;
  onFocusField(name: string): void;
}

/** The form of one document. */
export function DocumentEditor({ document, english, onChange, onForm, onFocusField }: DocumentEditorProps) {
  const form = useDraft(document);
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  useUnsavedChanges(form.isDirty);
  const { unlessUploading, question } = useUploadQuestion();
  const { body, saved, saveNow } = form;
  const isUnsaved = form.isDirty && form.problem !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller's function is new at each render
  useEffect(() => onChange(body), [body]);
  useEffect(() => {
    onForm({ isUnsaved, saveNow });
    return () => onForm(null);
  }, [isUnsaved, saveNow, onForm]);
  const discard = useMutation({
    mutationFn: () => form.replaceBy((version) => discardDraft({ ...saved, version })),
    meta: { errorTitle: 'The draft was not discarded' },
  });
  const isDraft = saved.state === 'draft' || saved.state === 'new';
  return (
    <div css={formStack}>
      <p css={muted} role="status">
        {form.problem ? 'Not saved' : form.isDirty ? 'Saving…' : isDraft ? 'Saved as a draft' : publicationText(saved)}
      </p>
      {form.conflict ? (
        <div>
          <Banner
            actions={
              <span css={bar}>
                <Button size="small" onClick={() => form.resolve('mine')}>
                  Keep my version
                </Button>
                <Button size="small" onClick={() => form.resolve('theirs')}>
                  Use their version
                </Button>
              </span>
            }
          >
            {form.problem} Theirs is on the left, yours on the right.
          </Banner>
          <Difference document={document} before={form.conflict.body} after={body} />
        </div>
      ) : (
        form.problem && (
          <Banner
            actions={
              <Button size="small" onClick={form.retry}>
                Try again
              </Button>
            }
          >
            {form.problem}
          </Banner>
        )
      )}
      {form.kept && (
        <div ref={moveFocusOnRemoval}>
          <Banner
            actions={
              <span css={bar}>
                <Button size="small" onClick={() => form.answerKept('use')}>
                  Use it
                </Button>
                <Button size="small" onClick={() => form.answerKept('discard')}>
                  Discard it
                </Button>
              </span>
            }
          >
            This browser has text that was not saved. It is on the right.
          </Banner>
          <Difference document={document} before={body} after={{ ...body, ...form.kept.body }} />
        </div>
      )}
      {translationFieldsOf(saved, english, body).map((field) => (
        <DocumentField
          key={field.name}
          field={field}
          value={body[field.name]}
          errors={form.errors}
          onChange={(value) => form.set(field.name, value)}
          onFocus={onFocusField}
        />
      ))}
      <div css={bar}>
        <Button size="small" onClick={() => unlessUploading(() => setHistoryOpen(true))}>
          History
        </Button>
        {isDraft && (
          <Button size="small" isBusy={discard.isPending} onClick={() => unlessUploading(() => discard.mutate())}>
            Discard draft
          </Button>
        )}
      </div>
      {question}
      {isHistoryOpen && (
        <HistoryDialog
          document={saved}
          isDirty={form.isDirty}
          onRestore={(id) => form.replaceBy((version) => restoreRevision(id, version))}
          onClose={() => setHistoryOpen(false)}
        />
      )}
    </div>
  );
}

/** When visitors see what the form has. */
function publicationText({ schedule }: SiteDocument): string {
  if (!schedule) return 'Published';
  return `${scheduledText(schedule)}. To change it, press Publish and cancel the schedule.`;
}
