import { css } from '@emotion/react';
import { type ReactElement, useState } from 'react';
import { loadSessions } from '../api/account';
import { loadAccount } from '../api/auth';
import { useLoad } from '../api/use-load';
import { changeOwnPassword } from '../api/users';
import { useHost } from '../host/host-context';
import { PageHead } from '../layout/page-head';
import { muted } from '../look/text';
import { useSession } from '../session/session';
import { useUnsavedChanges } from '../session/unsaved-changes';
import { NewPasswordForm } from './new-password-form';
import { Notices } from './notices';
import { useNotices } from './notices-data';
import { Sessions } from './sessions';

const parts = css`
  display: grid;
  gap: 2.5rem;
  max-width: 46rem;
`;

/** `/admin/dashboard/account`: where one is signed in, one's own password, and what happened to the account. */
export default function AccountPage(): ReactElement {
  const host = useHost();
  const { user, endedFor } = useSession();
  const [isDirty, setDirty] = useState(false);
  useUnsavedChanges(isDirty);
  const sessions = useLoad(loadSessions);
  const { reload: reloadNotices } = useNotices();
  const reload = async () => {
    await Promise.all([sessions.reload(), reloadNotices()]);
  };
  const email = useLoad(loadAccount).result.data?.email;
  return (
    <>
      <PageHead
        title="Your account"
        note={`Signed in as ${(user ?? endedFor)?.name ?? ''}${email ? ` (${email})` : ''}.`}
      />
      <div css={parts}>
        <Sessions load={{ ...sessions, reload }} />
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
              void reload();
            }}
            onDirty={setDirty}
          />
        </section>
        <Notices />
      </div>
    </>
  );
}
