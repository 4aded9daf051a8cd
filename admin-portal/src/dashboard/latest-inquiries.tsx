import { css } from '@emotion/react';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { type ReactElement, useEffect } from 'react';
import { loadLatest } from '../api/inquiries';
import { useLoad } from '../api/use-load';
import { LoadFailure } from '../controls/banner';
import { textLink } from '../controls/button';
import { StatusPill } from '../controls/pill';
import { Skeleton } from '../controls/skeleton';
import { formatAge, formatDay } from '../format/moments';
import { useHost } from '../host/host-context';
import { Link } from '../host/link';
import { eventTypeLabel } from '../inquiries/event-types';
import { useInquiriesData } from '../inquiries/inquiries-data';
import { muted } from '../look/text';

const SHOWN = 4;

export const blockHead = css`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 1rem;
`;
const rows = css`
  border-top: 1px solid var(--a-border);
  margin-top: 0.375rem;
  & li {
    border-bottom: 1px solid var(--a-border);
  }
  & a {
    display: grid;
    grid-template-columns: minmax(0, 1fr) 7rem 6.5rem 6rem;
    align-items: center;
    gap: 1rem;
    padding: 0.7rem 0.5rem;
    margin-inline: -0.5rem;
    border-radius: var(--r-2);
    text-decoration: none;
    font-size: 0.875rem;
  }
  & a:hover {
    background: var(--a-hover);
  }
  & strong {
    display: block;
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  & small,
  & time {
    color: var(--a-muted);
    font-size: 0.8125rem;
  }
  & time {
    text-align: right;
  }
  & a > span:last-of-type {
    justify-self: start;
  }
  @media (max-width: 639px) {
    & a {
      grid-template-columns: minmax(0, 1fr) auto;
      gap: 0.2rem 1rem;
    }
    & a > small,
    & time {
      grid-row: 2;
    }
  }
`;

const agoText = (moment: string, now: Date) => formatAge(moment, now).replace(/(?<=min|h)$/, ' ago');

/** The four latest inquiries; each opens in the inbox. */
export function LatestInquiries(): ReactElement {
  const { basePath } = useHost();
  const { result, retry, reload } = useLoad(loadLatest);
  const { refreshes } = useInquiriesData();
  useEffect(() => {
    if (refreshes > 0) void reload();
  }, [refreshes, reload]);
  const inbox = `${basePath}/dashboard/inquiries`;
  const now = new Date();
  const latest = result.data ?? [];
  return (
    <section css={{ marginTop: '2.25rem', minWidth: 0 }} aria-labelledby="dashboard-inquiries">
      <div css={blockHead}>
        <h2 id="dashboard-inquiries">Latest inquiries</h2>
        <Link css={textLink} href={inbox}>
          Open inbox <ArrowRight aria-hidden="true" strokeWidth={1.75} />
        </Link>
      </div>
      {result.state === 'failed' && (
        <LoadFailure onRetry={retry}>We could not load the inquiries. Check your connection and try again.</LoadFailure>
      )}
      {result.state === 'ready' && latest.length === 0 && (
        <p css={[muted, { marginTop: '.75rem' }]}>
          No inquiries yet. Inquiries from the form on the website appear here.
        </p>
      )}
      {result.state === 'loading' && (
        <ul css={rows} aria-hidden="true">
          {Array.from({ length: SHOWN }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: four equal bars
            <li key={index} css={{ padding: '.7rem 0' }}>
              <Skeleton style={{ width: '40%', height: '.875rem', margin: '.25rem 0 .5rem' }} />
              <Skeleton style={{ width: '60%', height: '.75rem', margin: '.2rem 0 .3rem' }} />
            </li>
          ))}
        </ul>
      )}
      {latest.length > 0 && (
        <ul css={rows}>
          {latest.map((inquiry) => (
            <li key={inquiry._id}>
              <Link href={`${inbox}#${inquiry._id}`}>
                <span>
                  <strong>{inquiry.name}</strong>
                  <small>{eventTypeLabel(inquiry.eventType)}</small>
                </span>
                <small>{inquiry.eventDate ? formatDay(inquiry.eventDate) : 'No date given'}</small>
                <StatusPill status={inquiry.status} />
                <time dateTime={inquiry.createdAt}>{agoText(inquiry.createdAt, now)}</time>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
