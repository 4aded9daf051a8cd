import type { HostApi } from '@godhuli/contracts/host';
import { createHostDouble, type HostDouble } from '@godhuli/remote-kit/testing/host-double';
import { render, screen } from '@testing-library/react';
import { App } from '../app';
import { stylesNameOf } from '../styles/styles-in-document';
import { sampleSite } from './sample-site';

// A busy machine takes longer than the usual 5 s over a whole page.
jest.setTimeout(30_000);

/** Sections scroll and media queries answer, as jsdom does neither. */
export function standInForLayout({ reducedMotion = false } = {}): { scrolled: jest.Mock } {
  const scrolled = jest.fn();
  Element.prototype.scrollIntoView = function scrollIntoView(this: Element, options?: boolean | ScrollIntoViewOptions) {
    scrolled(this.id, options);
  };
  window.matchMedia = ((query: string) => ({
    matches: reducedMotion && query.includes('reduced-motion'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })) as unknown as typeof window.matchMedia;
  return { scrolled };
}

/** Marks the document as one whose head holds the page's styles: jsdom takes seconds over rules that no test asks for. */
export function markAsStyled({ release }: HostApi): void {
  const style = document.createElement('style');
  style.dataset.stylesOf = stylesNameOf(release);
  document.head.replaceChildren(style);
}

/** Renders the page as if the server had sent its styles. */
export function renderApp(host: HostApi): void {
  markAsStyled(host);
  render(<App host={host} />);
}

/** Renders the page as it hydrates: with everything that the server rendered from. */
export function renderSite(changes: Record<string, unknown> = {}, host: Partial<HostApi> = {}): HostDouble {
  const double = createHostDouble({ initialData: { ...sampleSite(), ...changes }, ...host });
  renderApp(double.host);
  return double;
}

/**
 * The section of a heading. That each section is a region of that name is proven once (app.test.tsx): looking for a
 * role among a whole page's elements takes jsdom a second.
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
 * Answers fetch by path: a function decides (and may throw, as a broken connection does), anything else is the
 * JSON of a 200.
 * @returns every call made, oldest first
 */
export function answerCalls(answers: Record<string, unknown>): ApiCall[] {
  const calls: ApiCall[] = [];
  globalThis.fetch = (async (path: string, init: RequestInit = {}) => {
    const call = {
      path,
      method: init.method ?? 'GET',
      headers: new Headers(init.headers),
      body: init.body ? JSON.parse(String(init.body)) : undefined,
    };
    calls.push(call);
    const answer = answers[path];
    if (typeof answer === 'function') return answer(call);
    if (answer === undefined) throw new TypeError(`no answer for ${path}`);
    return { ok: true, status: 200, json: async () => answer };
  }) as unknown as typeof fetch;
  return calls;
}

/** An answer that is not 2xx, with a problem document. */
export function problem(status: number, members: object = {}) {
  return () => ({
    ok: false,
    status,
    headers: new Headers(),
    json: async () => ({ type: 'about:blank', title: 'No', status, detail: 'No.', ...members }),
  });
}
