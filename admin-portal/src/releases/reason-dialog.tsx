import type { Release, Remote } from '@godhuli/contracts/releases';
import { type FormEvent, type ReactElement, useCallback, useId, useState } from 'react';
import { failureText, fieldErrorsOf } from '../api/call';
import { loadMoves, makeLive } from '../api/remotes';
import { useLoad } from '../api/use-load';
import { Banner } from '../controls/banner';
import { Button } from '../controls/button';
import { Modal, ModalHead, modalBody, modalFoot } from '../controls/dialog';
import { Field, inputStyles } from '../controls/field';
import { code } from '../look/code';
import { muted } from '../look/text';
import { useUnsavedChanges } from '../session/unsaved-changes';
import { withdrawnBy } from './withdrawals';

const LONGEST_REASON = 300;
const REASON_MISSING = 'Please enter a reason.';

interface ReasonDialogProps {
  action: 'Promote' | 'Roll back';
  release: Release;
  remote: Remote;
  onDone(): void;
  /** @param hasFailed the change was refused: what this page shows may be old */
  onClose(hasFailed: boolean): void;
}

/** Makes a release live, with the reason that the history keeps. */
export function ReasonDialog({ action, release, remote, onDone, onClose }: ReasonDialogProps): ReactElement {
  const id = useId();
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  useUnsavedChanges(reason !== '');

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setFailure(null);
    setError(reason.trim() ? undefined : REASON_MISSING);
    if (!reason.trim() || isBusy) return;
    setBusy(true);
    try {
      const expected = remote.revisions.live;
      await makeLive(release.remote, { version: release.version, reason: reason.trim(), expected });
      onDone();
    } catch (cause) {
      const field = fieldErrorsOf(cause).reason;
      if (field) setError(field);
      else setFailure(failureText(cause, 'Nothing was changed. Please try again.'));
      setBusy(false);
    }
  };

  const close = () => onClose(failure !== null);
  return (
    <Modal aria-labelledby={id} onCloseRequest={close}>
      <ModalHead id={id} title={`${action} ${release.remote}`} onClose={close} />
      <form
        id={`${id}-form`}
        css={[modalBody, { display: 'grid', gap: '1rem' }]}
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        {failure && <Banner>{failure}</Banner>}
        <p>
          <span css={code}>{release.version}</span> will be live for every page opened from now on.
          {release.withdrawn && ' It was rolled back before. Promoting it marks it as good again.'}
        </p>
        <Withdrawals release={release} remote={remote} />
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
        <Button type="submit" form={`${id}-form`} look="primary" isBusy={isBusy}>
          {isBusy ? 'Saving...' : action}
        </Button>
      </footer>
    </Modal>
  );
}

const SHOWN = 5;

/** Lists the releases that will be rolled back, newest first. */
function Withdrawals({ release, remote }: Pick<ReasonDialogProps, 'release' | 'remote'>): ReactElement {
  const { result } = useLoad(useCallback((signal: AbortSignal) => loadMoves(remote.name, signal), [remote.name]));
  const withdrawn = withdrawnBy(release, remote, result.data ?? []).sort((first, second) =>
    second.publishedAt.localeCompare(first.publishedAt),
  );
  return (
    <div role="status" css={{ '&:empty': { display: 'none' } }}>
      {withdrawn.length > 0 && (
        <>
          <p>
            {withdrawn.length === 1
              ? 'This release will be rolled back. Only a promotion makes it live again:'
              : 'These releases will be rolled back. Only a promotion makes one of them live again:'}
          </p>
          <ul css={{ marginTop: '.375rem', overflowWrap: 'anywhere' }}>
            {withdrawn.slice(0, SHOWN).map(({ version }) => (
              <li key={version} css={code}>
                {version}
              </li>
            ))}
          </ul>
          {withdrawn.length > SHOWN && <p>And {withdrawn.length - SHOWN} more.</p>}
        </>
      )}
      {result.state === 'failed' && (
        <p>
          We could not load the history. If this release was live before, newer ones will be rolled back, and only a
          promotion makes one of them live again.
        </p>
      )}
    </div>
  );
}
