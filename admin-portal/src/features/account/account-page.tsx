import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { PageHead } from '../../app/layout/page-head';
import { ACCOUNT } from '../../app/query-keys';
import { useSession } from '../../app/session/session';
import { useUnsavedChanges } from '../../app/session/unsaved-changes';
import { useAccountEmail } from '../../app/session/use-account-email';
import { useHost } from '../../ui/host-context';
import { muted } from '../../ui/text.styles';
import { changeOwnPassword } from './account.requests';
import { parts } from './account-page.styles';
import { NewPasswordForm } from './new-password-form';
import { Notices } from './notices';
import { SecondFactor } from './second-factor';
import { Sessions } from './sessions';

/** `/admin/dashboard/account`: the user's sessions and password, and what happened to the account. */
export default function AccountPage() {
  const host = useHost();
  const { user, endedFor } = useSession();
  const [isDirty, setDirty] = useState(false);
  useUnsavedChanges(isDirty);
  const queries = useQueryClient();
  const email = useAccountEmail();
  return (
    <>
      <PageHead
        title="Your account"
        note={`Signed in as ${(user ?? endedFor)?.name ?? ''}${email ? ` (${email})` : ''}.`}
      />
      <div css={parts}>
        <Sessions />
        <SecondFactor />
        <section aria-labelledby="own-password">
          <h2 id="own-password">Change your password</h2>
          <p css={[muted, { margin: '.375rem 0 1.25rem', maxWidth: '34rem' }]}>
            You stay signed in on this device and are signed out on all others.
          </p>
          <NewPasswordForm
            withCurrent
            username={email}
            submitLabel="Change password"
            save={({ current, next }) => changeOwnPassword(current, next)}
            onSaved={() => {
              host.toast({ title: 'Password changed', description: 'You are signed out on all other devices.' });
              void queries.invalidateQueries({ queryKey: [ACCOUNT] });
            }}
            onDirty={setDirty}
          />
        </section>
        <Notices />
      </div>
    </>
  );
}
