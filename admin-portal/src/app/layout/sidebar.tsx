import type { SessionUser } from '@godhuli/contracts/auth';
import Moon from 'lucide-react/icons/moon';
import PanelLeftClose from 'lucide-react/icons/panel-left-close';
import PanelLeftOpen from 'lucide-react/icons/panel-left-open';
import Sun from 'lucide-react/icons/sun';
import { useId } from 'react';
import { IconButton } from '../../ui/button';
import { useHost } from '../../ui/host-context';
import { Link } from '../../ui/link';
import { Mark } from '../../ui/mark';
import type { Theme } from '../../ui/theme';
import type { Page } from '../pages';
import { label, logo, sidebar, tooltip, top } from './sidebar.styles';
import { SidebarMenu } from './sidebar-menu';
import { SidebarUser } from './sidebar-user';
import { useStudioName } from './studio-name';

interface SidebarProps {
  user: SessionUser;
  current: Page | undefined;
  isCollapsed: boolean;
  isOpen: boolean;
  isNarrow: boolean;
  theme: Theme;
  onTheme(theme: Theme): void;
  onToggleCollapsed(): void;
  onLogout(): void;
  /** called when a page was chosen */
  onNavigate(): void;
}

/** The menu of the portal: pages by role, the user, the theme, Logout. On a phone it is a drawer. */
export function Sidebar(props: SidebarProps) {
  const { user, current, isCollapsed, isOpen, isNarrow, theme, onNavigate } = props;
  const { basePath } = useHost();
  const studio = useStudioName();
  const menuId = `${useId()}-menu`;
  const nextTheme = theme === 'dark' ? 'light' : 'dark';
  const ThemeIcon = theme === 'dark' ? Sun : Moon;
  const CollapseIcon = isCollapsed ? PanelLeftOpen : PanelLeftClose;
  return (
    <aside
      css={sidebar}
      aria-label="Admin"
      id="admin-sidebar"
      data-open={isOpen || undefined}
      inert={isNarrow && !isOpen ? true : undefined}
    >
      <div css={top}>
        <Link css={logo} href={`${basePath}/dashboard`} aria-label={`${studio} admin: dashboard`}>
          <Mark size="1.75rem" />
          <span css={label}>{studio}</span>
        </Link>
        <div>
          <IconButton
            css={tooltip}
            data-tooltip={`Switch to ${nextTheme} theme`}
            aria-label={`Switch to ${nextTheme} theme`}
            onClick={() => props.onTheme(nextTheme)}
          >
            <ThemeIcon aria-hidden="true" strokeWidth={1.75} />
          </IconButton>
          {!isNarrow && (
            <IconButton
              aria-expanded={!isCollapsed}
              aria-controls={menuId}
              aria-label={isCollapsed ? 'Expand sidebar' : 'Collapse sidebar'}
              css={tooltip}
              data-tooltip="Expand sidebar"
              onClick={props.onToggleCollapsed}
            >
              <CollapseIcon aria-hidden="true" strokeWidth={1.75} />
            </IconButton>
          )}
        </div>
      </div>
      <SidebarMenu id={menuId} role={user.role} current={current} onNavigate={onNavigate} />
      <SidebarUser user={user} current={current} onNavigate={onNavigate} onLogout={props.onLogout} />
    </aside>
  );
}
