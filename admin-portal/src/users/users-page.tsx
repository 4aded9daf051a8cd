import type { StaffUser } from '@godhuli/contracts/auth';
import type { PasswordResetLink } from '@godhuli/contracts/users';
import { type ReactElement, useState } from 'react';
import { useAction } from '../api/use-action';
import { useLoad } from '../api/use-load';
import { loadStaffUsers, makeResetLink } from '../api/users';
import { LoadFailure } from '../controls/banner';
import { Button } from '../controls/button';
import { ShownOnce } from '../controls/shown-once';
import { Skeleton } from '../controls/skeleton';
import { formatMoment } from '../format/moments';
import { muted } from '../look/text';
import PlaceholderPage from '../placeholders/placeholder-page';
import { rows } from '../releases/panel';

/** `/admin/dashboard/users`: what will be here (ADM-PH-1), and until then links to a new password. */
export default function UsersPage(): ReactElement {
  return (
    <>
      <PlaceholderPage />
      <NewPasswords />
    </>
  );
}

/** Who can sign in, each with a way back for those who forgot the password. */
function NewPasswords(): ReactElement {
  const { result, retry } = useLoad(loadStaffUsers);
  const [made, setMade] = useState<PasswordResetLink | null>(null);
  const { isBusy, run } = useAction();
  const make = (user: StaffUser) =>
    run('We could not create the link', async () => setMade(await makeResetLink(user._id)));
  return (
    <section aria-labelledby="new-passwords" css={{ maxWidth: '46rem' }}>
      <h2 id="new-passwords">Password links</h2>
      <p css={[muted, { marginTop: '.25rem' }]}>
        Anyone with the link can set a new password for this user, once, within 24 hours. The old password works until
        then.
      </p>
      {result.state === 'loading' && <Skeleton style={{ height: '7rem', marginTop: '.75rem' }} />}
      {result.state === 'failed' && (
        <div css={{ marginTop: '.75rem' }}>
          <LoadFailure onRetry={retry}>We could not load the users. Check your connection and try again.</LoadFailure>
        </div>
      )}
      {result.state === 'ready' && (
        <ul css={rows}>
          {result.data.map((user) => (
            <li key={user._id}>
              <div>
                {user.name}
                <small>
                  {user.disabled ? 'disabled' : user.role}, {user.email}
                </small>
              </div>
              {!user.disabled && (
                <Button
                  size="small"
                  isBusy={isBusy}
                  aria-label={`Create link for ${user.name}`}
                  onClick={() => void make(user)}
                >
                  Create link
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {made && (
        <ShownOnce title="One-time link" value={window.location.origin + made.path} onClose={() => setMade(null)}>
          Send it to {made.user.name} yourself. It is shown only once and works until{' '}
          {formatMoment(made.expiresAt, new Date())}. A new link replaces this one.
        </ShownOnce>
      )}
    </section>
  );
}
