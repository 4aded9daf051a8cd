import { ApiError } from '@godhuli/contracts/api-error';
import { NEVER_PROMOTED, type Release, type Remote } from '@godhuli/contracts/releases';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { failureText, fieldErrorsOf } from '../../app/call';
import { stateOf } from '../../app/query-client';
import { useUnsavedChanges } from '../../app/session/unsaved-changes';
import { Banner } from '../../ui/banner';
import { Button } from '../../ui/button';
import { code } from '../../ui/code.styles';
import { Modal, ModalHead } from '../../ui/dialog';
import { modalBody, modalFoot } from '../../ui/dialog.styles';
import { DiscardQuestion } from '../../ui/discard-question';
import { Field } from '../../ui/field';
import { inputStyles } from '../../ui/field.styles';
import { muted } from '../../ui/text.styles';
import { useIsMounted } from '../../ui/use-is-mounted';
import { promoteRelease, RELEASES, remotesQuery, rollbackQuery } from './releases.requests';

const LONGEST_REASON = 300;
const REASON_MISSING = 'Please enter a reason.';

interface ReasonDialogProps {
  action: 'Promote' | 'Roll back';
  release: Release;
  remote: Remote;
  /** Called after the change, also when the dialog was closed before. */
  onDone(): void;
  /** @param hasFailed the change was refused: what this page shows may be old */
  onClose(hasFailed: boolean): void;
}

const revisionOf = ({ revisions }: Remote) => revisions.live ?? NEVER_PROMOTED;

/** Returns that the live release has changed, to what, and that the reason can be sent again. */
function changedText({ live }: Remote, release: Release, cause: ApiError, action: ReasonDialogProps['action']): string {
  const change = `The live release has changed since you opened this dialog. ${live ?? 'No release'} is live now.`;
  const isDone = live === release.version;
  const next = isDone
    ? 'There is nothing left to do.'
    : `Your reason is still here. To replace this release, press ${action} again.`;
  return [change, cause.problem?.detail, next].filter(Boolean).join(' ');
}

/** Makes a release live, with the reason that the history keeps. */
export function ReasonDialog({ action, release, remote, onDone, onClose }: ReasonDialogProps) {
  const id = useId();
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string | null>(null);
  const [isConfirming, setConfirming] = useState(false);
  // What the decision is based on. A refetch must not change it: staff would overwrite a change that they have not seen.
  const [expected, setExpected] = useState(revisionOf(remote));
  useUnsavedChanges(reason !== '');
  const queries = useQueryClient();
  const isMounted = useIsMounted();
  const { mutate: promote, isPending: isBusy } = useMutation({
    mutationFn: () => promoteRelease(release.remote, { version: release.version, reason: reason.trim(), expected }),
    onSuccess: () => {
      onDone();
      if (isMounted()) onClose(false);
    },
    onError: async (cause) => {
      const field = fieldErrorsOf(cause).reason;
      if (field) return setError(field);
      setFailure(failureText(cause, 'Nothing was changed. Please try again.'));
      if (!(cause instanceof ApiError) || cause.status !== 409) return;
      await queries.invalidateQueries({ queryKey: [RELEASES] });
      const current = queries.getQueryData(remotesQuery.queryKey)?.find(({ name }) => name === remote.name);
      if (!current || revisionOf(current) === expected) return;
      setExpected(revisionOf(current));
      setFailure(changedText(current, release, cause, action));
    },
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFailure(null);
    setError(reason.trim() ? undefined : REASON_MISSING);
    if (reason.trim() && !isBusy) promote();
  };

  const leave = () => onClose(failure !== null);
  const close = () => (reason.trim() === '' ? leave() : setConfirming(true));
  return (
    <Modal aria-labelledby={id} onCloseRequest={close}>
      <ModalHead id={id} title={`${action} ${release.remote}`} onClose={close} />
      <form id={`${id}-form`} css={[modalBody, { display: 'grid', gap: '1rem' }]} noValidate onSubmit={submit}>
        {failure && <Banner>{failure}</Banner>}
        <p>
          <span css={code}>{release.version}</span> will be live for every page opened from now on.
          {release.withdrawn && ' It was rolled back before. Promoting it marks it as good again.'}
        </p>
        <RolledBack release={release} />
        <Field label="Reason *" error={error}>
          {(control) => (
            <textarea
              {...control}
              css={inputStyles}
              rows={3}
              maxLength={LONGEST_REASON}
              required
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
        <p css={[muted, { fontSize: '.8125rem' }]}>Shown in the history with your name.</p>
      </form>
      <footer css={modalFoot}>
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" form={`${id}-form`} variant="primary" isBusy={isBusy}>
          {isBusy ? 'Saving...' : action}
        </Button>
      </footer>
      {isConfirming && <DiscardQuestion onDiscard={leave} onKeep={() => setConfirming(false)} />}
    </Modal>
  );
}

/** Lists the releases that will be rolled back, newest first. */
function RolledBack({ release }: Pick<ReasonDialogProps, 'release'>) {
  const rollback = useQuery(rollbackQuery(release.remote, release.version));
  const { count = 0, newest = [] } = rollback.data ?? {};
  return (
    <div role="status" css={{ '&:empty': { display: 'none' } }}>
      {count > 0 && (
        <>
          <p>
            {count === 1
              ? 'This release will be rolled back. Only a promotion makes it live again:'
              : 'These releases will be rolled back. Only a promotion makes one of them live again:'}
          </p>
          <ul css={{ marginTop: '.375rem', overflowWrap: 'anywhere' }}>
            {newest.map((version) => (
              <li key={version} css={code}>
                {version}
              </li>
            ))}
          </ul>
          {count > newest.length && <p>And {count - newest.length} more.</p>}
        </>
      )}
      {stateOf(rollback) === 'failed' && (
        <p>
          We could not load which releases will be rolled back. If this release was live before, newer ones will be, and
          only a promotion makes one of them live again.
        </p>
      )}
    </div>
  );
}
