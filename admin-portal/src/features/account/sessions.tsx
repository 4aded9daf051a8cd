import type { AccountSession } from '@godhuli/contracts/account';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ACCOUNT } from '../../app/query-keys';
import { QueryResult } from '../../app/query-result';
import { Button } from '../../ui/button';
import { formatTimestamp } from '../../ui/format-timestamp';
import { useHost } from '../../ui/host-context';
import { moveFocusOnRemoval } from '../../ui/move-focus-on-removal';
import { rows } from '../../ui/rows.styles';
import { Skeleton } from '../../ui/skeleton';
import { muted } from '../../ui/text.styles';
import { endOtherSessions, endSession, sessionsQuery } from './account.requests';

/** The user's sessions. All but the one of this device can be ended, one by one or together. */
export function Sessions() {
  const host = useHost();
  const queries = useQueryClient();
  const sessions = useQuery(sessionsQuery);
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
      <QueryResult
        query={sessions}
        skeleton={<Skeleton style={{ height: '7rem', marginTop: '.75rem' }} />}
        failure="We could not load your sessions. Check your connection and try again."
        marginTop=".75rem"
      >
        {(loaded) => (
          <>
            <ul css={rows}>
              {loaded.map((session) => (
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
                      variant="quiet-bad"
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
            {loaded.length > 1 && (
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
      </QueryResult>
    </section>
  );
}

function sessionOrigin({ network, createdAt, lastSeenAt }: AccountSession, now: Date): string {
  const where = network ? `network ${network}, ` : '';
  return `${where}signed in ${formatTimestamp(createdAt, now)}, last seen ${formatTimestamp(lastSeenAt, now)}`;
}
