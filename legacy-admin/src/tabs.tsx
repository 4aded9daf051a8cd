import { css } from '@emotion/react';
import type { HostApi } from '@godhuli/contracts/host';
import { Images, Inbox, LayoutDashboard, type LucideIcon, Package, Settings as SettingsIcon } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { Inquiries } from './inquiries/inquiries';
import { Overview } from './overview/overview';
import { Packages } from './packages/packages';
import { Portfolio } from './portfolio/portfolio';
import { Settings } from './settings/settings';
import { palette } from './ui/palette';

const TABS = [
  { name: 'overview', label: 'Overview', Icon: LayoutDashboard },
  { name: 'portfolio', label: 'Portfolio', Icon: Images },
  { name: 'packages', label: 'Packages', Icon: Package },
  { name: 'inquiries', label: 'Inquiries', Icon: Inbox },
  { name: 'settings', label: 'Settings', Icon: SettingsIcon },
] as const satisfies readonly { name: string; label: string; Icon: LucideIcon }[];
export type TabName = (typeof TABS)[number]['name'];

const list = css`
  display: flex;
  gap: 0.25rem;
  margin-top: 1.75rem;
  overflow-x: auto;
  scrollbar-width: none;
  padding: 2px 2px 0;
  position: relative;
  z-index: 1;
`;
const tab = css`
  display: inline-flex;
  align-items: center;
  gap: 0.55rem;
  flex: none;
  min-height: 2.875rem;
  padding: 0 1.15rem;
  border: 1px solid transparent;
  border-bottom: 0;
  border-radius: 6px 6px 0 0;
  background: none;
  cursor: pointer;
  color: ${palette.quiet};
  font-size: 0.875rem;
  font-weight: 500;
  &:hover { color: ${palette.maroon}; }
  &&&:focus-visible { outline-offset: -4px; }
  &[aria-selected='true'] {
    background: ${palette.paper};
    border-color: ${palette.hairline};
    color: ${palette.maroon};
    box-shadow: inset 0 3px 0 ${palette.gold};
    margin-bottom: -1px;
    padding-bottom: 1px;
  }
`;
const panel = css`
  border: 1px solid ${palette.hairline};
  background: ${palette.paper};
  padding: clamp(1rem, 2.6vw, 2rem);
`;

/** Returns the tab that a URL below the mount path names; Overview for the root. */
function tabOf(pathname: string): TabName {
  const name = pathname.split('/')[1];
  return TABS.find((tab) => tab.name === name)?.name ?? 'overview';
}

/** Returns the tab that an arrow key, Home or End selects; undefined for any other key, as those of the browser (Alt+Left). */
function neighbour({ key, altKey, ctrlKey, metaKey }: KeyboardEvent, from: number): number | undefined {
  if (altKey || ctrlKey || metaKey) return undefined;
  const last = TABS.length - 1;
  if (key === 'ArrowRight') return from === last ? 0 : from + 1;
  if (key === 'ArrowLeft') return from === 0 ? last : from - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  return undefined;
}

/**
 * The five tabs (LEG-1). The URL names the open one (`/admin-old/packages`), so each can be linked to. All panels stay
 * mounted, so typed text survives a change of tab.
 */
export function Tabs({ host }: { host: HostApi }) {
  const current = tabOf(host.location.pathname);
  const buttons = useRef(new Map<TabName, HTMLButtonElement>());
  const base = host.basePath === '/' ? '' : host.basePath;

  useEffect(() => {
    buttons.current.get(current)?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [current]);

  const label = TABS.find(({ name }) => name === current)?.label;
  useEffect(() => {
    const before = document.title;
    document.title = `${label} · Godhuli legacy admin`;
    return () => {
      document.title = before;
    };
  }, [label]);

  const open = (name: TabName, options?: { replace: boolean }) => {
    // A link inside a panel is about to be hidden, so the focus moves to the tab.
    buttons.current.get(name)?.focus();
    if (name === current) return;
    host.navigate(name === 'overview' ? base || '/' : `${base}/${name}`, options);
  };
  const move = (event: KeyboardEvent, index: number) => {
    const next = TABS[neighbour(event, index) ?? -1];
    if (!next) return;
    event.preventDefault();
    // Moving along the tabs adds nothing to the history of the browser.
    open(next.name, { replace: true });
  };
  const panels: Record<TabName, ReactNode> = {
    overview: <Overview openTab={open} />,
    portfolio: <Portfolio toast={host.toast} />,
    packages: <Packages toast={host.toast} />,
    inquiries: <Inquiries toast={host.toast} />,
    settings: <Settings toast={host.toast} />,
  };
  return (
    <>
      <div role="tablist" aria-label="Sections" css={list}>
        {TABS.map(({ name, label, Icon }, index) => (
          <button
            key={name}
            ref={(button) => {
              if (button) buttons.current.set(name, button);
            }}
            type="button"
            role="tab"
            id={`legacy-tab-${name}`}
            aria-controls={`legacy-panel-${name}`}
            aria-selected={name === current}
            tabIndex={name === current ? 0 : -1}
            css={tab}
            onClick={() => open(name)}
            onKeyDown={(event) => move(event, index)}
          >
            <Icon aria-hidden="true" />
            {label}
          </button>
        ))}
      </div>
      {TABS.map(({ name }) => (
        <section
          key={name}
          role="tabpanel"
          id={`legacy-panel-${name}`}
          aria-labelledby={`legacy-tab-${name}`}
          hidden={name !== current}
          css={panel}
        >
          {panels[name]}
        </section>
      ))}
    </>
  );
}
