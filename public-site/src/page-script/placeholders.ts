import { thumbHashToDataURL } from 'thumbhash';

const NEAR = '600px';

/** Shows the placeholder of a photo unless it has loaded. Resolves in another task if that took time. */
async function showPlaceholder(frame: HTMLElement): Promise<unknown> {
  if (frame.querySelector('img')?.complete) return;
  const bytes = Uint8Array.from(atob(frame.dataset.thumbhash ?? ''), (character) => character.charCodeAt(0));
  frame.style.backgroundImage = `url(${thumbHashToDataURL(bytes)})`;
  return new Promise((resolve) => setTimeout(resolve));
}

/**
 * Shows the blurred placeholder of every photo that has not loaded when it is near the window, one in each task: those of a tab take
 * 28 ms on a slow phone. Data URLs of all would bloat the HTML.
 */
export function attachPlaceholders(site: HTMLElement, signal: AbortSignal): void {
  if (typeof IntersectionObserver === 'undefined') return;
  let former: Promise<unknown> = Promise.resolve();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        former = former.then(() => showPlaceholder(target as HTMLElement)).catch(console.error);
      }
    },
    { rootMargin: NEAR },
  );
  for (const frame of site.querySelectorAll('[data-thumbhash]')) observer.observe(frame);
  signal.addEventListener('abort', () => observer.disconnect());
}
