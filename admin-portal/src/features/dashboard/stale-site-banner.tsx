import type { SiteStatus } from '@godhuli/contracts/page';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { LIVE } from '../../app/query-client';
import { Banner } from '../../ui/banner';
import { formatAge, formatTimestamp } from '../../ui/format-timestamp';

const siteStatusSchema = z.object({ staleSince: z.string().nullable() }) satisfies z.ZodType<SiteStatus>;

/** The front door serves this, not the API; without a front door the status is unknown. */
async function loadSiteStatus(signal: AbortSignal): Promise<SiteStatus> {
  const response = await fetch('/status.json', { signal, cache: 'no-store' });
  const parsed = siteStatusSchema.safeParse(await response.json().catch(() => null));
  return parsed.success ? parsed.data : { staleSince: null };
}

const CHECK_EVERY_MS = 30_000;

/** Warns while the website shows older data because the server fails to read newer data. */
export function StaleSiteBanner() {
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
