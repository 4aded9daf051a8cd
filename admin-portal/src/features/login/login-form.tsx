import { ApiError } from '@godhuli/contracts/api-error';
import type { SessionUser } from '@godhuli/contracts/auth';
import type { SecondStepMethods } from '@godhuli/contracts/second-factor';
import Mail from 'lucide-react/icons/mail';
import { type FormEvent, useId, useState } from 'react';
import { loadScreen } from '../../app/screens';
import { takeUpDocument } from '../../app/session/password-request';
import { storeUser } from '../../app/session/session';
import { Banner } from '../../ui/banner';
import { Button } from '../../ui/button';
import { InputFrame } from '../../ui/field';
import { inputStyles, labelStyles } from '../../ui/field.styles';
import { PasswordInput } from '../../ui/password-input';
import { Spinner } from '../../ui/spinner';
import { login } from './login.requests';
import { form } from './login-form.styles';
import { PasskeyButton } from './passkey-button';
import { SecondStepForm } from './second-step-form';

const LOGIN_FAILED = 'Login failed. Please check your credentials.';

interface LoginFormProps {
  onLoggedIn?(): void;
  /** Called instead, with the user not stored yet, when this document must be loaded again to use the session (decision 053). */
  onNewDocumentNeeded(user: SessionUser): void;
}

/**
 * Email and password, then the second step of accounts that have one (ADM-LOGIN-1). A successful login stores the user and
 * calls `onLoggedIn`.
 */
export function LoginForm({ onLoggedIn, onNewDocumentNeeded }: LoginFormProps) {
  const id = useId();
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [secondStep, setSecondStep] = useState<SecondStepMethods | null>(null);
  const signedIn = (user: SessionUser, needsNewDocument = false) => {
    if (needsNewDocument) return onNewDocumentNeeded(user);
    takeUpDocument();
    storeUser(user);
    onLoggedIn?.();
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const fields = new FormData(event.currentTarget);
    setBusy(true);
    loadScreen('/dashboard');
    setFailure(null);
    try {
      const result = await login(String(fields.get('email')), String(fields.get('password')));
      if ('name' in result) return signedIn(result);
      setSecondStep(result);
      setBusy(false);
    } catch (error) {
      const detail = error instanceof ApiError ? error.problem?.detail : undefined;
      setFailure(typeof detail === 'string' && detail ? detail : LOGIN_FAILED);
      setBusy(false);
    }
  };

  if (secondStep)
    return (
      <SecondStepForm
        methods={secondStep}
        onSignedIn={signedIn}
        onRestart={(reason) => {
          setSecondStep(null);
          setFailure(reason);
        }}
      />
    );
  return (
    <>
      {failure && (
        <div css={{ marginTop: '1.5rem' }}>
          <Banner>{failure}</Banner>
        </div>
      )}
      <form css={form} onSubmit={(event) => void submit(event)} aria-busy={isBusy}>
        <div>
          <label htmlFor={`${id}-email`} css={labelStyles}>
            Email
          </label>
          <InputFrame>
            <Mail aria-hidden="true" strokeWidth={1.75} />
            <input id={`${id}-email`} css={inputStyles} type="email" name="email" autoComplete="username" required />
          </InputFrame>
        </div>
        <div>
          <label htmlFor={`${id}-password`} css={labelStyles}>
            Password
          </label>
          <PasswordInput id={`${id}-password`} name="password" autoComplete="current-password" required />
        </div>
        <Button type="submit" variant="primary" size="large" disabled={isBusy}>
          {isBusy ? (
            <>
              <Spinner /> Logging in...
            </>
          ) : (
            'Login'
          )}
        </Button>
        {window.PublicKeyCredential !== undefined && <PasskeyButton onSignedIn={signedIn} onFailure={setFailure} />}
      </form>
    </>
  );
}
