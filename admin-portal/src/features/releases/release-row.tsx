import { MOUNTS } from '@godhuli/contracts/mounts';
import { SESSION_ZONES } from '@godhuli/contracts/page';
import type { Release } from '@godhuli/contracts/releases';
import { useState } from 'react';
import { Cancelled } from '../../app/call';
import { showErrorToast } from '../../app/query-client';
import { Button, ButtonAnchor } from '../../ui/button';
import { code } from '../../ui/code.styles';
import { formatBytes, formatCount } from '../../ui/format-size';
import { formatTimestamp } from '../../ui/format-timestamp';
import { useHost } from '../../ui/host-context';
import { moveFocusOnRemoval } from '../../ui/move-focus-on-removal';
import { Pill, StatusPill } from '../../ui/pill';
import { muted } from '../../ui/text.styles';
import { startPreview } from './releases.requests';
import { checksSummary } from './remote-panel.styles';

interface ReleaseRowProps {
  release: Release;
  /** the release published before it */
  older: Release | undefined;
  isLive: boolean;
  now: Date;
  onPromote(): void;
}

/**
 * The front door shows the release at this URL, to this browser only. It does not start previews of what may use the session for a page of
 * this site, so for those the portal asks the API itself.
 */
const previewUrl = ({ remote, version }: Release) => `/preview?${new URLSearchParams({ remote, version })}`;

export function ReleaseRow({ release, older, isLive, now, onPromote }: ReleaseRowProps) {
  const { toast } = useHost();
  const mount = MOUNTS.find(({ remote, zone }) => remote === release.remote && SESSION_ZONES.includes(zone));
  const [isStarting, setStarting] = useState(false);
  const preview = async (path: string) => {
    setStarting(true);
    try {
      await startPreview(release);
      window.location.assign(path);
    } catch (error) {
      setStarting(false);
      if (!(error instanceof Cancelled)) showErrorToast(toast, 'We could not start the preview', error);
    }
  };
  const failed = release.checks.filter((check) => !check.ok);
  return (
    <li>
      <div>
        <span css={code}>{release.version}</span>
        <small>
          {formatTimestamp(release.publishedAt, now)} by {release.publishedBy} · {sizeText(release, older)}
        </small>
        {release.filesRemoved && (
          <small>The files of this release were removed. Publish it again to preview or promote it.</small>
        )}
        <details css={{ fontSize: '.8125rem' }}>
          <summary css={[muted, checksSummary]}>
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
      {!isLive && !release.filesRemoved && (
        <>
          {mount ? (
            <Button
              size="small"
              aria-label={`Preview ${release.version}`}
              isBusy={isStarting}
              onClick={() => void preview(mount.path)}
            >
              Preview
            </Button>
          ) : (
            <ButtonAnchor size="small" aria-label={`Preview ${release.version}`} href={previewUrl(release)}>
              Preview
            </ButtonAnchor>
          )}
          <Button ref={moveFocusOnRemoval} size="small" aria-label={`Promote ${release.version}`} onClick={onPromote}>
            Promote
          </Button>
        </>
      )}
    </li>
  );
}

function Health({ release, isLive }: { release: Release; isLive: boolean }) {
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
      {release.withdrawn && <Pill variant="bad">Rolled back</Pill>}
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
