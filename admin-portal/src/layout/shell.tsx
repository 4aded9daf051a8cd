import { css } from '@emotion/react';
import type { SessionUser } from '@godhuli/contracts/auth';
import Menu from 'lucide-react/icons/menu';
import { type ReactElement, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { AccountNews } from '../account/account-news';
import { NoticesProvider } from '../account/notices-data';
import { loadMe, logout } from '../api/auth';
import { IconButton } from '../controls/button';
import { Confirm } from '../controls/dialog';
import { InquiriesProvider } from '../inquiries/inquiries-data';
import { Mark } from '../look/mark';
import type { Theme } from '../look/theme';
import type { Page } from '../pages';
import { removeUser, storeUser } from '../session/session';
import { LEAVE_QUESTION, useIsDirty } from '../session/unsaved-changes';
import { Sidebar } from './sidebar';
import { StudioNameProvider, useStudioName } from './studio-name';
import { useIsNarrow } from './use-is-narrow';

const SIDEBAR_KEY = 'admin-sidebar';

const frame = css`
  position: relative;
  display: grid;
  grid-template-columns: 15.5rem minmax(0, 1fr);
  min-height: 100dvh;
  background: var(--a-canvas);
  transition: grid-template-columns var(--t-2) var(--ease-out);
  &[data-collapsed] {
    grid-template-columns: 4rem minmax(0, 1fr);
  }
  @media (max-width: 899px) {
    display: block;
  }
`;
const pageBox = css`
  min-width: 0;
  padding: 0.625rem 0.625rem 0.625rem 0;
  display: flex;
  flex-direction: column;
  @media (max-width: 899px) {
    padding: 0;
    min-height: 100dvh;
  }
`;
/** The page's own panel; a page that fills it whole (`data-fill` below) takes its padding away. */
const main = css`
  flex: 1;
  min-width: 0;
  background: var(--a-surface);
  border: 1px solid var(--a-border);
  border-radius: var(--r-4);
  box-shadow: var(--a-shadow);
  padding: clamp(1.25rem, 2.6vw, 2.5rem) clamp(1.25rem, 3vw, 3rem) 3rem;
  &:focus {
    outline: none;
  }
  &:has(> [data-fill]) {
    padding: 0;
  }
  @media (max-width: 899px) {
    border: 0;
    border-radius: 0;
  }
`;
const topBar = css`
  display: none;
  @media (max-width: 899px) {
    display: flex;
    align-items: center;
    gap: 0.5rem;
    min-height: 3.5rem;
    padding: 0 0.75rem;
    border-bottom: 1px solid var(--a-border);
    background: var(--a-canvas);
    position: sticky;
    top: 0;
    z-index: 10;
  }
  & span {
    display: flex;
    align-items: center;
    gap: 0.6rem;
    font: 400 1.1875rem/1 var(--font-display);
  }
`;
const skip = css`
  position: fixed;
  left: 1rem;
  top: -100px;
  z-index: 99;
  background: var(--a-primary);
  color: var(--a-on-primary);
  padding: 0.7rem 1rem;
  border-radius: var(--r-2);
  &:focus {
    top: 0.75rem;
  }
`;
const scrim = css`
  position: fixed;
  inset: 0;
  z-index: 65;
  background: var(--a-scrim);
`;

function readCollapsed(): boolean {
  try {
    return localStorage.getItem(SIDEBAR_KEY) === 'collapsed';
  } catch {
    return false;
  }
}

interface ShellProps {
  user: SessionUser;
  page: Page | undefined;
  theme: Theme;
  onTheme(theme: Theme): void;
  children: ReactNode;
}

/** Sidebar and page; what both need to know of the studio and its inquiries is loaded here once. */
export function Shell(props: ShellProps): ReactElement {
  useFreshUser(props.user);
  return (
    <StudioNameProvider>
      <InquiriesProvider>
        <NoticesProvider>
          <Frame {...props} />
        </NoticesProvider>
      </InquiriesProvider>
    </StudioNameProvider>
  );
}

/** Asks the server who this is: a session it no longer knows ends here, a changed role shows at once. */
function useFreshUser(stored: SessionUser): void {
  const storedNow = useRef(stored);
  storedNow.current = stored;
  useEffect(() => {
    const controller = new AbortController();
    loadMe(controller.signal).then(
      (user) => {
        const { name, role } = storedNow.current;
        if (user.name !== name || user.role !== role) storeUser(user);
      },
      () => undefined,
    );
    return () => controller.abort();
  }, []);
}

function Frame({ user, page, theme, onTheme, children }: ShellProps): ReactElement {
  const isDirty = useIsDirty();
  const [isAsking, setAsking] = useState(false);
  const isNarrow = useIsNarrow();
  const [isCollapsed, setCollapsed] = useState(readCollapsed);
  const [isOpen, setOpen] = useState(false);
  const menuButton = useRef<HTMLButtonElement>(null);
  const mainElement = useRef<HTMLElement>(null);
  const isDrawerOpen = isNarrow && isOpen;
  useDrawerFocus(isDrawerOpen, menuButton, () => setOpen(false));
  useFocusOnNewPage(page?.path, mainElement);

  const fold = () => {
    const next = !isCollapsed;
    setCollapsed(next);
    try {
      localStorage.setItem(SIDEBAR_KEY, next ? 'collapsed' : 'wide');
    } catch {
      // Storage may be switched off; the sidebar then keeps its state as long as this page.
    }
  };
  const leave = async () => {
    // ADM-SHELL-3: a failing call has been logged, and signs out of this browser all the same.
    await logout().catch(() => undefined);
    // Without a user the portal goes to its login page by itself.
    removeUser();
  };

  return (
    <div css={frame} data-collapsed={(isCollapsed && !isNarrow) || undefined}>
      <a css={skip} href="#main">
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
        onFold={fold}
        onLogout={() => (isDirty ? setAsking(true) : void leave())}
        onChosen={() => setOpen(false)}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a second way to close; Escape is the keyboard's */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      {isDrawerOpen && <div css={scrim} onClick={() => setOpen(false)} />}
      <div css={pageBox} inert={isDrawerOpen ? true : undefined}>
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
            <Mark size="1.5rem" /> <StudioName />
          </span>
        </header>
        <AccountNews />
        <main id="main" css={main} tabIndex={-1} ref={mainElement}>
          {children}
        </main>
      </div>
      {isAsking && (
        <Confirm
          question={LEAVE_QUESTION}
          confirmLabel="Logout"
          onConfirm={() => void leave()}
          onCancel={() => setAsking(false)}
        />
      )}
    </div>
  );
}

const StudioName = () => <>{useStudioName()}</>;

/** An open drawer holds the focus; Escape closes it, and focus goes back to its button. */
function useDrawerFocus(isOpen: boolean, button: RefObject<HTMLButtonElement | null>, close: () => void): void {
  const closeNow = useRef(close);
  closeNow.current = close;
  useEffect(() => {
    if (!isOpen) return;
    const opener = button.current;
    document.querySelector<HTMLElement>('#admin-sidebar nav a')?.focus();
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') closeNow.current();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      opener?.focus();
    };
  }, [isOpen, button]);
}

/** After a navigation within the portal the keyboard starts in the new page. */
function useFocusOnNewPage(path: string | undefined, element: RefObject<HTMLElement | null>): void {
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    window.scrollTo(0, 0);
    element.current?.focus({ preventScroll: true });
  }, [path, element]);
}
