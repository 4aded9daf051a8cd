import type { StaffUser } from '@godhuli/contracts/users';
import { useMutation, useQuery } from '@tanstack/react-query';
import UserPlus from 'lucide-react/icons/user-plus';
import { useState } from 'react';
import { PageHead } from '../../app/layout/page-head';
import { QueryResult } from '../../app/query-result';
import { useUnsavedChanges } from '../../app/session/unsaved-changes';
import { Button } from '../../ui/button';
import { formatTimestamp } from '../../ui/format-timestamp';
import { useHost } from '../../ui/host-context';
import { ShownOnce } from '../../ui/shown-once';
import { Skeleton } from '../../ui/skeleton';
import { SecondFactorRule } from './second-factor-rule';
import { UserDialog } from './user-dialog';
import { UserRow } from './user-row';
import {
  createResetLink,
  emailQuery,
  emailResetLink,
  type ListedUser,
  securityQuery,
  signedInQuery,
  usersQuery,
} from './users.requests';
import * as styles from './users.styles';

/** `/admin/dashboard/users`: who can sign in, invitations, and one-time links for those who forgot the password. */
export default function UsersPage() {
  const host = useHost();
  const users = useQuery(usersQuery);
  const signedIn = useQuery(signedInQuery).data;
  const security = useQuery(securityQuery).data;
  const withSessions = (user: StaffUser): ListedUser => ({
    ...user,
    signedIn: signedIn && (signedIn.find(({ _id }) => _id === user._id) ?? null),
    hasSecondFactor: security?.usersWithSecondFactor.includes(user._id) ?? false,
  });
  const hasEmail = useQuery(emailQuery).data?.passwordReset ?? false;
  const [edited, setEdited] = useState<ListedUser | 'new' | null>(null);
  const link = useMutation({
    mutationFn: ({ _id }: StaffUser) => createResetLink(_id),
    meta: { errorTitle: 'We could not create the link' },
  });
  useUnsavedChanges(link.data !== undefined);
  const email = useMutation({
    mutationFn: ({ _id }: StaffUser) => emailResetLink(_id),
    meta: { errorTitle: 'We could not email the link' },
    onSuccess: (_, user) => host.toast({ title: 'Link on its way', description: `To ${user.email}.` }),
  });
  const saved = (user: StaffUser, isNew: boolean) => {
    if (!isNew) return;
    if (hasEmail) host.toast({ title: 'Invitation on its way', description: `To ${user.email}.` });
    else link.mutate(user);
  };
  const count = users.data?.filter(({ disabled }) => !disabled).length;
  return (
    <>
      <PageHead title="Users" note={count === undefined ? 'Who can sign in' : `${count} can sign in`}>
        <Button variant="primary" onClick={() => setEdited('new')}>
          <UserPlus aria-hidden="true" strokeWidth={1.75} /> Invite user
        </Button>
      </PageHead>
      {link.data && (
        <ShownOnce title="One-time link" value={window.location.origin + link.data.path} onClose={link.reset}>
          Send it to {link.data.user.name} yourself. Anyone with it can set a new password for this user, once. It is
          shown only here and works until {formatTimestamp(link.data.expiresAt, new Date())}. A new link replaces this
          one.
        </ShownOnce>
      )}
      <QueryResult
        query={users}
        skeleton={<Skeleton style={{ height: '14rem' }} />}
        failure="We could not load the users. Check your connection and try again."
      >
        {(loaded) => (
          <ul css={styles.users} aria-label="Users">
            {loaded.map(withSessions).map((user) => (
              <UserRow
                key={user._id}
                user={user}
                isBusy={link.isPending || email.isPending}
                onEdit={() => setEdited(user)}
                onCreateLink={() => link.mutate(user)}
                onEmailLink={hasEmail ? () => email.mutate(user) : undefined}
              />
            ))}
          </ul>
        )}
      </QueryResult>
      {security && <SecondFactorRule security={security} />}
      {edited && (
        <UserDialog
          user={edited === 'new' ? null : edited}
          hasEmail={hasEmail}
          onSaved={(user) => saved(user, edited === 'new')}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}
