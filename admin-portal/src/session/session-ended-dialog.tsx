import { css } from '@emotion/react';
import { type ReactElement, useId } from 'react';
import { textLink } from '../controls/button';
import { Modal, modalBody } from '../controls/dialog';
import { LoginForm } from '../login/login-form';
import { muted } from '../look/text';
import { removeUser } from './session';

/** Said before a form with typed text is lost to an ended session: sign in again on the spot, or leave. */
export function SessionEndedDialog(): ReactElement {
  const id = useId();
  return (
    <Modal
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCloseRequest={() => undefined}
    >
      <div
        css={[
          modalBody,
          css`
            display: grid;
            gap: 0.5rem;
          `,
        ]}
      >
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
