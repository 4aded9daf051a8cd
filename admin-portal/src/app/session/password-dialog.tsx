import { CONFIRMED_MINUTES } from '@godhuli/contracts/account';
import { ApiError } from '@godhuli/contracts/api-error';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Banner } from '../../ui/banner';
import { Button } from '../../ui/button';
import { Modal } from '../../ui/dialog';
import { modalBody, modalFoot } from '../../ui/dialog.styles';
import { AccountName, Field } from '../../ui/field';
import { PasswordInput } from '../../ui/password-input';
import { muted } from '../../ui/text.styles';
import { failureText, fieldErrorsOf } from '../call';
import { type PasswordReason, settlePasswordRequest, usePasswordReason } from './password-request';
import { confirmPassword } from './session.requests';
import { useAccountEmail } from './use-account-email';

const REASONS: Record<PasswordReason, string> = {
  action: `This action needs your password. We ask again after ${CONFIRMED_MINUTES} minutes.`,
  'other tab': 'You have signed in again in another tab. Enter your password to go on in this one.',
};

/** Asks for the password when something needs it, which then continues. */
export function PasswordDialog() {
  const reason = usePasswordReason();
  return reason && <PasswordForm reason={reason} />;
}

function PasswordForm({ reason }: { reason: PasswordReason }) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const cancel = () => settlePasswordRequest(false);
  const email = useAccountEmail();
  const focusField = () => form.current?.querySelector<HTMLInputElement>('[name="password"]')?.focus();
  useEffect(focusField, []);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const password = String(new FormData(event.currentTarget).get('password') ?? '');
    setFailure(null);
    setError(password ? undefined : 'Please enter your password.');
    if (!password) return focusField();
    setBusy(true);
    try {
      await confirmPassword(password);
      settlePasswordRequest(true);
    } catch (cause) {
      // The session has ended, and the dialog for that is shown instead.
      if (cause instanceof ApiError && cause.status === 401) return cancel();
      const refused = fieldErrorsOf(cause).password;
      setError(refused);
      if (!refused) setFailure(failureText(cause, 'We could not check the password. Please try again.'));
      setBusy(false);
      focusField();
    }
  };

  return (
    <Modal aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`} onCloseRequest={cancel}>
      <form ref={form} noValidate aria-busy={isBusy} onSubmit={(event) => void submit(event)}>
        <div css={[modalBody, { display: 'grid', gap: '1.25rem' }]}>
          <div>
            <h2 id={`${id}-title`} css={{ fontSize: '1.0625rem' }}>
              Enter your password
            </h2>
            <p id={`${id}-text`} css={[muted, { marginTop: '.4rem', fontSize: '.875rem' }]}>
              {REASONS[reason]}
            </p>
          </div>
          {failure && <Banner>{failure}</Banner>}
          <AccountName email={email} />
          <Field label="Password" error={error}>
            {(control) => <PasswordInput {...control} name="password" autoComplete="current-password" />}
          </Field>
        </div>
        <footer css={modalFoot}>
          <Button onClick={cancel}>Cancel</Button>
          <Button type="submit" variant="primary" isBusy={isBusy}>
            {isBusy ? 'Checking...' : 'Continue'}
          </Button>
        </footer>
      </form>
    </Modal>
  );
}
