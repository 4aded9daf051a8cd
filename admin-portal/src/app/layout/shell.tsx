import type { SessionUser } from '@godhuli/contracts/auth';
import Menu from 'lucide-react/icons/menu';
import { type ReactNode, useRef, useState } from 'react';
import { AccountNews } from '../../features/account/account-news';
import { IconButton } from '../../ui/button';
import { Confirm } from '../../ui/dialog';
import { useHost } from '../../ui/host-context';
import { Mark } from '../../ui/mark';
import type { Theme } from '../../ui/theme';
import type { Page } from '../pages';
import { removeUser } from '../session/session';
import { logout } from '../session/session.requests';
import { LEAVE_QUESTION, useIsDirty } from '../session/unsaved-changes';
import { useFreshUser } from '../session/use-fresh-user';
import { uploadQueue } from '../uploads/upload-queue';
import { useIsUploading } from '../uploads/use-is-uploading';
import { frame, main, pageColumn, scrim, skipLink, topBar } from './shell.styles';
import { Sidebar } from './sidebar';
import { useStudioName } from './studio-name';
import { useCollapsedSidebar } from './use-collapsed-sidebar';
import { useDrawerFocus } from './use-drawer-focus';
import { useFocusOnNewPage } from './use-focus-on-new-page';
import { useIsNarrow } from './use-is-narrow';

interface ShellProps {
  user: SessionUser;
  page: Page | undefined;
  theme: Theme;
  onTheme(theme: Theme): void;
  children: ReactNode;
}

/** Sidebar and page. */
export function Shell({ user, page, theme, onTheme, children }: ShellProps) {
  useFreshUser(user);
  const studio = useStudioName();
  const isDirty = useIsDirty();
  const isUploading = useIsUploading();
  const [isConfirming, setConfirming] = useState(false);
  const isNarrow = useIsNarrow();
  const [isCollapsed, toggleCollapsed] = useCollapsedSidebar();
  const [isOpen, setOpen] = useState(false);
  const menuButton = useRef<HTMLButtonElement>(null);
  const mainElement = useRef<HTMLElement>(null);
  const isDrawerOpen = isNarrow && isOpen;
  useDrawerFocus(isDrawerOpen, menuButton, () => setOpen(false));
  const { location } = useHost();
  useFocusOnNewPage(page?.path, location.search + location.hash, mainElement);

  const leave = async () => {
    // A part that is refused after the logout would look like a session that has ended.
    uploadQueue.stop();
    // ADM-SHELL-3: a failed request has been logged, and the user is signed out of this browser all the same.
    await logout().catch(() => undefined);
    // Without a user the portal shows its login page.
    removeUser();
  };

  return (
    <div css={frame} data-collapsed={(isCollapsed && !isNarrow) || undefined}>
      {/* biome-ignore lint/a11y/useValidAnchor: it moves the focus like a link within the page, without changing the URL */}
      <a
        css={skipLink}
        href="#main"
        onClick={(event) => {
          // The hash says which record is open, so it stays.
          event.preventDefault();
          mainElement.current?.focus();
          mainElement.current?.scrollIntoView?.({ block: 'start' });
        }}
      >
        Skip to content
      </a>
      <Sidebar
        user={user}
        current={page}
        isCollapsed={isCollapsed && !isNarrow}
        isOpen={isDrawerOpen}
        isNarrow={isNarrow}
        theme={theme}
        onTheme={onTheme}
        onToggleCollapsed={toggleCollapsed}
        onLogout={() => (isDirty || isUploading ? setConfirming(true) : void leave())}
        onNavigate={() => setOpen(false)}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a second way to close; Escape is the keyboard's */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      {isDrawerOpen && <div css={scrim} onClick={() => setOpen(false)} />}
      <div css={pageColumn} inert={isDrawerOpen ? true : undefined}>
        <header css={topBar}>
          <IconButton
            ref={menuButton}
            aria-label="Open menu"
            aria-expanded={isDrawerOpen}
            aria-controls="admin-sidebar"
            onClick={() => setOpen(true)}
          >
            <Menu aria-hidden="true" strokeWidth={1.75} />
          </IconButton>
          <span>
            <Mark size="1.5rem" /> {studio}
          </span>
        </header>
        <AccountNews />
        <main id="main" css={main} tabIndex={-1} ref={mainElement}>
          {children}
        </main>
      </div>
      {isConfirming && (
        <Confirm
          question={isDirty ? LEAVE_QUESTION : 'Photos are still uploading. Log out and stop them?'}
          detail={isDirty && isUploading && 'Photos are still uploading. They stop.'}
          confirmLabel="Logout"
          onConfirm={() => void leave()}
          onCancel={() => setConfirming(false)}
        />
      )}
    </div>
  );
}
