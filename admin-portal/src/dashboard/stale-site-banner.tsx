import { css } from '@emotion/react';
import { type ReactElement, useEffect } from 'react';
import { loadSiteStatus } from '../api/site-status';
import { useLoad } from '../api/use-load';
import { Banner } from '../controls/banner';
import { formatAge, formatMoment } from '../format/moments';

const CHECK_EVERY_MS = 30_000;

/** Warns while the website shows older data because the server fails to read newer data. */
export function StaleSiteBanner(): ReactElement | null {
  const { result, reload } = useLoad(loadSiteStatus);
  useEffect(() => {
    const check = () => void (document.visibilityState === 'visible' && reload());
    const timer = setInterval(check, CHECK_EVERY_MS);
    document.addEventListener('visibilitychange', check);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', check);
    };
  }, [reload]);
  const since = result.data?.staleSince;
  if (!since) return null;
  const now = new Date();
  return (
    <div
      css={css`
        margin-bottom: 1.5rem;
      `}
    >
      <Banner>
        The website has been showing older data since {formatMoment(since, now)} ({formatAge(since, now)}). Changes
        appear on the website when the server recovers.
      </Banner>
    </div>
  );
}
