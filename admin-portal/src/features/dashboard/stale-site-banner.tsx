import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { LIVE } from '../../app/query-client';
import { Banner } from '../../ui/banner';
import { formatAge, formatTimestamp } from '../../ui/format-timestamp';
import { loadSiteStatus } from './site-status.requests';

const CHECK_EVERY_MS = 30_000;

/** Warns while the website shows older data because the server fails to read newer data. */
export function StaleSiteBanner(): ReactElement | null {
  const { data } = useQuery({
    queryKey: ['site-status'],
    queryFn: ({ signal }) => loadSiteStatus(signal),
    ...LIVE,
    refetchInterval: CHECK_EVERY_MS,
  });
  const since = data?.staleSince;
  if (!since) return null;
  const now = new Date();
  return (
    <div css={{ marginBottom: '1.5rem' }}>
      <Banner>
        The website has been showing older data since {formatTimestamp(since, now)} ({formatAge(since, now)}). Changes
        appear on the website when the server recovers.
      </Banner>
    </div>
  );
}
