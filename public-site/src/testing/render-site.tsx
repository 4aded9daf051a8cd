import type { HostApi } from '@godhuli/contracts/host';
import { createHostDouble, type HostDouble } from '@godhuli/remote-kit/testing/host-double';
import { render, screen } from '@testing-library/react';
import { App } from '../app';
import { attachPageScript } from '../page-script/attach';
import type { Site } from '../page-script/site';
import { stylesId } from '../styles/server-styles';
import { sampleSite } from './sample-site';

// Rendering a whole page can take longer than the default 5 s on a busy machine.
jest.setTimeout(30_000);

/** Adds what jsdom does not have: scrolling, media queries, the timing of the navigation and `autofocus` of every element. */
export function mockLayout({ reducedMotion = false } = {}): { scrolled: jest.Mock } {
  const scrolled = jest.fn();
  Element.prototype.scrollIntoView = function scrollIntoView(this: Element, options?: boolean | ScrollIntoViewOptions) {
    scrolled(this.id, options);
  };
  Object.defineProperty(HTMLElement.prototype, 'autofocus', {
    configurable: true,
    get(this: HTMLElement) {
      return this.hasAttribute('autofocus');
    },
  });
  window.matchMedia = ((query: string) => ({
    matches: reducedMotion && query.includes('reduced-motion'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })) as unknown as typeof window.matchMedia;
  performance.getEntriesByType = () => [];
  return { scrolled };
}

/** Makes the page script known to every element, as if it had come with the page. */
function addPageScript(): void {
  (HTMLElement.prototype as Site).attachPageScript = attachPageScript;
}

/** Adds an empty style element of the release: with the real styles, jsdom takes seconds for rules that no test needs. */
export function addServerStyles({ release }: HostApi): void {
  const style = document.createElement('style');
  style.dataset.stylesOf = stylesId(release);
  document.head.replaceChildren(style);
}

/** Renders the page as if another remote had been on screen before: nothing came with the document. */
export function renderAlone(host: HostApi): void {
  addServerStyles(host);
  delete (HTMLElement.prototype as Site).attachPageScript;
  render(<App host={host} />);
}

/** Renders the page as where the server has not rendered it: the browser loads its styles first. */
export function renderAnew(host: HostApi): void {
  document.head.replaceChildren();
  delete (HTMLElement.prototype as Site).attachPageScript;
  render(<App host={host} />);
}

/** Renders the page as if the server had sent its styles and the page script. */
export function renderApp(host: HostApi): void {
  addServerStyles(host);
  addPageScript();
  render(<App host={host} />);
}

/** Renders the page with all data that the server renders from. */
export function renderSite(changes: Record<string, unknown> = {}, host: Partial<HostApi> = {}): HostDouble {
  const double = createHostDouble({ initialData: { ...sampleSite(), ...changes }, ...host });
  renderApp(double.host);
  return double;
}

/**
 * Returns the section of a heading. app.test.tsx proves once that each section is a region of that name: a query by role
 * takes jsdom a second for a whole page.
 */
export function sectionOf(heading: string): HTMLElement {
  return screen.getByText(heading, { selector: 'h1, h2' }).closest('section') as HTMLElement;
}

export interface ApiCall {
  path: string;
  method: string;
  headers: Headers;
  body: Record<string, unknown> | undefined;
}

/**
 * Mocks fetch by path: a function makes the response (and may throw, as a broken connection does), anything else is
 * the JSON of a 200.
 * @returns every call made, oldest first
 */
export function mockApi(responses: Record<string, unknown>): ApiCall[] {
  const calls: ApiCall[] = [];
  globalThis.fetch = (async (path: string, init: RequestInit = {}) => {
    const call = {
      path,
      method: init.method ?? 'GET',
      headers: new Headers(init.headers),
      body: init.body ? JSON.parse(String(init.body)) : undefined,
    };
    calls.push(call);
    const response = responses[path];
    if (typeof response === 'function') return response(call);
    if (response === undefined) throw new TypeError(`no response for ${path}`);
    return { ok: true, status: 200, json: async () => response };
  }) as unknown as typeof fetch;
  return calls;
}

/** Returns a response that is not 2xx, with a problem document. */
export function problem(status: number, members: object = {}) {
  return () => ({
    ok: false,
    status,
    headers: new Headers(),
    json: async () => ({ type: 'about:blank', title: 'No', status, detail: 'No.', ...members }),
  });
}
