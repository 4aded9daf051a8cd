import { useState } from 'react';
import { SignedOutLayout } from '../../app/layout/signed-out-layout';
import { Banner } from '../../ui/banner';
import { ButtonLink } from '../../ui/button';
import { useHost } from '../../ui/host-context';
import { muted } from '../../ui/text.styles';
import { redeemResetLink } from './account.requests';
import { NewPasswordForm } from './new-password-form';

const INCOMPLETE_LINK = 'This link is incomplete. Please copy the whole link.';

/** `/admin/reset-password#<token>`: the page of a one-time link from an admin, where users set a new password. */
export function ResetPasswordPage() {
  const { basePath, location } = useHost();
  const token = location.hash.slice(1);
  const [refusal, setRefusal] = useState<string | null>(token ? null : INCOMPLETE_LINK);
  const [isDone, setDone] = useState(false);
  return (
    <SignedOutLayout title="New password" documentTitle="New password">
      {isDone && (
        <div role="status">
          <p css={{ margin: '.5rem 0 1.5rem' }}>Your password is changed. Sign in with the new password.</p>
          <ButtonLink variant="primary" href={basePath}>
            Go to login
          </ButtonLink>
        </div>
      )}
      {!isDone && refusal && (
        <div css={{ display: 'grid', justifyItems: 'start', gap: '1.5rem', marginTop: '1.5rem' }}>
          <Banner>{refusal}</Banner>
          <ButtonLink href={basePath}>Go to login</ButtonLink>
        </div>
      )}
      {!isDone && !refusal && (
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
      )}
    </SignedOutLayout>
  );
}
