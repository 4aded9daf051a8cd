import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import type { SessionUser } from '@godhuli/contracts/auth';
import type { HostApi, Toast, UnsavedScope } from '@godhuli/contracts/host';
import { notifyManager } from '@tanstack/react-query';
import { act, type RenderResult, render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import axe from 'axe-core';
import { useMemo, useState } from 'react';
import { App } from '../app/app';
import { endSession, storeUser } from '../app/session/session';
import { installBrowserParts } from './browser-parts';

// Query results reach React at once, within act(): no test has to wait for a timer between a response and its drawing.
notifyManager.setScheduler((notify) => notify());
notifyManager.setNotifyFunction((notify) => act(notify));

export const ADMIN: SessionUser = { name: 'Asha Deshmukh', role: 'admin' };
export const EDITOR: SessionUser = { name: 'Ravi Kale', role: 'editor' };

export interface Portal extends RenderResult {
  user: UserEvent;
  toasts: Toast[];
  /** every requested path, oldest first */
  navigations: string[];
  /** the history of the tab, oldest first; a navigation that replaces its entry adds none */
  entries: string[];
  /** the path shown now, below /admin */
  path(): string;
  unsavedChanges(): string | null;
  /** Follows a link of the host or goes back, without taking the focus from a field. */
  goTo(path: string): void;
  /** every path to which unsaved changes kept the user from going, oldest first */
  refusals: string[];
}

/** jsdom would compute every style for every query by role; styles are measured in a browser. */
const stylesOutOfSight = createCache({ key: 'test', container: document.createElement('div') });

/** Renders the whole portal under a host that stores URLs, with a signed-in user or without one. */
export async function renderPortal(path: string, signedIn: SessionUser | null = ADMIN): Promise<Portal> {
  installBrowserParts();
  storeUser(ADMIN);
  endSession();
  localStorage.clear();
  sessionStorage.clear();
  if (signedIn) storeUser(signedIn);
  const seen = {
    toasts: [] as Toast[],
    navigations: [] as string[],
    entries: [path],
    path,
    refusals: [] as string[],
    ...NOTHING_UNSAVED,
    navigate: (_to: string) => {},
  };
  const result = render(
    <CacheProvider value={stylesOutOfSight}>
      <TestHost start={path} seen={seen} />
    </CacheProvider>,
  );
  await settle();
  return {
    ...result,
    user: userEvent.setup({ delay: null, pointerEventsCheck: 0 }),
    toasts: seen.toasts,
    navigations: seen.navigations,
    entries: seen.entries,
    path: () => seen.path,
    unsavedChanges: () => seen.question,
    refusals: seen.refusals,
    goTo: (to) => act(() => seen.navigate(to)),
  };
}

interface Unsaved {
  question: string | null;
  scope: UnsavedScope;
}
const NOTHING_UNSAVED: Unsaved = { question: null, scope: 'path' };

interface Seen extends Unsaved {
  toasts: Toast[];
  navigations: string[];
  entries: string[];
  refusals: string[];
  path: string;
  navigate: HostApi['navigate'];
}

function TestHost({ start, seen }: { start: string; seen: Seen }) {
  const [url, setUrl] = useState(start);
  const stable = useMemo<Omit<HostApi, 'location'>>(
    () => ({
      basePath: '/admin',
      navigate: (to, { replace = false } = {}) => {
        const isSamePath = to.replace(/^\/admin/, '').replace(/[?#].*/, '') === seen.path.replace(/[?#].*/, '');
        // As the shell does; the answer to its question is 'Stay'.
        if (seen.question !== null && !(isSamePath && (seen.scope === 'path' || replace))) {
          seen.refusals.push(to);
          return;
        }
        seen.navigations.push(to);
        if (replace) seen.entries.pop();
        seen.entries.push(to);
        seen.path = to.replace(/^\/admin/, '').replace(/[?#].*/, '') || '/';
        setUrl(to.replace(/^\/admin/, '') || '/');
      },
      toast: (toast) => seen.toasts.push(toast),
      setUnsavedChanges: (question, { scope = 'path' } = {}) => {
        Object.assign(seen, { question, scope });
      },
      release: { name: 'admin-portal', version: '1.0.0-000000000000' },
    }),
    [seen],
  );
  seen.navigate = stable.navigate;
  const { pathname, search, hash } = new URL(url, 'https://studio.test');
  return <App host={{ ...stable, location: { pathname, search, hash } }} />;
}

/** axe's structural findings on what is shown; colours are measured in a browser. */
export async function axeViolations(): Promise<string[]> {
  // Responses may arrive while the rules run.
  const result = await act(() =>
    axe.run(document.body, { rules: { 'color-contrast': { enabled: false }, region: { enabled: false } } }),
  );
  return result.violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.html).join(' ')}`);
}

/** Calls that this test makes fail are logged as API-7 says; anything else on the console still fails the test. */
export function expectApiErrors(): jest.SpyInstance {
  return jest.spyOn(console, 'error').mockImplementation((...words: unknown[]) => {
    if (words[0] !== 'API Error:') throw new Error(`unexpected console.error: ${words.map(String).join(' ')}`);
  });
}

/** Does something, then lets every response that is there arrive and be drawn. */
export const settle = (work: () => void = () => undefined) =>
  act(async () => {
    work();
    await new Promise((resolve) => setTimeout(resolve));
  });
