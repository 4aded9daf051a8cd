/** How long the page may grow above the target of its URL before the target is no longer kept in place. */
const LONGEST_GROWTH_MS = 10_000;

/** Lays out the whole page for a URL with a fragment, or a return to the page: they need the true heights at once. */
export function layOutTarget(isNew: boolean): void {
  if (location.hash || !isNew) endDeferredLayout();
  if (location.hash && isNew) stayAt(location.hash.slice(1));
}

/** Lays out all that is below the first view. */
export const endDeferredLayout = () => document.documentElement.removeAttribute('data-first-view');

/** Keeps an element at the top of the window while the page grows above it, until the first input of the visitor. */
function stayAt(id: string): void {
  const growth = new ResizeObserver(() => document.getElementById(id)?.scrollIntoView({ behavior: 'instant' }));
  document.addEventListener('DOMContentLoaded', () => growth.observe(document.body));
  const end = () => growth.disconnect();
  for (const move of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
    addEventListener(move, end, { once: true, passive: true });
  setTimeout(end, LONGEST_GROWTH_MS);
}
