import { may, type Role } from '@godhuli/contracts/roles';
import { useId } from 'react';
import { useHost } from '../../ui/host-context';
import { Link } from '../../ui/link';
import { visuallyHidden } from '../../ui/text.styles';
import { useInquiryCounts } from '../inquiry-counts';
import { PAGES, type Page } from '../pages';
import { label, tooltip } from './sidebar.styles';
import { countBadge, groupTitle, menu, quarantineBadge } from './sidebar-menu.styles';

interface SidebarMenuProps {
  id: string;
  role: Role;
  current: Page | undefined;
  onNavigate(): void;
}

const isAdminOnly = ({ permission }: Page) => permission !== null && !may('editor', permission);

/** The pages that a role may open; those that only admins may open are a group of their own. */
export function SidebarMenu({ id, role, current, onNavigate }: SidebarMenuProps) {
  const titleId = useId();
  const allowed = PAGES.filter(
    ({ isOffMenu, permission }) => !isOffMenu && (permission === null || may(role, permission)),
  );
  const adminOnly = allowed.filter(isAdminOnly);
  const list = (pages: Page[], labelledBy?: string) => (
    <ul aria-labelledby={labelledBy}>
      {pages.map((page) => (
        <MenuItem key={page.path} page={page} isCurrent={page === current} onNavigate={onNavigate} />
      ))}
    </ul>
  );
  return (
    <nav css={menu} id={id} aria-label="Admin pages">
      {list(allowed.filter((page) => !isAdminOnly(page)))}
      {adminOnly.length > 0 && (
        <>
          <p css={groupTitle} id={titleId}>
            <span css={label}>Admin only</span>
          </p>
          {list(adminOnly, titleId)}
        </>
      )}
    </nav>
  );
}

function MenuItem({ page, isCurrent, onNavigate }: { page: Page; isCurrent: boolean; onNavigate(): void }) {
  const { basePath } = useHost();
  const Icon = page.icon;
  return (
    <li>
      <Link
        css={tooltip}
        href={`${basePath}${page.path}`}
        data-tooltip={page.label}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={onNavigate}
      >
        <Icon aria-hidden="true" strokeWidth={1.75} />
        <span css={label}>{page.label}</span>
        {page.path === '/dashboard/inquiries' && <InquiryBadges />}
      </Link>
    </li>
  );
}

/** How many inquiries are new, and how many are likely spam. */
function InquiryBadges() {
  const { New: newCount = 0, quarantined = 0 } = useInquiryCounts().data ?? {};
  return (
    <>
      {newCount > 0 && (
        <span css={countBadge}>
          {newCount}
          <span css={visuallyHidden}> new</span>
        </span>
      )}
      {quarantined > 0 && (
        <span
          css={[countBadge, quarantineBadge, newCount === 0 && { marginLeft: 'auto' }]}
          title={`${quarantined} likely spam`}
        >
          {quarantined > 999 ? '999+' : quarantined}
          <span css={visuallyHidden}> likely spam</span>
        </span>
      )}
    </>
  );
}
