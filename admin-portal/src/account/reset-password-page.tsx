import { type ReactElement, useState } from 'react';
import { redeemResetLink } from '../api/users';
import { Banner } from '../controls/banner';
import { ButtonLink } from '../controls/button';
import { useHost } from '../host/host-context';
import { DoorPage } from '../login/login-page';
import { muted } from '../look/text';
import { NewPasswordForm } from './new-password-form';

const NOT_COMPLETE = 'This link is incomplete. Please copy the whole link.';

/** `/admin/reset-password#<token>`: where a one-time link from an admin leads; a new password is chosen here. */
export function ResetPasswordPage(): ReactElement {
  const { basePath, location } = useHost();
  const token = location.hash.slice(1);
  const [refusal, setRefusal] = useState<string | null>(token ? null : NOT_COMPLETE);
  const [isDone, setDone] = useState(false);
  return (
    <DoorPage title="New password" documentTitle="New password">
      {isDone && (
        <div role="status">
          <p css={{ margin: '.5rem 0 1.5rem' }}>Your password is changed. Sign in with the new password.</p>
          <ButtonLink look="primary" href={basePath}>
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
    </DoorPage>
  );
}
