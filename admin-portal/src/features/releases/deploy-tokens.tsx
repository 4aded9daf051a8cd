import type { DeployToken } from '@godhuli/contracts/releases';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { ACCOUNT } from '../../app/query-keys';
import { QueryResult } from '../../app/query-result';
import { useUnsavedChanges } from '../../app/session/unsaved-changes';
import { Button } from '../../ui/button';
import { Confirm } from '../../ui/dialog';
import { formatTimestamp } from '../../ui/format-timestamp';
import { moveFocusOnRemoval } from '../../ui/move-focus-on-removal';
import { rows } from '../../ui/rows.styles';
import { ShownOnce } from '../../ui/shown-once';
import { Skeleton } from '../../ui/skeleton';
import { muted } from '../../ui/text.styles';
import { createDeployToken, deployTokensQuery, revokeDeployToken } from './releases.requests';

/** The deploy tokens of one remote: created, shown once, revoked. */
export function DeployTokens({ remote }: { remote: string }) {
  const queries = useQueryClient();
  const tokens = useQuery(deployTokensQuery(remote));
  const [created, setCreated] = useState<string | null>(null);
  const [tokenToRevoke, setTokenToRevoke] = useState<DeployToken | null>(null);
  useUnsavedChanges(created !== null);
  const now = new Date();

  const create = useMutation({
    mutationFn: () => createDeployToken(remote),
    meta: { errorTitle: 'We could not create the token' },
    onSuccess: ({ token }) => {
      setCreated(token);
      void queries.invalidateQueries({ queryKey: [ACCOUNT] });
      return queries.invalidateQueries(deployTokensQuery(remote));
    },
  });
  const revoke = useMutation({
    mutationFn: ({ _id }: DeployToken) => revokeDeployToken(remote, _id),
    meta: { errorTitle: 'We could not revoke the token' },
    onSuccess: () => queries.invalidateQueries(deployTokensQuery(remote)),
  });

  return (
    <div>
      <p css={muted}>To publish {remote}, a team needs a deploy token. A token works only for this remote.</p>
      <QueryResult
        query={tokens}
        skeleton={<Skeleton style={{ height: '3rem', marginTop: '.5rem' }} />}
        failure="We could not load the tokens. Please try again."
      >
        {(loaded) =>
          loaded.length === 0 ? (
            <p css={muted}>No tokens yet.</p>
          ) : (
            <ul css={rows}>
              {loaded.map((token) => (
                <li key={token._id}>
                  <div>
                    Created {formatTimestamp(token.createdAt, now)} by {token.createdBy}
                    <small>{usage(token, now)}</small>
                  </div>
                  {!token.revokedAt && (
                    <Button
                      ref={moveFocusOnRemoval}
                      size="small"
                      variant="quiet-bad"
                      onClick={() => setTokenToRevoke(token)}
                    >
                      Revoke
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </QueryResult>
      <Button
        size="small"
        css={{ marginTop: '.75rem' }}
        isBusy={create.isPending || revoke.isPending}
        onClick={() => create.mutate()}
      >
        <Plus aria-hidden="true" strokeWidth={1.75} /> Create token
      </Button>
      {created && (
        <ShownOnce title="New deploy token" value={created} onClose={() => setCreated(null)}>
          Copy it now. It is shown only once. Give it to the team of {remote} as DEPLOY_TOKEN.
        </ShownOnce>
      )}
      {tokenToRevoke && (
        <Confirm
          question="Are you sure you want to revoke this token?"
          detail={`Publishing ${remote} with this token will stop working. This cannot be undone.`}
          confirmLabel="Revoke"
          onConfirm={() => {
            setTokenToRevoke(null);
            revoke.mutate(tokenToRevoke);
          }}
          onCancel={() => setTokenToRevoke(null)}
        />
      )}
    </div>
  );
}

function usage(token: DeployToken, now: Date): string {
  if (token.revokedAt) return `Revoked ${formatTimestamp(token.revokedAt, now)}`;
  return token.lastUsedAt ? `Last used ${formatTimestamp(token.lastUsedAt, now)}` : 'Never used';
}
