import type { DeployToken } from '@godhuli/contracts/releases';
import Plus from 'lucide-react/icons/plus';
import { type ReactElement, useCallback, useState } from 'react';
import { useNotices } from '../account/notices-data';
import { createDeployToken, loadDeployTokens, revokeDeployToken } from '../api/remotes';
import { useAction } from '../api/use-action';
import { useLoad } from '../api/use-load';
import { LoadFailure } from '../controls/banner';
import { Button } from '../controls/button';
import { Confirm } from '../controls/dialog';
import { passFocusOn } from '../controls/pass-focus-on';
import { ShownOnce } from '../controls/shown-once';
import { Skeleton } from '../controls/skeleton';
import { formatMoment } from '../format/moments';
import { muted } from '../look/text';
import { rows } from './panel';

/** The deploy tokens of one remote: made, shown once, revoked. */
export function DeployTokens({ remote }: { remote: string }): ReactElement {
  const { reload: reloadNotices } = useNotices();
  const { result, reload, retry } = useLoad(
    useCallback((signal: AbortSignal) => loadDeployTokens(remote, signal), [remote]),
  );
  const [made, setMade] = useState<string | null>(null);
  const [asked, setAsked] = useState<DeployToken | null>(null);
  const { isBusy, run } = useAction();
  const now = new Date();

  const create = () =>
    run('We could not create the token', async () => {
      setMade((await createDeployToken(remote)).token);
      void reloadNotices();
      await reload();
    });
  const revoke = (token: DeployToken) =>
    run('We could not revoke the token', async () => {
      await revokeDeployToken(remote, token._id);
      await reload();
    });

  return (
    <div>
      <p css={muted}>To publish {remote}, a team needs a deploy token. A token works only for this remote.</p>
      {result.state === 'loading' && <Skeleton style={{ height: '3rem', marginTop: '.5rem' }} />}
      {result.state === 'failed' && (
        <LoadFailure onRetry={retry}>We could not load the tokens. Please try again.</LoadFailure>
      )}
      {result.state === 'ready' && result.data.length === 0 && <p css={muted}>No tokens yet.</p>}
      {result.state === 'ready' && result.data.length > 0 && (
        <ul css={rows}>
          {result.data.map((token) => (
            <li key={token._id}>
              <div>
                Created {formatMoment(token.createdAt, now)} by {token.createdBy}
                <small>{usage(token, now)}</small>
              </div>
              {!token.revokedAt && (
                <Button ref={passFocusOn} size="small" look="quiet-bad" onClick={() => setAsked(token)}>
                  Revoke
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <Button size="small" css={{ marginTop: '.75rem' }} isBusy={isBusy} onClick={() => void create()}>
        <Plus aria-hidden="true" strokeWidth={1.75} /> Create token
      </Button>
      {made && (
        <ShownOnce title="New deploy token" value={made} onClose={() => setMade(null)}>
          Copy it now. It is shown only once. Give it to the team of {remote} as DEPLOY_TOKEN.
        </ShownOnce>
      )}
      {asked && (
        <Confirm
          question="Are you sure you want to revoke this token?"
          detail={`Publishing ${remote} with this token will stop working. This cannot be undone.`}
          confirmLabel="Revoke"
          onConfirm={() => {
            setAsked(null);
            void revoke(asked);
          }}
          onCancel={() => setAsked(null)}
        />
      )}
    </div>
  );
}

function usage(token: DeployToken, now: Date): string {
  if (token.revokedAt) return `Revoked ${formatMoment(token.revokedAt, now)}`;
  return token.lastUsedAt ? `Last used ${formatMoment(token.lastUsedAt, now)}` : 'Never used';
}
