import type { Release, Remote } from '@godhuli/contracts/releases';
import { useInfiniteQuery } from '@tanstack/react-query';
import Undo2 from 'lucide-react/icons/undo-2';
import { useId, useState } from 'react';
import { LoadMore } from '../../app/load-more';
import { LoadFailure } from '../../ui/banner';
import { Button } from '../../ui/button';
import { code } from '../../ui/code.styles';
import { formatTimestamp } from '../../ui/format-timestamp';
import { moveFocusOnRemoval } from '../../ui/move-focus-on-removal';
import { rows } from '../../ui/rows.styles';
import { muted } from '../../ui/text.styles';
import { Channels, namedChannels } from './channels';
import { DeployTokens } from './deploy-tokens';
import { Disclosure } from './disclosure';
import { Promotions } from './promotions';
import { ReasonDialog } from './reason-dialog';
import { ReleaseRow } from './release-row';
import { releasesQuery } from './releases.requests';
import { panel, panelHead } from './remote-panel.styles';

const SHOWN_AT_FIRST = 5;

interface RemotePanelProps {
  remote: Remote;
  /** Called after a release was made live. */
  onChanged(release: Release): void;
  /** Called when what is shown may be old. */
  onStale(): void;
}

const isGoodPrevious = ({ channels, withdrawn, filesRemoved }: Release) =>
  channels.includes('previous') && !withdrawn && !filesRemoved;

/** One remote: what is live, its releases with their checks and health, promote and roll back, deploy tokens. */
export function RemotePanel({ remote, onChanged, onStale }: RemotePanelProps) {
  const id = useId();
  const [chosen, setChosen] = useState<{ action: 'Promote' | 'Roll back'; release: Release } | null>(null);
  const [isAllShown, setAllShown] = useState(false);
  const now = new Date();
  const newest = [...remote.releases].sort((first, second) => second.publishedAt.localeCompare(first.publishedAt));
  const { releaseCount = newest.length } = remote;
  const all = useInfiniteQuery({ ...releasesQuery(remote.name), enabled: isAllShown && releaseCount > newest.length });
  const releases = all.data?.pages.flatMap(({ rows }) => rows) ?? newest;
  const live = newest.find((release) => release.version === remote.live);
  const previous = newest.find((release) => isGoodPrevious(release));
  const channels = namedChannels(remote);
  return (
    <section css={panel} aria-labelledby={id}>
      <div css={panelHead}>
        <div>
          <h2 id={id}>{remote.name}</h2>
          <p css={muted}>
            {live ? (
              <>
                Live: <span css={code}>{live.version}</span>, published {formatTimestamp(live.publishedAt, now)} by{' '}
                {live.publishedBy}
              </>
            ) : (
              'No release is live.'
            )}
          </p>
        </div>
        {previous && previous !== live && (
          <Button ref={moveFocusOnRemoval} onClick={() => setChosen({ action: 'Roll back', release: previous })}>
            <Undo2 aria-hidden="true" strokeWidth={1.75} /> Roll back
          </Button>
        )}
      </div>
      <ul css={rows} aria-label={`Releases of ${remote.name}`}>
        {releases.slice(0, isAllShown ? undefined : SHOWN_AT_FIRST).map((release, index) => (
          <ReleaseRow
            key={release.version}
            release={release}
            older={releases[index + 1]}
            isLive={release.version === live?.version}
            now={now}
            onPromote={() => setChosen({ action: 'Promote', release })}
          />
        ))}
      </ul>
      {releaseCount > SHOWN_AT_FIRST && !isAllShown && (
        <Button size="small" css={{ marginTop: '.75rem' }} onClick={() => setAllShown(true)}>
          Show all {releaseCount}
        </Button>
      )}
      {all.isLoading && (
        <p css={muted} role="status">
          Loading older releases…
        </p>
      )}
      {all.isLoadingError && (
        <LoadFailure onRetry={() => void all.refetch()}>
          We could not load older releases. Please try again.
        </LoadFailure>
      )}
      <LoadMore query={all} errorTitle="We could not load older releases">
        Show older releases
      </LoadMore>
      {channels.length > 0 && (
        <Disclosure title="Channels">
          <Channels remote={remote.name} channels={channels} />
        </Disclosure>
      )}
      <Disclosure title="History">
        <Promotions remote={remote.name} />
      </Disclosure>
      <Disclosure title="Deploy tokens">
        <DeployTokens remote={remote.name} />
      </Disclosure>
      {chosen && (
        <ReasonDialog
          {...chosen}
          remote={remote}
          onClose={(hasFailed) => {
            setChosen(null);
            if (hasFailed) onStale();
          }}
          onDone={() => onChanged(chosen.release)}
        />
      )}
    </section>
  );
}
