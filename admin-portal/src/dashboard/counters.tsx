import { css } from '@emotion/react';
import type { LucideIcon } from 'lucide-react';
import Images from 'lucide-react/icons/images';
import Inbox from 'lucide-react/icons/inbox';
import Newspaper from 'lucide-react/icons/newspaper';
import Video from 'lucide-react/icons/video';
import type { ReactElement, ReactNode } from 'react';
import { countBlogPosts, countVideos } from '../api/posts';
import { type Loaded, useLoad } from '../api/use-load';
import { StatusPill, WarnPill } from '../controls/pill';
import { Skeleton } from '../controls/skeleton';
import { useHost } from '../host/host-context';
import { Link } from '../host/link';
import { countInbox, useInquiriesData } from '../inquiries/inquiries-data';
import { visuallyHidden } from '../look/text';

const counters = css`
  display: grid;
  grid-template-columns: repeat(4, 1fr);
  border: 1px solid var(--a-border);
  border-radius: var(--r-3);
  & > div {
    padding: 1.25rem 1.5rem 1.375rem;
  }
  & > div + div {
    border-left: 1px solid var(--a-border);
  }
  & dt {
    display: flex;
    align-items: center;
    gap: 0.5rem;
    font-size: 0.875rem;
    color: var(--a-muted);
  }
  & dt svg.lucide {
    width: 1rem;
    height: 1rem;
  }
  & dd {
    display: flex;
    align-items: center;
    flex-wrap: wrap;
    gap: 0.75rem;
    font: 400 2.5rem/1.1 var(--font-display);
    font-variation-settings: var(--opsz-h3);
    font-feature-settings: 'lnum';
    letter-spacing: -0.02em;
    margin-top: 0.625rem;
    min-height: 2.75rem;
  }
  @media (max-width: 1180px) {
    grid-template-columns: 1fr 1fr;
    & > div:nth-of-type(3) {
      border-left: 0;
    }
    & > div:nth-of-type(n + 3) {
      border-top: 1px solid var(--a-border);
    }
  }
  @media (max-width: 639px) {
    & > div {
      padding: 1rem 1.125rem;
    }
  }
`;
const notAvailable = css`
  font: 400 0.9375rem/1.4 var(--font-text);
  letter-spacing: 0;
  color: var(--a-muted);
`;

const spamLink = css`
  display: inline-flex;
  text-decoration: none;
  border-radius: var(--r-full);
`;

const ready = <Data,>(loaded: Loaded<Data>, count: (data: Data) => number): Loaded<number> =>
  loaded.state === 'ready' ? { state: 'ready', data: count(loaded.data) } : loaded;

interface CountersProps {
  galleryItems: Loaded<unknown[]>;
}

/** The four counters of ADM-DASH-1; each loads and fails on its own. */
export function Counters({ galleryItems }: CountersProps): ReactElement {
  const blogPosts = useLoad(countBlogPosts);
  const videos = useLoad(countVideos);
  const { basePath } = useHost();
  const inquiries = useInquiriesData().result;
  const { New: newInquiries = 0, quarantined = 0 } = inquiries.data ?? {};
  return (
    <section aria-labelledby="dashboard-counters">
      <h2 id="dashboard-counters" css={visuallyHidden}>
        At a glance
      </h2>
      <dl css={counters}>
        <Counter icon={Images} label="Gallery Items" count={ready(galleryItems, (items) => items.length)} />
        <Counter icon={Newspaper} label="Blog Posts" count={blogPosts.result} />
        <Counter icon={Video} label="Videos" count={videos.result} />
        <Counter icon={Inbox} label="Inquiries" count={ready(inquiries, countInbox)}>
          {newInquiries > 0 && <StatusPill status="New">{newInquiries} New</StatusPill>}
          {quarantined > 0 && (
            <Link css={spamLink} href={`${basePath}/dashboard/inquiries?view=spam`}>
              <WarnPill>{quarantined.toLocaleString('en-IN')} likely spam</WarnPill>
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
  count: Loaded<number>;
  children?: ReactNode;
}

function Counter({ icon: Icon, label, count, children }: CounterProps): ReactElement {
  return (
    <div>
      <dt>
        <Icon aria-hidden="true" strokeWidth={1.75} /> {label}
      </dt>
      <dd aria-busy={count.state === 'loading'}>
        {count.state === 'loading' && (
          <>
            <Skeleton style={{ width: '4.5rem', height: '2.25rem' }} />
            <span css={visuallyHidden}>Loading</span>
          </>
        )}
        {count.state === 'failed' && <span css={notAvailable}>Not available</span>}
        {count.state === 'ready' && (
          <>
            {count.data.toLocaleString('en-IN')} {children}
          </>
        )}
      </dd>
    </div>
  );
}
