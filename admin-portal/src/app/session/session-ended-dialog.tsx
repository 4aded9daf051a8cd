import type { SessionUser } from '@godhuli/contracts/auth';
import { useId, useState } from 'react';
import { LoginForm } from '../../features/login/login-form';
import { Button } from '../../ui/button';
import { textLink } from '../../ui/button.styles';
import { Modal } from '../../ui/dialog';
import { modalBody } from '../../ui/dialog.styles';
import { muted } from '../../ui/text.styles';
import { useIsUploading } from '../uploads/use-is-uploading';
import { giveUpDocument } from './password-request';
import { removeUser, storeUser, storeUserForNextDocument } from './session';
import { useIsDirty } from './unsaved-changes';

/** Shown when the session ends while there is unsaved text or photos are uploading: sign in again here, or leave. */
export function SessionEndedDialog() {
  const id = useId();
  const isDirty = useIsDirty();
  const isUploading = useIsUploading();
  const [unusableFor, setUnusableFor] = useState<SessionUser | null>(null);
  const kept = !isUploading ? 'Your text is' : isDirty ? 'Your text and your uploads are' : 'Your uploads are';
  return (
    <Modal
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCloseRequest={() => undefined}
    >
      <div css={[modalBody, { display: 'grid', gap: '.5rem' }]}>
        <h2 id={`${id}-title`} css={{ fontSize: '1.0625rem' }}>
          {unusableFor ? 'You are signed in' : 'Your session has ended'}
        </h2>
        {unusableFor ? (
          <LoadAgain textId={`${id}-text`} {...{ isDirty, isUploading }} user={unusableFor} />
        ) : (
          <>
            <p id={`${id}-text`} css={muted}>
              {kept} still here. Sign in again to continue.
            </p>
            <LoginForm onNewDocumentNeeded={setUnusableFor} />
            <button type="button" css={[textLink, { justifySelf: 'center' }]} onClick={removeUser}>
              {isDirty ? 'Leave without saving' : 'Leave and stop the uploads'}
            </button>
          </>
        )}
      </div>
    </Modal>
  );
}

interface LoadAgainProps {
  textId: string;
  isDirty: boolean;
  isUploading: boolean;
  user: SessionUser;
}

/** After a sign-in that this document must not use (decision 053). */
function LoadAgain({ textId, isDirty, isUploading, user }: LoadAgainProps) {
  const loadAgain = () => {
    storeUserForNextDocument(user);
    window.location.reload();
  };
  const showText = () => {
    giveUpDocument();
    storeUser(user);
  };
  return (
    <>
      <p id={textId} css={muted}>
        Please load the page again to continue. {isDirty && 'Text that is not saved is lost then: copy it first. '}
        {isUploading && 'Uploads stop then: choose the same photos again to continue them.'}
      </p>
      <Button autoFocus variant="primary" size="large" onClick={loadAgain}>
        Load the page again
      </Button>
      {isDirty && (
        <button type="button" css={[textLink, { justifySelf: 'center' }]} onClick={showText}>
          Show my text
        </button>
      )}
    </>
  );
}
