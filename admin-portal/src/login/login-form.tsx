import { css } from '@emotion/react';
import { ApiError } from '@godhuli/contracts/api-error';
import Mail from 'lucide-react/icons/mail';
import { type FormEvent, type ReactElement, useId, useState } from 'react';
import { login } from '../api/auth';
import { Banner } from '../controls/banner';
import { Button } from '../controls/button';
import { InputFrame, inputStyles, labelStyles } from '../controls/field';
import { PasswordInput } from '../controls/password-input';
import { Spinner } from '../controls/spinner';
import { storeUser } from '../session/session';

const LOGIN_FAILED = 'Login failed. Please check your credentials.';

const form = css`
  display: grid;
  gap: 1.25rem;
  margin-top: 1.5rem;
  & input {
    min-height: 2.875rem;
  }
`;
/** Email and password (ADM-LOGIN-1). Success stores the user; `onLoggedIn` says where to go then. */
export function LoginForm({ onLoggedIn }: { onLoggedIn?(): void }): ReactElement {
  const id = useId();
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const fields = new FormData(event.currentTarget);
    setBusy(true);
    setFailure(null);
    try {
      storeUser(await login(String(fields.get('email')), String(fields.get('password'))));
      onLoggedIn?.();
    } catch (error) {
      const detail = error instanceof ApiError ? error.problem?.detail : undefined;
      setFailure(typeof detail === 'string' && detail ? detail : LOGIN_FAILED);
      setBusy(false);
    }
  };

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
        <Button type="submit" look="primary" size="large" disabled={isBusy}>
          {isBusy ? (
            <>
              <Spinner /> Logging in...
            </>
          ) : (
            'Login'
          )}
        </Button>
      </form>
    </>
  );
}
