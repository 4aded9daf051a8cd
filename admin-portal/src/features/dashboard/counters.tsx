import { useQuery } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import Images from 'lucide-react/icons/images';
import Inbox from 'lucide-react/icons/inbox';
import Newspaper from 'lucide-react/icons/newspaper';
import Video from 'lucide-react/icons/video';
import type { ReactNode } from 'react';
import { countInbox, useInquiryCounts } from '../../app/inquiry-counts';
import { blogPostCount, videoCounts } from '../../app/posts.requests';
import { stateOf } from '../../app/query-client';
import { formatCount } from '../../ui/format-size';
import { useHost } from '../../ui/host-context';
import { Link } from '../../ui/link';
import { Pill, StatusPill } from '../../ui/pill';
import { Skeleton } from '../../ui/skeleton';
import { visuallyHidden } from '../../ui/text.styles';
import { counters, notAvailable, spamLink } from './counters.styles';
import { newestPhotos } from './dashboard.requests';

/** The four counters of ADM-DASH-1; each loads and fails on its own. */
export function Counters() {
  const { basePath } = useHost();
  const galleryItems = useQuery({ ...newestPhotos, select: ({ total }) => total });
  const blogPosts = useQuery(blogPostCount);
  const videos = useQuery(videoCounts);
  const deadLinks = videos.data?.dead ?? 0;
  const { data: counts, isFetching } = useInquiryCounts();
  const { New: newInquiries = 0, quarantined = 0 } = counts ?? {};
  return (
    <section aria-labelledby="dashboard-counters">
      <h2 id="dashboard-counters" css={visuallyHidden}>
        At a glance
      </h2>
      <dl css={counters}>
        <Counter icon={Images} label="Gallery Items" count={galleryItems} />
        <Counter icon={Newspaper} label="Blog Posts" count={blogPosts} />
        <Counter icon={Video} label="Videos" count={{ data: videos.data?.total, isFetching: videos.isFetching }}>
          {deadLinks > 0 && (
            <Link css={spamLink} href={`${basePath}/dashboard/videos`}>
              <Pill variant="bad">{formatCount(deadLinks, 'dead link')}</Pill>
            </Link>
          )}
        </Counter>
        <Counter icon={Inbox} label="Inquiries" count={{ data: counts && countInbox(counts), isFetching }}>
          {newInquiries > 0 && <StatusPill status="New">{newInquiries} New</StatusPill>}
          {quarantined > 0 && (
            <Link css={spamLink} href={`${basePath}/dashboard/inquiries?view=spam`}>
              <Pill variant="warning">{quarantined.toLocaleString('en-IN')} likely spam</Pill>
            </Link>
          )}
        </Counter>
      </dl>
    </section>
  );
}

interface CounterProps {
  icon: LucideIcon;
  label: string;
  /** the query of the number */
  count: { data: number | undefined; isFetching: boolean };
  children?: ReactNode;
}

function Counter({ icon: Icon, label, count, children }: CounterProps) {
  const state = stateOf(count);
  return (
    <div>
      <dt>
        <Icon aria-hidden="true" strokeWidth={1.75} /> {label}
      </dt>
      <dd aria-busy={state === 'loading'}>
        {state === 'loading' && (
          <>
            <Skeleton style={{ width: '4.5rem', height: '2.25rem' }} />
            <span css={visuallyHidden}>Loading</span>
          </>
        )}
        {state === 'failed' && <span css={notAvailable}>Not available</span>}
        {count.data !== undefined && (
          <>
            {count.data.toLocaleString('en-IN')} {children}
          </>
        )}
      </dd>
    </div>
  );
}
