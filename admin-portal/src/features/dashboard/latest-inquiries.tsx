import { datesInWords } from '@godhuli/contracts/event-dates';
import { useQuery } from '@tanstack/react-query';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { stateOf } from '../../app/query-client';
import { LoadFailure } from '../../ui/banner';
import { textLink } from '../../ui/button.styles';
import { eventTypeLabel } from '../../ui/event-type-label';
import { formatAge, formatDay } from '../../ui/format-timestamp';
import { useHost } from '../../ui/host-context';
import { Link } from '../../ui/link';
import { StatusPill } from '../../ui/pill';
import { Skeleton } from '../../ui/skeleton';
import { muted } from '../../ui/text.styles';
import { latestInquiries } from './dashboard.requests';
import { sectionHead } from './dashboard.styles';
import { rows } from './latest-inquiries.styles';

const SHOWN = 4;

const agoText = (timestamp: string, now: Date) => formatAge(timestamp, now).replace(/(?<=min|h)$/, ' ago');

/** The four latest inquiries; each opens in the inbox. */
export function LatestInquiries() {
  const { basePath } = useHost();
  const query = useQuery(latestInquiries);
  const state = stateOf(query);
  const inbox = `${basePath}/dashboard/inquiries`;
  const now = new Date();
  const latest = query.data ?? [];
  return (
    <section css={{ marginTop: '2.25rem', minWidth: 0 }} aria-labelledby="dashboard-inquiries">
      <div css={sectionHead}>
        <h2 id="dashboard-inquiries">Latest inquiries</h2>
        <Link css={textLink} href={inbox}>
          Open inbox <ArrowRight aria-hidden="true" strokeWidth={1.75} />
        </Link>
      </div>
      {state === 'failed' && (
        <LoadFailure onRetry={() => void query.refetch()}>
          We could not load the inquiries. Check your connection and try again.
        </LoadFailure>
      )}
      {state === 'ready' && latest.length === 0 && (
        <p css={[muted, { marginTop: '.75rem' }]}>
          No inquiries yet. Inquiries from the form on the website appear here.
        </p>
      )}
      {state === 'loading' && (
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
                <small>{datesInWords(inquiry, formatDay) || 'No date given'}</small>
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
