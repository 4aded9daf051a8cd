import { ApiError } from '@godhuli/contracts/api-error';
import { isSetting } from '@godhuli/contracts/documents';
import type { SiteDocument } from '@godhuli/contracts/publishing';
import { may } from '@godhuli/contracts/roles';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { failureText, fieldErrorsOf } from '../../app/call';
import { QueryResult } from '../../app/query-result';
import { useSession } from '../../app/session/session';
import { Banner } from '../../ui/banner';
import { Button } from '../../ui/button';
import { Modal, ModalHead } from '../../ui/dialog';
import { modalBody, modalFoot } from '../../ui/dialog.styles';
import { Field, FieldError } from '../../ui/field';
import { inputStyles } from '../../ui/field.styles';
import { moveFocusOnRemoval } from '../../ui/move-focus-on-removal';
import { rows } from '../../ui/rows.styles';
import { muted } from '../../ui/text.styles';
import { useIsMounted } from '../../ui/use-is-mounted';
import { Difference } from './difference';
import { scheduledText } from './scheduled-text';
import { cancelSchedule, DOCUMENTS, draftsQuery, publish, SITE, schedule } from './site.requests';
import { checkLine, publishBody } from './site-editor.styles';
import type { OpenForm } from './use-draft';

/** As the API names a draft in its messages. */
const nameOf = ({ entity, id, locale }: SiteDocument) => `${locale === 'en' ? '' : `${locale}.`}${entity}.${id}`;

interface Published {
  /** Called also after the dialog was closed. @param dueAt when it will be published; undefined: it is published now */
  onPublished(dueAt?: string): void;
}

interface PublishDialogProps extends Published {
  /** null: no form is open */
  form: OpenForm | null;
  onClose(): void;
}

/** What each draft changes, with the choice of what is published now or later. The open form is saved first. */
export function PublishDialog({ form, onClose, onPublished }: PublishDialogProps) {
  const [isSaving, setSaving] = useState(form !== null);
  const isMounted = useIsMounted();
  const finish = (dueAt?: string) => {
    // The dialog may be closed, and another one open.
    if (isMounted()) onClose();
    onPublished(dueAt);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the dialog opens
  useEffect(() => {
    void form?.saveNow().then(() => setSaving(false));
  }, []);
  return (
    <Modal aria-labelledby="publish-title" isWide onCloseRequest={onClose}>
      <ModalHead id="publish-title" title="Publish changes" onClose={onClose} />
      {isSaving ? skeleton : <Drafts isFormUnsaved={form?.isUnsaved ?? false} onPublished={finish} />}
    </Modal>
  );
}

const skeleton = <p css={modalBody}>Loading…</p>;
const notSaved = <Banner>The open part has changes that are not saved. They are not in this list.</Banner>;

interface DraftsProps extends Published {
  /** whether the open form has changes that are in no draft */
  isFormUnsaved: boolean;
}

function Drafts({ isFormUnsaved, onPublished }: DraftsProps) {
  // A draft that was saved just now may be missing in the list of the page.
  const query = useQuery({ ...draftsQuery, refetchOnMount: 'always' });
  return (
    <QueryResult query={query} skeleton={skeleton} failure="We could not load the drafts.">
      {({ documents, next }) => {
        const isListed = query.isFetchedAfterMount && (documents.length > 0 || !query.isFetching);
        if (!isListed) return skeleton;
        if (documents.length > 0)
          return <Choice {...{ documents, isFormUnsaved, onPublished }} hasMore={next !== null} />;
        if (!isFormUnsaved) return <p css={modalBody}>Everything is published. Visitors see your newest texts.</p>;
        return <div css={modalBody}>{notSaved}</div>;
      }}
    </QueryResult>
  );
}

interface ChoiceProps extends DraftsProps {
  documents: readonly SiteDocument[];
  /** whether there are more drafts than these */
  hasMore: boolean;
}

function Choice({ documents, hasMore, isFormUnsaved, onPublished }: ChoiceProps) {
  const id = useId();
  const queries = useQueryClient();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [wallTime, setWallTime] = useState('');
  const { user } = useSession();
  const mayPublishSettings = user !== null && may(user.role, 'settings.manage');
  /** One document that the user may not publish makes the API refuse all of them. */
  const mayPublish = (document: SiteDocument) => mayPublishSettings || !isSetting(document.entity, document.id);
  const mayCancel = ({ _id }: NonNullable<SiteDocument['schedule']>) =>
    documents.every((document) => document.schedule?._id !== _id || mayPublish(document));
  const isOffered = (document: SiteDocument) => document.state !== 'scheduled' && mayPublish(document);
  const isChosen = (document: SiteDocument) => isOffered(document) && !left.has(nameOf(document));
  const chosen = documents.filter(isChosen);
  const send = useMutation({
    mutationFn: async (isLater: boolean) => {
      if (isLater) return (await schedule(chosen, wallTime)).dueAt;
      await publish(chosen);
    },
    // The open form begins again with what is published.
    onSuccess: (dueAt) => {
      void queries.resetQueries({ queryKey: [SITE] });
      onPublished(dueAt);
    },
    // Another version of a draft is stored now: the comparison shows it, and the next attempt names it.
    onError: (error) => {
      if (error instanceof ApiError && [404, 409].includes(error.status))
        void queries.invalidateQueries({ queryKey: draftsQuery.queryKey });
    },
  });
  const cancel = useMutation({
    mutationFn: cancelSchedule,
    meta: { errorTitle: 'The schedule was not cancelled' },
    onSettled: () => {
      // The open form begins again: it can be changed now.
      void queries.resetQueries({ queryKey: DOCUMENTS });
      return queries.invalidateQueries({ queryKey: [SITE] });
    },
  });
  const errors = fieldErrorsOf(send.error);
  const toggle = (name: string) => {
    const next = new Set(left);
    if (!next.delete(name)) next.add(name);
    setLeft(next);
  };
  return (
    <>
      <div css={[modalBody, publishBody]}>
        {isFormUnsaved && notSaved}
        {hasMore && <p css={muted}>The first {documents.length} drafts. The others appear once these are published.</p>}
        <ul css={rows}>
          {documents.map((document) => (
            <li key={nameOf(document)}>
              <div>
                <label css={checkLine}>
                  <input
                    type="checkbox"
                    checked={isChosen(document)}
                    disabled={!isOffered(document)}
                    aria-describedby={mayPublish(document) ? undefined : `${id}-${nameOf(document)}`}
                    onChange={() => toggle(nameOf(document))}
                  />
                  {document.label}
                </label>
                {!mayPublish(document) && (
                  <small id={`${id}-${nameOf(document)}`}>Only an admin can publish logo, theme and languages.</small>
                )}
                {document.schedule && (
                  <small>
                    {scheduledText(document.schedule)}{' '}
                    {mayCancel(document.schedule) && (
                      <Button
                        ref={moveFocusOnRemoval}
                        size="small"
                        isBusy={cancel.isPending}
                        onClick={() => cancel.mutate(document.schedule?._id ?? '')}
                      >
                        Cancel schedule
                      </Button>
                    )}
                  </small>
                )}
                <Difference document={document} before={document.live} after={document.body} />
                {Object.entries(errors)
                  .filter(([field]) => field.startsWith(`${nameOf(document)}.`))
                  .map(([field, message]) => (
                    <FieldError key={field}>{message}</FieldError>
                  ))}
              </div>
            </li>
          ))}
        </ul>
        <Field label="Publish later (time in India)" error={errors.wallTime}>
          {(control) => (
            <input
              {...control}
              css={inputStyles}
              type="datetime-local"
              value={wallTime}
              onChange={(event) => setWallTime(event.target.value)}
            />
          )}
        </Field>
        {send.error && <p role="alert">{failureText(send.error, 'Nothing was published. Please try again.')}</p>}
      </div>
      <footer css={modalFoot}>
        <Button isBusy={send.isPending} disabled={chosen.length === 0 || !wallTime} onClick={() => send.mutate(true)}>
          Schedule {chosen.length}
        </Button>
        <Button
          variant="primary"
          isBusy={send.isPending}
          disabled={chosen.length === 0}
          onClick={() => send.mutate(false)}
        >
          Publish {chosen.length} now
        </Button>
      </footer>
    </>
  );
}
