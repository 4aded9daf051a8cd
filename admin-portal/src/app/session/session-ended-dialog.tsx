import { useId } from 'react';
import { LoginForm } from '../../features/login/login-form';
import { textLink } from '../../ui/button.styles';
import { Modal } from '../../ui/dialog';
import { modalBody } from '../../ui/dialog.styles';
import { muted } from '../../ui/text.styles';
import { useIsUploading } from '../uploads/use-is-uploading';
import { removeUser } from './session';
import { useIsDirty } from './unsaved-changes';

/** Shown when the session ends while there is unsaved text or photos are uploading: sign in again here, or leave. */
export function SessionEndedDialog() {
  const id = useId();
  const isDirty = useIsDirty();
  const isUploading = useIsUploading();
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
          Your session has ended
        </h2>
        <p id={`${id}-text`} css={muted}>
          {kept} still here. Sign in again to continue.
        </p>
        <LoginForm />
        <button type="button" css={[textLink, { justifySelf: 'center' }]} onClick={removeUser}>
          {isDirty ? 'Leave without saving' : 'Leave and stop the uploads'}
        </button>
      </div>
    </Modal>
  );
}
