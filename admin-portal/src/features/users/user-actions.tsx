import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button';
import { Confirm } from '../../ui/dialog';
import { formatCount } from '../../ui/format-size';
import { useHost } from '../../ui/host-context';
import { endSessions, type ListedUser, resetSecondFactor, usersQuery } from './users.requests';

/** Signs the user out of every browser, after a question. */
export function SignOut({ user }: { user: ListedUser }) {
  const host = useHost();
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const end = useMutation({
    mutationFn: () => endSessions(user._id),
    meta: { errorTitle: 'We could not sign the user out' },
    onSuccess: async (count) => {
      setAsking(false);
      host.toast({
        title: 'Signed out everywhere',
        description: `${formatCount(count, 'session')} of ${user.name} ended.`,
      });
      await client.invalidateQueries({ queryKey: usersQuery.queryKey });
    },
  });
  return (
    <div>
      <Button size="small" variant="quiet-bad" onClick={() => setAsking(true)}>
        Sign out everywhere
      </Button>
      {isAsking && (
        <Confirm
          question={`Sign ${user.name} out everywhere?`}
          detail="What they have not saved may be lost, and their calendar subscriptions end. They can sign in again with their password."
          confirmLabel="Sign out"
          isBusy={end.isPending}
          onConfirm={() => end.mutate()}
          onCancel={() => setAsking(false)}
        />
      )}
    </div>
  );
}

/** Lets a user who has lost phone and recovery codes sign in with the password alone, after a question. */
export function ResetSecondFactor({ user }: { user: ListedUser }) {
  const host = useHost();
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const reset = useMutation({
    mutationFn: () => resetSecondFactor(user._id),
    meta: { errorTitle: 'We could not reset the second factor' },
    onSuccess: async () => {
      setAsking(false);
      host.toast({ title: 'Second factor reset', description: `${user.name} was signed out and notified.` });
      await client.invalidateQueries({ queryKey: usersQuery.queryKey });
    },
  });
  return (
    <div>
      <Button size="small" variant="quiet-bad" onClick={() => setAsking(true)}>
        Reset second factor
      </Button>
      {isAsking && (
        <Confirm
          question={`Reset the second factor of ${user.name}?`}
          detail="Their app, passkeys and recovery codes stop working, their calendar subscriptions end, and they are signed out. Make sure it is really them who asks."
          confirmLabel="Reset"
          isBusy={reset.isPending}
          onConfirm={() => reset.mutate()}
          onCancel={() => setAsking(false)}
        />
      )}
    </div>
  );
}
