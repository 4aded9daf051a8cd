import { useEffect } from 'react';

/** Every part that the first view leaves out, as page.styles names them: one that is left here moves the page at the end. */
const PARTS = '.site :is(main > section ~ section, .site-footer, .svc)';
const root = () => document.documentElement;
const isFirstView = () => root().hasAttribute('data-first-view');

/** Resolves when the browser has nothing else to do; at once where it cannot tell. */
const idle = () =>
  new Promise<void>((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: 2000 });
    else resolve();
  });

/**
 * Lays out what the first view left out, a section at a time and when the browser has nothing else to do, so that the
 * page then has its true height, and ends the first view.
 * @param parts in the order of the page
 */
async function layOutRest(parts: HTMLElement[], signal: AbortSignal): Promise<void> {
  for (const part of parts) {
    await idle();
    if (signal.aborted || !isFirstView()) break;
    part.style.contentVisibility = 'visible';
  }
  if (signal.aborted) return;
  root().removeAttribute('data-first-view');
  for (const part of parts) part.style.contentVisibility = '';
}

/**
 * Ends the first view of a page that the server rendered (page.styles: `data-first-view`) when its visitor first moves:
 * who only glances at the page never pays for what is below.
 */
export function useWholePage(): void {
  useEffect(() => {
    // On paper everything is shown; a photograph that is still lazy then would be a blank.
    const showAll = () => {
      root().removeAttribute('data-first-view');
      for (const image of document.querySelectorAll<HTMLImageElement>('.site img')) image.loading = 'eager';
    };
    addEventListener('beforeprint', showAll);
    return () => removeEventListener('beforeprint', showAll);
  }, []);
  useEffect(() => {
    if (!isFirstView()) return;
    const leaving = new AbortController();
    let begun = false;
    const begin = () => {
      if (begun) return;
      begun = true;
      const parts = document.querySelectorAll<HTMLElement>(PARTS);
      void layOutRest([...parts], leaving.signal);
    };
    for (const move of ['scroll', 'pointermove', 'pointerdown', 'keydown'])
      addEventListener(move, begin, { once: true, passive: true, signal: leaving.signal });
    return () => leaving.abort();
  }, []);
}
