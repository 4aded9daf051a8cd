import { useId } from 'react';
import { LoginForm } from '../../features/login/login-form';
import { textLink } from '../../ui/button.styles';
import { Modal } from '../../ui/dialog';
import { modalBody } from '../../ui/dialog.styles';
import { muted } from '../../ui/text.styles';
import { removeUser } from './session';

/** Shown when the session ends while there is unsaved text: sign in again here, or leave. */
export function SessionEndedDialog() {
  const id = useId();
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
          Your text is still here. Sign in again to continue.
        </p>
        <LoginForm />
        <button type="button" css={[textLink, { justifySelf: 'center' }]} onClick={removeUser}>
          Leave without saving
        </button>
      </div>
    </Modal>
  );
}
