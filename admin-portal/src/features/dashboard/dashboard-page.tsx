import ExternalLink from 'lucide-react/icons/external-link';
import { useInquiryCounts } from '../../app/inquiry-counts';
import { PageHead } from '../../app/layout/page-head';
import { useSession } from '../../app/session/session';
import { ButtonLink } from '../../ui/button';
import { formatLongDay } from '../../ui/format-timestamp';
import { Counters } from './counters';
import { twoColumns } from './dashboard.styles';
import { LatestInquiries } from './latest-inquiries';
import { QuickActions } from './quick-actions';
import { RecentlyAdded } from './recently-added';
import { StaleSiteBanner } from './stale-site-banner';
import { WorkingDay } from './working-day';

function waitingText(count: number): string {
  if (count === 0) return '';
  return count === 1 ? ' One new inquiry is waiting for a reply.' : ` ${count} new inquiries are waiting for a reply.`;
}

/** The portal's first page (ADM-DASH-1). */
export default function DashboardPage() {
  const { user } = useSession();
  const newInquiries = useInquiryCounts().data?.New ?? 0;
  return (
    <>
      <PageHead
        title={`Welcome back, ${user?.name ?? ''}`}
        documentTitle="Dashboard"
        note={`${formatLongDay(new Date())}.${waitingText(newInquiries)}`}
      >
        <ButtonLink href="/">
          <ExternalLink aria-hidden="true" strokeWidth={1.75} /> View website
        </ButtonLink>
      </PageHead>
      <StaleSiteBanner />
      <Counters />
      <WorkingDay />
      <QuickActions />
      <div css={twoColumns}>
        <LatestInquiries />
        <RecentlyAdded />
      </div>
    </>
  );
}
