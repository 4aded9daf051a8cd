import type { Release, Remote } from '@godhuli/contracts/releases';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Undo2 from 'lucide-react/icons/undo-2';
import { type ReactElement, type ReactNode, useId, useState } from 'react';
import { Button, ButtonAnchor } from '../controls/button';
import { passFocusOn } from '../controls/pass-focus-on';
import { BadPill, StatusPill } from '../controls/pill';
import { formatMoment } from '../format/moments';
import { formatBytes, formatCount } from '../format/sizes';
import { code } from '../look/code';
import { muted } from '../look/text';
import { DeployTokens } from './deploy-tokens';
import { Moves } from './moves';
import { disclosure, panel, panelHead, rows } from './panel';
import { ReasonDialog } from './reason-dialog';

const SHOWN_AT_FIRST = 5;

interface RemotePanelProps {
  remote: Remote;
  /** Told after a release was made live. */
  onChanged(release: Release): void;
  /** Told when what is shown may be old. */
  onStale(): void;
}

/** One remote: what is live, its releases with their checks and health, promote and roll back, deploy tokens. */
export function RemotePanel({ remote, onChanged, onStale }: RemotePanelProps): ReactElement {
  const id = useId();
  const [chosen, setChosen] = useState<{ action: 'Promote' | 'Roll back'; release: Release } | null>(null);
  const [isAllShown, setAllShown] = useState(false);
  const now = new Date();
  const releases = [...remote.releases].sort((first, second) => second.publishedAt.localeCompare(first.publishedAt));
  const live = releases.find((release) => release.version === remote.live);
  const previous = releases.find((release) => release.channels.includes('previous') && !release.withdrawn);
  return (
    <section css={panel} aria-labelledby={id}>
      <div css={panelHead}>
        <div>
          <h2 id={id}>{remote.name}</h2>
          <p css={muted}>
            {live ? (
              <>
                Live: <span css={code}>{live.version}</span>, published {formatMoment(live.publishedAt, now)} by{' '}
                {live.publishedBy}
              </>
            ) : (
              'No release is live.'
            )}
          </p>
        </div>
        {previous && previous !== live && (
          <Button ref={passFocusOn} onClick={() => setChosen({ action: 'Roll back', release: previous })}>
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
            isLive={release === live}
            now={now}
            onPromote={() => setChosen({ action: 'Promote', release })}
          />
        ))}
      </ul>
      {releases.length > SHOWN_AT_FIRST && !isAllShown && (
        <Button size="small" css={{ marginTop: '.75rem' }} onClick={() => setAllShown(true)}>
          Show all {releases.length}
        </Button>
      )}
      <Disclosure title="History">
        <Moves key={remote.live} remote={remote.name} />
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
          onDone={() => {
            setChosen(null);
            onChanged(chosen.release);
          }}
        />
      )}
    </section>
  );
}

/** What is inside loads when it is opened for the first time. */
function Disclosure({ title, children }: { title: string; children: ReactNode }): ReactElement {
  const [wasOpened, setOpened] = useState(false);
  return (
    <details css={disclosure} onToggle={(event) => event.currentTarget.open && setOpened(true)}>
      <summary>
        <ChevronRight aria-hidden="true" strokeWidth={1.75} /> {title}
      </summary>
      {wasOpened && children}
    </details>
  );
}

interface ReleaseRowProps {
  release: Release;
  /** the release published before it */
  older: Release | undefined;
  isLive: boolean;
  now: Date;
  onPromote(): void;
}

/** The front door's own address: it shows this browser alone the release, on the page where it is mounted. */
const previewAddress = ({ remote, version }: Release) => `/preview?${new URLSearchParams({ remote, version })}`;

function ReleaseRow({ release, older, isLive, now, onPromote }: ReleaseRowProps): ReactElement {
  const failed = release.checks.filter((check) => !check.ok);
  return (
    <li>
      <div>
        <span css={code}>{release.version}</span>
        <small>
          {formatMoment(release.publishedAt, now)} by {release.publishedBy} · {sizeText(release, older)}
        </small>
        <details css={{ fontSize: '.8125rem' }}>
          <summary css={[muted, { cursor: 'pointer' }]}>
            {failed.length === 0
              ? `${formatCount(release.checks.length, 'check')} passed`
              : `${formatCount(failed.length, 'check')} failed`}
          </summary>
          <ul>
            {release.checks.map((check) => (
              <li key={check.name}>
                {check.ok ? 'Passed' : 'Failed'}: <strong>{check.name}</strong> {check.message}
              </li>
            ))}
          </ul>
        </details>
      </div>
      <Health release={release} isLive={isLive} />
      {!isLive && (
        <>
          <ButtonAnchor size="small" aria-label={`Preview ${release.version}`} href={previewAddress(release)}>
            Preview
          </ButtonAnchor>
          <Button ref={passFocusOn} size="small" aria-label={`Promote ${release.version}`} onClick={onPromote}>
            Promote
          </Button>
        </>
      )}
    </li>
  );
}

function Health({ release, isLive }: { release: Release; isLive: boolean }): ReactElement {
  const failures = release.reportedFailures ?? 0;
  return (
    <>
      {isLive && <StatusPill status="Booked">Live</StatusPill>}
      {release.channels
        .filter((channel) => channel !== 'live')
        .map((channel) => (
          <StatusPill key={channel} status="Responded">
            {channel}
          </StatusPill>
        ))}
      {release.withdrawn && <BadPill>Rolled back</BadPill>}
      <span css={[muted, { fontSize: '.8125rem' }]}>
        {failures === 0
          ? 'No failures reported'
          : `Failures from ${formatCount(failures, 'IP address', 'IP addresses')} in 24 h`}
      </span>
    </>
  );
}

/** '212 KB, 3 KB more than before' */
function sizeText(release: Release, older: Release | undefined): string {
  const size = formatBytes(release.size);
  if (!older) return size;
  const change = release.size - older.size;
  if (change === 0) return `${size}, unchanged`;
  return `${size}, ${formatBytes(Math.abs(change))} ${change > 0 ? 'more' : 'less'} than before`;
}
