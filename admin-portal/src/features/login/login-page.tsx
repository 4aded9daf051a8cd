import { useState } from 'react';
import { SignedOutLayout } from '../../app/layout/signed-out-layout';
import { consumeTarget } from '../../app/session/return-target';
import { storeUserForNextDocument, useSession } from '../../app/session/session';
import { textLink } from '../../ui/button.styles';
import { useHost } from '../../ui/host-context';
import { muted } from '../../ui/text.styles';
import { ForgotPasswordForm } from './forgot-password-form';
import { canSendPasswordLink } from './login.requests';
import { LoginForm } from './login-form';

/** `/admin`: sign in (ADM-LOGIN). */
export function LoginPage() {
  const host = useHost();
  const { user } = useSession();
  const [isForgotten, setForgotten] = useState(false);
  // The front door remembers which preview was requested, so that no URL in the query can redirect elsewhere.
  const isForPreview = new URLSearchParams(host.location.search).get('next') === 'preview';
  const target = isForPreview ? '/preview/resume' : `${host.basePath}/dashboard`;
  const targetAfterLogin = () => (!isForPreview && consumeTarget(host.basePath)) || target;
  const forgot = async () => {
    if (await canSendPasswordLink()) setForgotten(true);
    else window.alert('Password reset feature coming soon!');
  };
  if (isForgotten)
    return (
      <SignedOutLayout title="Forgot password" documentTitle="Forgot password">
        <p css={muted}>We send you a link with which you choose a new one.</p>
        <ForgotPasswordForm onBack={() => setForgotten(false)} />
      </SignedOutLayout>
    );
  return (
    <SignedOutLayout title="Admin Portal" documentTitle="Login">
      <p css={muted}>{isForPreview ? 'Sign in to see the preview.' : 'Sign in to manage the gallery and inquiries.'}</p>
      {user && (
        <p css={{ marginTop: '.5rem' }}>
          {/* A new document: this one has no key of the session, which another tab has begun. */}
          <a css={textLink} href={target}>
            Continue as {user.name}
          </a>
        </p>
      )}
      <LoginForm
        onLoggedIn={() => host.navigate(targetAfterLogin())}
        onNewDocumentNeeded={(signedIn) => {
          storeUserForNextDocument(signedIn);
          window.location.assign(targetAfterLogin());
        }}
      />
      <p css={{ display: 'grid', justifyItems: 'center', marginTop: '.75rem' }}>
        <button type="button" css={[textLink, { minHeight: '2.75rem' }]} onClick={() => void forgot()}>
          Forgot Password?
        </button>
      </p>
    </SignedOutLayout>
  );
}
