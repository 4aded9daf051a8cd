import { ApiError } from '@godhuli/contracts/api-error';
import type { SessionUser } from '@godhuli/contracts/auth';
import type { SecondStep, SecondStepMethods } from '@godhuli/contracts/second-factor';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { failureText } from '../../app/call';
import { Banner } from '../../ui/banner';
import { Button } from '../../ui/button';
import { textLink } from '../../ui/button.styles';
import { Field } from '../../ui/field';
import { inputStyles } from '../../ui/field.styles';
import { muted } from '../../ui/text.styles';
import { enterCode } from './login.requests';
import { form } from './login-form.styles';
import { PasskeyButton } from './passkey-button';

interface SecondStepFormProps {
  methods: SecondStepMethods;
  onSignedIn(user: SessionUser, needsNewDocument?: boolean): void;
  /** The sign-in has expired, or the user goes back: start again. */
  onRestart(reason: string | null): void;
}

const TEXTS = {
  app: { label: 'Code of your authenticator app', hint: '6 digits', other: 'Use a recovery code' },
  'recovery-code': { label: 'Recovery code', hint: 'Each works once', other: 'Use the authenticator app' },
} as const;

/** The second step of a sign-in: a code, a recovery code or a passkey. */
export function SecondStepForm({ methods, onSignedIn, onRestart }: SecondStepFormProps) {
  const [method, setMethod] = useState<SecondStep['method']>(methods.app ? 'app' : 'recovery-code');
  const [isCodeShown, setCodeShown] = useState(methods.app);
  const [failure, setFailure] = useState<string | null>(null);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another method is another field
  useEffect(() => input.current?.focus(), [method, isCodeShown]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = input.current?.value.trim() ?? '';
    setFailure(null);
    setError(code ? undefined : 'Please enter the code.');
    if (!code || isBusy) return input.current?.focus();
    setBusy(true);
    try {
      onSignedIn(await enterCode({ method, code }));
    } catch (cause) {
      setBusy(false);
      if (cause instanceof ApiError && cause.status === 401) return onRestart(failureText(cause, ''));
      if (cause instanceof ApiError && cause.status === 422) setError('Wrong code.');
      else setFailure(failureText(cause, 'We could not check the code. Please try again.'));
      input.current?.select();
    }
  };
  const texts = TEXTS[method];
  return (
    <>
      <p css={muted}>Your password is right. One more step.</p>
      {failure && (
        <div css={{ marginTop: '1.5rem' }}>
          <Banner>{failure}</Banner>
        </div>
      )}
      {methods.passkey && (
        <div css={form}>
          <PasskeyButton variant={methods.app ? undefined : 'primary'} onSignedIn={onSignedIn} onFailure={setFailure} />
        </div>
      )}
      {isCodeShown && (
        <form css={form} noValidate onSubmit={(event) => void submit(event)} aria-busy={isBusy}>
          <Field key={method} label={texts.label} hint={texts.hint} error={error}>
            {(control) => (
              <input
                {...control}
                ref={input}
                css={inputStyles}
                name="code"
                inputMode={method === 'app' ? 'numeric' : 'text'}
                autoComplete={method === 'app' ? 'one-time-code' : 'off'}
                maxLength={40}
                required
              />
            )}
          </Field>
          <Button type="submit" variant="primary" size="large" isBusy={isBusy}>
            {isBusy ? 'Checking...' : 'Continue'}
          </Button>
        </form>
      )}
      <p css={{ display: 'grid', justifyItems: 'center', marginTop: '.75rem' }}>
        {methods.recoveryCode && (methods.app || !isCodeShown) && (
          <button
            type="button"
            css={[textLink, { minHeight: '2.75rem' }]}
            onClick={() => {
              setError(undefined);
              if (!isCodeShown) setCodeShown(true);
              else setMethod(method === 'app' ? 'recovery-code' : 'app');
            }}
          >
            {isCodeShown ? texts.other : 'Use a recovery code'}
          </button>
        )}
        <button type="button" css={[textLink, { minHeight: '2.75rem' }]} onClick={() => onRestart(null)}>
          Back to login
        </button>
      </p>
    </>
  );
}
