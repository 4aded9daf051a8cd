import type { PhotoEncoding } from '@godhuli/contracts/photo-encoding';
import { may } from '@godhuli/contracts/roles';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { useSession } from '../../app/session/session';
import { Button } from '../../ui/button';
import { formatCount } from '../../ui/format-size';
import { changeEncoding, encodingQuery } from './encoding.requests';
import { panel } from './encoding-panel.styles';

const STATES: Record<PhotoEncoding['state'], string> = {
  done: 'Every photo was tried.',
  running: 'The server is working on it. Visitors see a quick version until a photo is done.',
  waiting: 'The server continues when it is less busy. Visitors see a quick version until a photo is done.',
  paused: 'Paused. Visitors see a quick version of the photos that are not done.',
  off: 'Turned off on this server (BACKGROUND_ENCODING=0). Visitors see a quick version of the photos that are not done.',
};

/** How far the server is with encoding photos in full quality, for admins, while there is something to say. */
export function EncodingPanel() {
  const { user } = useSession();
  return user && may(user.role, 'settings.manage') ? <Progress /> : null;
}

function Progress() {
  const queries = useQueryClient();
  const { data } = useQuery(encodingQuery);
  const change = useMutation({
    mutationFn: changeEncoding,
    meta: { errorTitle: 'We could not change the encoding of photos' },
    onSuccess: (changed) => queries.setQueryData(encodingQuery.queryKey, changed),
  });
  if (!data || (data.state === 'done' && data.failed === 0)) return null;
  const { state, total, done, failed, failures } = data;
  const isPaused = state === 'paused';
  return (
    <section css={panel} aria-label="Photo quality">
      <div>
        <p>
          <strong>
            {done} of {formatCount(total, 'photo')} in full quality
          </strong>
        </p>
        <progress max={Math.max(total, 1)} value={done} aria-label="Photos in full quality" />
        <p role="status">{STATES[state]}</p>
        {failed > 0 && (
          <details>
            <summary>We could not encode {formatCount(failed, 'photo')}</summary>
            <ul>
              {failures.map(({ id, message }) => (
                <li key={id}>
                  Photo {id.slice(0, 8)}: {message}
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
      {failed > 0 && (
        <Button size="small" isBusy={change.isPending} onClick={() => change.mutate('retry')}>
          <RotateCw aria-hidden="true" strokeWidth={1.75} /> Try again
        </Button>
      )}
      {(isPaused || state === 'running' || state === 'waiting') && (
        <Button size="small" isBusy={change.isPending} onClick={() => change.mutate(isPaused ? 'resume' : 'pause')}>
          {isPaused ? <Play aria-hidden="true" strokeWidth={1.75} /> : <Pause aria-hidden="true" strokeWidth={1.75} />}
          {isPaused ? 'Resume' : 'Pause'}
        </Button>
      )}
    </section>
  );
}
