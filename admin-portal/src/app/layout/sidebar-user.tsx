import type { SessionUser } from '@godhuli/contracts/auth';
import LogOut from 'lucide-react/icons/log-out';
import { useHost } from '../../ui/host-context';
import { Link } from '../../ui/link';
import { visuallyHidden } from '../../ui/text.styles';
import type { Page } from '../pages';
import { label, tooltip } from './sidebar.styles';
import { accountLink, avatar, logoutButton, nameAndRole, userBox } from './sidebar-user.styles';

const ACCOUNT_PATH = '/dashboard/account';

function initials(name: string): string {
  const parts = name.trim().split(/\s+/);
  const letters = [parts[0], parts.length > 1 ? parts.at(-1) : ''].map((part) => [...(part ?? '')][0] ?? '');
  return letters.join('').toUpperCase();
}

interface SidebarUserProps {
  user: SessionUser;
  current: Page | undefined;
  onNavigate(): void;
  onLogout(): void;
}

/** The user with a link to the account, and Logout. */
export function SidebarUser({ user, current, onNavigate, onLogout }: SidebarUserProps) {
  const { basePath } = useHost();
  return (
    <div css={userBox}>
      <Link
        css={[accountLink, tooltip]}
        href={`${basePath}${ACCOUNT_PATH}`}
        data-tooltip="Your account"
        aria-current={current?.path === ACCOUNT_PATH ? 'page' : undefined}
        onClick={onNavigate}
      >
        <span css={avatar} aria-hidden="true">
          {initials(user.name)}
        </span>
        <span css={[nameAndRole, label]}>
          <strong>{user.name}</strong>
          <span>{user.role === 'admin' ? 'Admin' : 'Editor'}</span>
        </span>
        <span css={visuallyHidden}>, your account</span>
      </Link>
      <button type="button" css={[logoutButton, tooltip]} data-tooltip="Logout" onClick={onLogout}>
        <LogOut aria-hidden="true" strokeWidth={1.75} />
        <span css={label}>Logout</span>
      </button>
    </div>
  );
}
