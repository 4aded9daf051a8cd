import { css } from '@emotion/react';
import type { SessionUser } from '@godhuli/contracts/auth';
import { may } from '@godhuli/contracts/roles';
import LogOut from 'lucide-react/icons/log-out';
import Moon from 'lucide-react/icons/moon';
import PanelLeftClose from 'lucide-react/icons/panel-left-close';
import PanelLeftOpen from 'lucide-react/icons/panel-left-open';
import Sun from 'lucide-react/icons/sun';
import { type ReactElement, useId } from 'react';
import { IconButton } from '../controls/button';
import { useHost } from '../host/host-context';
import { Link } from '../host/link';
import { useNewInquiryCount, useQuarantineCount } from '../inquiries/inquiries-data';
import { Mark } from '../look/mark';
import { visuallyHidden } from '../look/text';
import type { Theme } from '../look/theme';
import { PAGES, type Page } from '../pages';
import { useStudioName } from './studio-name';

const side = css`
  position: sticky;
  top: 0;
  height: 100dvh;
  display: flex;
  flex-direction: column;
  padding: 0.75rem;
  gap: 0.5rem;
  @media (max-width: 899px) {
    position: fixed;
    inset: 0 auto 0 0;
    z-index: 70;
    width: min(18rem, 84vw);
    background: var(--a-canvas);
    translate: -102% 0;
    visibility: hidden;
    transition:
      translate var(--t-2) var(--ease-out),
      visibility var(--t-2);
    box-shadow: var(--shadow-3);
    &[data-open] {
      translate: 0;
      visibility: visible;
    }
  }
`;
const top = css`
  display: flex;
  align-items: center;
  justify-content: space-between;
  min-height: 3rem;
  padding-left: 0.5rem;
  & > div {
    display: flex;
  }
  [data-collapsed] & {
    flex-direction: column;
    gap: 0.25rem;
    padding: 0;
  }
  [data-collapsed] & > div {
    flex-direction: column;
  }
`;
const logo = css`
  display: flex;
  align-items: center;
  gap: 0.65rem;
  min-width: 0;
  min-height: 2.75rem;
  text-decoration: none;
  font: 400 1.3125rem/1.1 var(--font-display);
  font-variation-settings: var(--opsz-sm);
`;
/** Words that a collapsed sidebar hides from the eye alone. */
const words = css`
  [data-collapsed] & {
    position: absolute !important;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;
/** A row of the sidebar: a page of the menu, or 'Log out'. */
const rowLook = css`
  display: flex;
  align-items: center;
  gap: 0.75rem;
  min-height: var(--h);
  padding: 0 0.65rem;
  border-radius: var(--r-2);
  font-size: 0.875rem;
  font-weight: 500;
  color: var(--a-muted);
`;
const menu = css`
  flex: 1;
  overflow: auto;
  margin: 0.25rem -0.25rem;
  padding: 0.25rem;
  & li + li {
    margin-top: 2px;
  }
  & a {
    ${rowLook}
    position: relative;
    text-decoration: none;
    transition:
      background-color var(--t-1),
      color var(--t-1);
  }
  & a:hover {
    background: var(--a-active);
    color: var(--a-fg);
  }
  & a[aria-current] {
    background: var(--a-surface);
    color: var(--a-fg);
    box-shadow:
      0 0 0 1px var(--a-border),
      var(--a-shadow);
  }
  & a[aria-current] svg.lucide {
    color: var(--a-link);
  }
  [data-collapsed] & {
    overflow: visible;
  }
  [data-collapsed] & a {
    justify-content: center;
    padding: 0;
  }
`;
const groupHead = css`
  font-size: 0.75rem;
  font-weight: 500;
  color: var(--a-faint);
  padding: 1.1rem 0.65rem 0.4rem;
  [data-collapsed] & {
    padding: 0.6rem 0.5rem;
    height: 1.2rem;
  }
  [data-collapsed] &::before {
    content: '';
    display: block;
    height: 1px;
    background: var(--a-border);
  }
`;
const countBadge = css`
  margin-left: auto;
  min-width: 1.375rem;
  height: 1.375rem;
  display: grid;
  place-items: center;
  padding: 0 0.35rem;
  border-radius: var(--r-full);
  background: var(--a-new-bg);
  color: var(--a-new-fg);
  font-size: 0.75rem;
  font-weight: 600;
  font-variant-numeric: tabular-nums;
  [data-collapsed] & {
    position: absolute;
    top: 2px;
    right: 2px;
    min-width: 1.05rem;
    height: 1.05rem;
    font-size: 0.6875rem;
    padding: 0 0.2rem;
    box-shadow: 0 0 0 2px var(--a-canvas);
  }
`;
/** Beside the count of new inquiries, and quieter: what is in quarantine. */
const quarantineBadge = css`
  margin-left: 0;
  background: none;
  color: var(--a-muted);
  box-shadow: inset 0 0 0 1px var(--a-border-ctl);
  [data-collapsed] & {
    /* A ring without its number: two numbers would hide the icon. */
    top: auto;
    bottom: 4px;
    right: 4px;
    width: 0.5rem;
    min-width: 0;
    height: 0.5rem;
    padding: 0;
    font-size: 0;
    background: var(--a-canvas);
    box-shadow: inset 0 0 0 1.5px var(--a-border-ctl);
  }
`;
const userBox = css`
  display: grid;
  gap: 0.25rem;
  padding: 0.75rem 0 0.25rem;
  border-top: 1px solid var(--a-border);
  [data-collapsed] & {
    justify-items: center;
  }
`;
const logoutButton = css`
  ${rowLook}
  text-align: left;
  &:hover {
    background: var(--a-active);
    color: var(--a-fg);
  }
  [data-collapsed] & {
    justify-content: center;
    width: var(--h);
    padding: 0;
  }
`;
const avatar = css`
  display: grid;
  place-items: center;
  flex: none;
  width: 2.125rem;
  height: 2.125rem;
  border-radius: 50%;
  background: var(--maroon-700);
  color: var(--ivory);
  font-size: 0.75rem;
  font-weight: 600;
`;
const who = css`
  flex: 1;
  min-width: 0;
  line-height: 1.3;
  font-size: 0.8125rem;
  & strong {
    display: block;
    font-weight: 600;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & span {
    color: var(--a-muted);
  }
`;
/** Name and role lead to one's own account. */
const account = css`
  display: flex;
  align-items: center;
  gap: 0.625rem;
  min-width: 0;
  min-height: 2.75rem;
  padding-inline: 0.4rem;
  border-radius: var(--r-2);
  color: inherit;
  text-decoration: none;
  &:hover {
    background: var(--a-hover);
  }
  [data-collapsed] & {
    padding: 0.25rem;
  }
`;
/** The label of an icon that stands alone, shown beside it on hover and focus. */
const tip = css`
  [data-collapsed] & {
    position: relative;
  }
  [data-collapsed] &::after {
    content: attr(data-tip);
    position: absolute;
    left: calc(100% + 0.6rem);
    top: 50%;
    translate: 0 -50%;
    z-index: 20;
    padding: 0.35rem 0.6rem;
    border-radius: var(--r-2);
    background: var(--ink-950);
    color: var(--ivory);
    font-size: 0.8125rem;
    font-weight: 500;
    white-space: nowrap;
    opacity: 0;
    pointer-events: none;
    transition: opacity var(--t-1);
  }
  [data-collapsed] &:is(:hover, :focus-visible)::after {
    opacity: 1;
  }
`;

function initials(name: string): string {
  const parts = name.trim().split(/\s+/);
  const letters = [parts[0], parts.length > 1 ? parts.at(-1) : ''].map((part) => [...(part ?? '')][0] ?? '');
  return letters.join('').toUpperCase();
}

const ACCOUNT_PATH = '/dashboard/account';

interface SidebarProps {
  user: SessionUser;
  current: Page | undefined;
  isCollapsed: boolean;
  isOpen: boolean;
  isNarrow: boolean;
  theme: Theme;
  onTheme(theme: Theme): void;
  onFold(): void;
  onLogout(): void;
  onChosen(): void;
}

/** The menu of the portal: pages by role, the user, the theme, Logout. On a phone it is a drawer. */
export function Sidebar(props: SidebarProps): ReactElement {
  const { user, current, isCollapsed, isOpen, isNarrow, theme } = props;
  const host = useHost();
  const studio = useStudioName();
  const id = useId();
  const groupFor = (isAdminOnly: boolean) =>
    PAGES.filter(
      (page) => !page.isOffMenu && (page.permission !== null && !may('editor', page.permission)) === isAdminOnly,
    ).filter((page) => page.permission === null || may(user.role, page.permission));
  const adminOnly = groupFor(true);
  const list = (pages: Page[], labelledBy?: string) => (
    <ul aria-labelledby={labelledBy}>
      {pages.map((page) => (
        <MenuItem key={page.path} page={page} isCurrent={page === current} onChosen={props.onChosen} />
      ))}
    </ul>
  );
  const nextTheme = theme === 'dark' ? 'light' : 'dark';
  return (
    <aside
      css={side}
      aria-label="Admin"
      id="admin-sidebar"
      data-open={isOpen || undefined}
      inert={isNarrow && !isOpen ? true : undefined}
    >
      <div css={top}>
        <Link css={logo} href={`${host.basePath}/dashboard`} aria-label={`${studio} admin: dashboard`}>
          <Mark size="1.75rem" />
          <span css={words}>{studio}</span>
        </Link>
        <div>
          <IconButton
            css={tip}
            data-tip={`Switch to ${nextTheme} theme`}
            aria-label={`Switch to ${nextTheme} theme`}
            onClick={() => props.onTheme(nextTheme)}
          >
            {theme === 'dark' ? (
              <Sun aria-hidden="true" strokeWidth={1.75} />
            ) : (
              <Moon aria-hidden="true" strokeWidth={1.75} />
            )}
          </IconButton>
          {!isNarrow && (
            <IconButton
              aria-expanded={!isCollapsed}
              aria-controls={`${id}-menu`}
              aria-label={isCollapsed ? 'Expand sidebar' : 'Collapse sidebar'}
              css={tip}
              data-tip="Expand sidebar"
              onClick={props.onFold}
            >
              {isCollapsed ? (
                <PanelLeftOpen aria-hidden="true" strokeWidth={1.75} />
              ) : (
                <PanelLeftClose aria-hidden="true" strokeWidth={1.75} />
              )}
            </IconButton>
          )}
        </div>
      </div>
      <nav css={menu} id={`${id}-menu`} aria-label="Admin pages">
        {list(groupFor(false))}
        {adminOnly.length > 0 && (
          <>
            <p css={groupHead} id={`${id}-admin`}>
              <span css={words}>Admin only</span>
            </p>
            {list(adminOnly, `${id}-admin`)}
          </>
        )}
      </nav>
      <div css={userBox}>
        <Link
          css={[account, tip]}
          href={`${host.basePath}${ACCOUNT_PATH}`}
          data-tip="Your account"
          aria-current={current?.path === ACCOUNT_PATH ? 'page' : undefined}
          onClick={props.onChosen}
        >
          <span css={avatar} aria-hidden="true">
            {initials(user.name)}
          </span>
          <span css={[who, words]}>
            <strong>{user.name}</strong>
            <span>{user.role === 'admin' ? 'Admin' : 'Editor'}</span>
          </span>
          <span css={visuallyHidden}>, your account</span>
        </Link>
        <button type="button" css={[logoutButton, tip]} data-tip="Logout" onClick={props.onLogout}>
          <LogOut aria-hidden="true" strokeWidth={1.75} />
          <span css={words}>Logout</span>
        </button>
      </div>
    </aside>
  );
}

function MenuItem({ page, isCurrent, onChosen }: { page: Page; isCurrent: boolean; onChosen(): void }): ReactElement {
  const host = useHost();
  const newInquiries = useNewInquiryCount();
  const count = page.path === '/dashboard/inquiries' ? newInquiries : 0;
  const inQuarantine = useQuarantineCount();
  const quarantined = page.path === '/dashboard/inquiries' ? inQuarantine : 0;
  const Icon = page.icon;
  return (
    <li>
      <Link
        css={tip}
        href={`${host.basePath}${page.path}`}
        data-tip={page.label}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={onChosen}
      >
        <Icon aria-hidden="true" strokeWidth={1.75} />
        <span css={words}>{page.label}</span>
        {count > 0 && (
          <span css={countBadge}>
            {count}
            <span css={visuallyHidden}> new</span>
          </span>
        )}
        {quarantined > 0 && (
          <span
            css={[countBadge, quarantineBadge, count === 0 && { marginLeft: 'auto' }]}
            title={`${quarantined} likely spam`}
          >
            {quarantined > 999 ? '999+' : quarantined}
            <span css={visuallyHidden}> likely spam</span>
          </span>
        )}
      </Link>
    </li>
  );
}
