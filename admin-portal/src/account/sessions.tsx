import type { AccountSession } from '@godhuli/contracts/account';
import type { ReactElement } from 'react';
import { endOtherSessions, endSessionOf } from '../api/account';
import { useAction } from '../api/use-action';
import type { Load } from '../api/use-load';
import { LoadFailure } from '../controls/banner';
import { Button } from '../controls/button';
import { passFocusOn } from '../controls/pass-focus-on';
import { Skeleton } from '../controls/skeleton';
import { formatMoment } from '../format/moments';
import { useHost } from '../host/host-context';
import { muted } from '../look/text';
import { rows } from '../releases/panel';

/** Where the user is signed in; each other session can be ended, and all of them. */
export function Sessions({ load: { result, reload, retry } }: { load: Load<AccountSession[]> }): ReactElement {
  const host = useHost();
  const { isBusy, run } = useAction();
  const now = new Date();
  const end = (work: () => Promise<void>, done: string) =>
    run('We could not end the session', async () => {
      try {
        await work();
        host.toast({ title: done });
      } finally {
        // Also after a failure: the session may have been ended elsewhere.
        await reload();
      }
    });
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">Where you are signed in</h2>
      <p css={[muted, { marginTop: '.375rem' }]}>
        Is there one that you do not know? End it, then change your password below.
      </p>
      {result.state === 'loading' && <Skeleton style={{ height: '7rem', marginTop: '.75rem' }} />}
      {result.state === 'failed' && (
        <div css={{ marginTop: '.75rem' }}>
          <LoadFailure onRetry={retry}>
            We could not load your sessions. Check your connection and try again.
          </LoadFailure>
        </div>
      )}
      {result.state === 'ready' && (
        <>
          <ul css={rows}>
            {result.data.map((session) => (
              <li key={session._id}>
                <div>
                  {session.device}
                  {session.isCurrent && <strong css={{ marginLeft: '.625rem' }}>This device</strong>}
                  <small>{whereAndWhen(session, now)}</small>
                </div>
                {!session.isCurrent && (
                  <Button
                    ref={passFocusOn}
                    size="small"
                    look="quiet-bad"
                    isBusy={isBusy}
                    aria-label={`End session: ${session.device}, ${whereAndWhen(session, now)}`}
                    onClick={() => void end(() => endSessionOf(session._id), 'Session ended')}
                  >
                    End session
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {result.data.length > 1 && (
            <Button
              ref={passFocusOn}
              css={{ marginTop: '1rem' }}
              isBusy={isBusy}
              onClick={() => void end(endOtherSessions, 'All other sessions ended')}
            >
              End all other sessions
            </Button>
          )}
        </>
      )}
    </section>
  );
}

function whereAndWhen({ network, createdAt, lastSeenAt }: AccountSession, now: Date): string {
  const where = network ? `network ${network}, ` : '';
  return `${where}signed in ${formatMoment(createdAt, now)}, last seen ${formatMoment(lastSeenAt, now)}`;
}
