import { type ReactElement, useCallback } from 'react';
import { loadMoves } from '../api/remotes';
import { useLoad } from '../api/use-load';
import { LoadFailure } from '../controls/banner';
import { BadPill } from '../controls/pill';
import { Skeleton } from '../controls/skeleton';
import { formatMoment } from '../format/moments';
import { code } from '../look/code';
import { muted } from '../look/text';
import { rows } from './panel';

/** Who moved which channel of a remote when, and why. */
export function Moves({ remote }: { remote: string }): ReactElement {
  const { result, retry } = useLoad(useCallback((signal: AbortSignal) => loadMoves(remote, signal), [remote]));
  const now = new Date();
  if (result.state === 'loading') return <Skeleton style={{ height: '3rem', marginTop: '.5rem' }} />;
  if (result.state === 'failed')
    return <LoadFailure onRetry={retry}>We could not load the history. Please try again.</LoadFailure>;
  if (result.data.length === 0) return <p css={muted}>No changes yet.</p>;
  return (
    <ul css={rows}>
      {result.data.map((move) => (
        <li key={move._id}>
          <div>
            {move.channel}: {move.from && <span css={[code, muted]}>{move.from} → </span>}
            <span css={code}>{move.version}</span>
            <small>
              {formatMoment(move.at, now)}, by {move.by}: {move.reason}
            </small>
          </div>
          {move.automatic && <BadPill>Automatic</BadPill>}
        </li>
      ))}
    </ul>
  );
}
