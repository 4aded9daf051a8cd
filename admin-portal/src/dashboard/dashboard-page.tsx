import { css } from '@emotion/react';
import ExternalLink from 'lucide-react/icons/external-link';
import type { ReactElement } from 'react';
import { loadPortfolio } from '../api/portfolio';
import { useLoad } from '../api/use-load';
import { ButtonLink } from '../controls/button';
import { formatLongDay } from '../format/moments';
import { useNewInquiryCount } from '../inquiries/inquiries-data';
import { PageHead } from '../layout/page-head';
import { useSession } from '../session/session';
import { Counters } from './counters';
import { LatestInquiries } from './latest-inquiries';
import { QuickActions } from './quick-actions';
import { RecentlyAdded } from './recently-added';
import { StaleSiteBanner } from './stale-site-banner';

const twoColumns = css`
  display: grid;
  grid-template-columns: minmax(0, 1.65fr) minmax(0, 1fr);
  gap: 0 3rem;
  @media (max-width: 1180px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

function waiting(count: number): string {
  if (count === 0) return '';
  return count === 1 ? ' One new inquiry is waiting for a reply.' : ` ${count} new inquiries are waiting for a reply.`;
}

/** The portal's first page (ADM-DASH-1). */
export default function DashboardPage(): ReactElement {
  const { user } = useSession();
  const gallery = useLoad(loadPortfolio);
  const newInquiries = useNewInquiryCount();
  return (
    <>
      <PageHead
        title={`Welcome back, ${user?.name ?? ''}`}
        documentTitle="Dashboard"
        note={`${formatLongDay(new Date())}.${waiting(newInquiries)}`}
      >
        <ButtonLink href="/">
          <ExternalLink aria-hidden="true" strokeWidth={1.75} /> View website
        </ButtonLink>
      </PageHead>
      <StaleSiteBanner />
      <Counters galleryItems={gallery.result} />
      <QuickActions />
      <div css={twoColumns}>
        <LatestInquiries />
        <RecentlyAdded {...gallery} />
      </div>
    </>
  );
}
