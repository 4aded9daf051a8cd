import { css } from '@emotion/react';
import { ApiError } from '@godhuli/contracts/api-error';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import Lock from 'lucide-react/icons/lock';
import Mail from 'lucide-react/icons/mail';
import { type FormEvent, type ReactElement, useId, useState } from 'react';
import { login } from '../api/auth';
import { Banner } from '../controls/banner';
import { Button, IconButton } from '../controls/button';
import { InputFrame, inputStyles, labelStyles } from '../controls/field';
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
const showButton = css`
  position: absolute !important;
  right: 0.2rem;
  top: 50%;
  translate: 0 -50%;
`;

/** Email and password (ADM-LOGIN-1). Success stores the user; `onLoggedIn` says where to go then. */
export function LoginForm({ onLoggedIn }: { onLoggedIn?(): void }): ReactElement {
  const id = useId();
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isShown, setShown] = useState(false);

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
          <InputFrame>
            <Lock aria-hidden="true" strokeWidth={1.75} />
            <input
              id={`${id}-password`}
              css={[inputStyles, { paddingRight: '3rem' }]}
              type={isShown ? 'text' : 'password'}
              name="password"
              autoComplete="current-password"
              required
            />
            <IconButton
              css={showButton}
              aria-label="Show characters"
              aria-pressed={isShown}
              onClick={() => setShown(!isShown)}
            >
              {isShown ? (
                <EyeOff aria-hidden="true" strokeWidth={1.75} />
              ) : (
                <Eye aria-hidden="true" strokeWidth={1.75} />
              )}
            </IconButton>
          </InputFrame>
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
