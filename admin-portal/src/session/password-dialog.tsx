import { CONFIRMED_MINUTES } from '@godhuli/contracts/account';
import { ApiError } from '@godhuli/contracts/api-error';
import { type FormEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { confirmPassword } from '../api/account';
import { loadAccount } from '../api/auth';
import { failureText, fieldErrorsOf } from '../api/call';
import { useLoad } from '../api/use-load';
import { Banner } from '../controls/banner';
import { Button } from '../controls/button';
import { Modal, modalBody, modalFoot } from '../controls/dialog';
import { AccountName, Field } from '../controls/field';
import { PasswordInput } from '../controls/password-input';
import { muted } from '../look/text';
import { answerPasswordRequest, useIsPasswordAsked } from './password-request';

/** Asks for the password when an action needs it; the action then goes on by itself. */
export function PasswordDialog(): ReactElement | null {
  return useIsPasswordAsked() ? <PasswordForm /> : null;
}

function PasswordForm(): ReactElement {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const cancel = () => answerPasswordRequest(false);
  const email = useLoad(loadAccount).result.data?.email;
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
      answerPasswordRequest(true);
    } catch (cause) {
      // The session has ended: another dialog takes over.
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
              This action needs your password. We ask again after {CONFIRMED_MINUTES} minutes.
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
          <Button type="submit" look="primary" isBusy={isBusy}>
            {isBusy ? 'Checking...' : 'Continue'}
          </Button>
        </footer>
      </form>
    </Modal>
  );
}
