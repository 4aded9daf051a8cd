import Mail from 'lucide-react/icons/mail';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { failureText } from '../../app/call';
import { Banner } from '../../ui/banner';
import { Button } from '../../ui/button';
import { textLink } from '../../ui/button.styles';
import { InputFrame } from '../../ui/field';
import { inputStyles, labelStyles } from '../../ui/field.styles';
import { muted } from '../../ui/text.styles';
import { requestPasswordLink } from './login.requests';
import { form } from './login-form.styles';

/** Asks for the email to which a password link is sent. The server's response does not reveal who has an account. */
export function ForgotPasswordForm({ onBack }: { onBack(): void }) {
  const id = useId();
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle');
  const [failure, setFailure] = useState<string | null>(null);
  const email = useRef<HTMLInputElement>(null);
  const sent = useRef<HTMLParagraphElement>(null);
  useEffect(() => email.current?.focus(), []);
  useEffect(() => {
    if (state === 'sent') sent.current?.focus();
  }, [state]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (state === 'busy') return;
    setState('busy');
    setFailure(null);
    try {
      await requestPasswordLink(String(new FormData(event.currentTarget).get('email')));
      setState('sent');
    } catch (error) {
      setFailure(failureText(error, 'We could not send the link. Please try again.'));
      setState('idle');
    }
  };

  return (
    <>
      {failure && (
        <div css={{ marginTop: '1.5rem' }}>
          <Banner>{failure}</Banner>
        </div>
      )}
      {state === 'sent' ? (
        <p ref={sent} tabIndex={-1} css={[muted, { marginTop: '1.5rem' }]}>
          If an account has this email, a link to a new password arrives within a minute. It works once, within 24
          hours. Nothing there? Check the spam folder, or ask an admin for a link.
        </p>
      ) : (
        <form css={form} onSubmit={(event) => void submit(event)} aria-busy={state === 'busy'}>
          <div>
            <label htmlFor={`${id}-email`} css={labelStyles}>
              Email of your account
            </label>
            <InputFrame>
              <Mail aria-hidden="true" strokeWidth={1.75} />
              <input
                ref={email}
                id={`${id}-email`}
                css={inputStyles}
                type="email"
                name="email"
                autoComplete="username"
                required
              />
            </InputFrame>
          </div>
          <Button type="submit" variant="primary" size="large" disabled={state === 'busy'}>
            {state === 'busy' ? 'Sending...' : 'Send link'}
          </Button>
        </form>
      )}
      <p css={{ display: 'grid', justifyItems: 'center', marginTop: '.75rem' }}>
        <button type="button" css={[textLink, { minHeight: '2.75rem' }]} onClick={onBack}>
          Back to login
        </button>
      </p>
    </>
  );
}
