import { idle } from './idle';

/** Every element whose layout document.css skips. One that is missing here shifts the page when the attribute goes. */
const SKIPPED = '.site :is(main > section ~ section, .footer, .service-card)';
const root = () => document.documentElement;
const isLayoutDeferred = () => root().hasAttribute('data-first-view');

/** The layout of one section takes up to 100 ms on a slow phone, in which a tap gets no response. */
const PAUSE_MS = 2000;
const INPUTS = ['scroll', 'pointermove', 'pointerdown', 'keydown'];

/** Returns a function that resolves when the browser is idle and the visitor has done nothing for a moment, until `signal`. */
function watchPauses(signal: AbortSignal): () => Promise<void> {
  let lastInputAt = performance.now();
  const note = () => {
    lastInputAt = performance.now();
  };
  for (const type of INPUTS) addEventListener(type, note, { passive: true, signal });
  const waitMs = () => (signal.aborted ? 0 : lastInputAt + PAUSE_MS - performance.now());
  return async () => {
    while (waitMs() > 0) await new Promise((resolve) => setTimeout(resolve, waitMs()));
    await idle();
  };
}

/**
 * Lays out the skipped elements one by one while browser and visitor are idle, then removes the attribute. What the visitor
 * scrolls to in the meantime is laid out by the browser.
 * @param elements in document order
 */
async function layOut(elements: HTMLElement[], signal: AbortSignal): Promise<void> {
  const finished = new AbortController();
  signal.addEventListener('abort', () => finished.abort(), { once: true });
  const pause = watchPauses(finished.signal);
  for (const element of elements) {
    await pause();
    if (signal.aborted || !isLayoutDeferred()) break;
    element.style.contentVisibility = 'visible';
  }
  finished.abort();
  if (signal.aborted) return;
  root().removeAttribute('data-first-view');
  for (const element of elements) element.style.contentVisibility = '';
}

/**
 * Ends the deferred layout of a server-rendered page (`data-first-view`) at the first interaction. A visitor who leaves
 * without one never pays for the layout below the fold.
 */
export function attachDeferredLayout(site: HTMLElement, signal: AbortSignal): void {
  // Print shows everything; an image that is still lazy would be blank.
  const showAll = () => {
    root().removeAttribute('data-first-view');
    for (const image of site.querySelectorAll('img')) image.loading = 'eager';
    const closed = [...site.querySelectorAll<HTMLDetailsElement>('details:not([open])')];
    for (const details of closed) details.open = true;
    const close = () => {
      for (const details of closed) details.open = false;
    };
    addEventListener('afterprint', close, { once: true, signal });
  };
  addEventListener('beforeprint', showAll, { signal });
  if (!isLayoutDeferred()) return;
  let isStarted = false;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    // Finding the elements takes 7 ms on a slow phone, and this input waits for its response.
    void idle().then(() => layOut([...document.querySelectorAll<HTMLElement>(SKIPPED)], signal));
  };
  for (const type of INPUTS) addEventListener(type, start, { once: true, passive: true, signal });
}
