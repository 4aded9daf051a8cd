import type { AccountSession } from '@godhuli/contracts/account';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { stateOf } from '../../app/query-client';
import { ACCOUNT } from '../../app/query-keys';
import { LoadFailure } from '../../ui/banner';
import { Button } from '../../ui/button';
import { formatTimestamp } from '../../ui/format-timestamp';
import { useHost } from '../../ui/host-context';
import { moveFocusOnRemoval } from '../../ui/move-focus-on-removal';
import { rows } from '../../ui/rows.styles';
import { Skeleton } from '../../ui/skeleton';
import { muted } from '../../ui/text';
import { endOtherSessions, endSession, loadSessions } from './account.requests';

/** The user's sessions. All but the one of this device can be ended, one by one or together. */
export function Sessions(): ReactElement {
  const host = useHost();
  const queries = useQueryClient();
  const sessions = useQuery({ queryKey: [ACCOUNT, 'sessions'], queryFn: ({ signal }) => loadSessions(signal) });
  const state = stateOf(sessions);
  const { mutate: end, isPending: isBusy } = useMutation({
    mutationFn: (session: AccountSession | 'all others') =>
      session === 'all others' ? endOtherSessions() : endSession(session._id),
    meta: { errorTitle: 'We could not end the session' },
    onSuccess: (_, session) =>
      host.toast({ title: session === 'all others' ? 'All other sessions ended' : 'Session ended' }),
    // Also after a failure: the session may have been ended elsewhere.
    onSettled: () => queries.invalidateQueries({ queryKey: [ACCOUNT] }),
  });
  const now = new Date();
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">Where you are signed in</h2>
      <p css={[muted, { marginTop: '.375rem' }]}>
        Is there one that you do not know? End it, then change your password below.
      </p>
      {state === 'loading' && <Skeleton style={{ height: '7rem', marginTop: '.75rem' }} />}
      {state === 'failed' && (
        <div css={{ marginTop: '.75rem' }}>
          <LoadFailure onRetry={() => void sessions.refetch()}>
            We could not load your sessions. Check your connection and try again.
          </LoadFailure>
        </div>
      )}
      {sessions.data && (
        <>
          <ul css={rows}>
            {sessions.data.map((session) => (
              <li key={session._id}>
                <div>
                  {session.device}
                  {session.isCurrent && <strong css={{ marginLeft: '.625rem' }}>This device</strong>}
                  <small>{sessionOrigin(session, now)}</small>
                </div>
                {!session.isCurrent && (
                  <Button
                    ref={moveFocusOnRemoval}
                    size="small"
                    look="quiet-bad"
                    isBusy={isBusy}
                    aria-label={`End session: ${session.device}, ${sessionOrigin(session, now)}`}
                    onClick={() => end(session)}
                  >
                    End session
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {sessions.data.length > 1 && (
            <Button
              ref={moveFocusOnRemoval}
              css={{ marginTop: '1rem' }}
              isBusy={isBusy}
              onClick={() => end('all others')}
            >
              End all other sessions
            </Button>
          )}
        </>
      )}
    </section>
  );
}

function sessionOrigin({ network, createdAt, lastSeenAt }: AccountSession, now: Date): string {
  const where = network ? `network ${network}, ` : '';
  return `${where}signed in ${formatTimestamp(createdAt, now)}, last seen ${formatTimestamp(lastSeenAt, now)}`;
}
