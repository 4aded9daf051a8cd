import type { StaffUser } from '@godhuli/contracts/users';
import { useMutation, useQuery } from '@tanstack/react-query';
import { QueryResult } from '../../app/query-result';
import { Button } from '../../ui/button';
import { formatTimestamp } from '../../ui/format-timestamp';
import { rows } from '../../ui/rows.styles';
import { ShownOnce } from '../../ui/shown-once';
import { Skeleton } from '../../ui/skeleton';
import { muted } from '../../ui/text.styles';
import { createResetLink, usersQuery } from './users.requests';

/** `/admin/dashboard/users`, below its placeholder: the users, and one-time links for those who forgot the password. */
export default function UsersPage() {
  const users = useQuery(usersQuery);
  const link = useMutation({
    mutationFn: ({ _id }: StaffUser) => createResetLink(_id),
    meta: { errorTitle: 'We could not create the link' },
  });
  return (
    <section aria-labelledby="new-passwords" css={{ maxWidth: '46rem' }}>
      <h2 id="new-passwords">Password links</h2>
      <p css={[muted, { marginTop: '.25rem' }]}>
        Anyone with the link can set a new password for this user, once, within 24 hours. The old password works until
        then.
      </p>
      <QueryResult
        query={users}
        skeleton={<Skeleton style={{ height: '7rem', marginTop: '.75rem' }} />}
        failure="We could not load the users. Check your connection and try again."
        marginTop=".75rem"
      >
        {(loaded) => (
          <ul css={rows}>
            {loaded.map((user) => (
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
                    isBusy={link.isPending}
                    aria-label={`Create link for ${user.name}`}
                    onClick={() => link.mutate(user)}
                  >
                    Create link
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryResult>
      {link.data && (
        <ShownOnce title="One-time link" value={window.location.origin + link.data.path} onClose={link.reset}>
          Send it to {link.data.user.name} yourself. It is shown only once and works until{' '}
          {formatTimestamp(link.data.expiresAt, new Date())}. A new link replaces this one.
        </ShownOnce>
      )}
    </section>
  );
}
