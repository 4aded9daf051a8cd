import { useEffect, useState } from 'react';
import { SignedOutLayout } from '../../app/layout/signed-out-layout';
import { Banner } from '../../ui/banner';
import { ButtonLink } from '../../ui/button';
import { useHost } from '../../ui/host-context';
import { muted } from '../../ui/text.styles';
import { redeemResetLink } from './account.requests';
import { NewPasswordForm } from './new-password-form';

const NO_TOKEN = 'Please open your link again. If you copied it, copy the whole link.';

/**
 * `/admin/reset-password#<token>`: the page of a one-time link from an admin, where users set a new password. Scripts of other pages of this
 * site can read the history of the tab, so the token leaves it at once (decision 055).
 */
export function ResetPasswordPage() {
  const { basePath, location, navigate } = useHost();
  const tokenInUrl = location.hash.slice(1);
  const [token, setToken] = useState(tokenInUrl);
  if (tokenInUrl && tokenInUrl !== token) setToken(tokenInUrl);
  useEffect(() => {
    if (tokenInUrl) navigate(basePath + location.pathname, { replace: true });
  }, [tokenInUrl, navigate, basePath, location.pathname]);
  return (
    <SignedOutLayout title="New password" documentTitle="New password">
      <NewPassword key={token} token={token} />
    </SignedOutLayout>
  );
}

function NewPassword({ token }: { token: string }) {
  const { basePath } = useHost();
  const [refusal, setRefusal] = useState<string | null>(token ? null : NO_TOKEN);
  const [isDone, setDone] = useState(false);
  if (isDone)
    return (
      <div role="status">
        <p css={{ margin: '.5rem 0 1.5rem' }}>Your password is changed. Sign in with the new password.</p>
        <ButtonLink variant="primary" href={basePath}>
          Go to login
        </ButtonLink>
      </div>
    );
  if (refusal)
    return (
      <div css={{ display: 'grid', justifyItems: 'start', gap: '1.5rem', marginTop: '1.5rem' }}>
        <Banner>{refusal}</Banner>
        <ButtonLink href={basePath}>Go to login</ButtonLink>
      </div>
    );
  return (
    <>
      <p css={[muted, { marginBottom: '1.5rem' }]}>Choose a new password.</p>
      <NewPasswordForm
        submitLabel="Set password"
        save={({ next }) => redeemResetLink(token, next)}
        onSaved={() => setDone(true)}
        onRefused={(errors) => {
          if (errors.token) setRefusal(errors.token);
          return Boolean(errors.token);
        }}
      />
    </>
  );
}
