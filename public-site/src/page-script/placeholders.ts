import { thumbHashToDataURL } from 'thumbhash';

const NEAR = '600px';

/**
 * Shows the blurred placeholder of every photo that has not loaded when it is near the window. Decoding 30 of them at once would
 * block the main thread, and 30 data URLs would bloat the HTML.
 */
export function attachPlaceholders(site: HTMLElement, signal: AbortSignal): void {
  if (typeof IntersectionObserver === 'undefined') return;
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        const frame = target as HTMLElement;
        if (frame.querySelector('img')?.complete) continue;
        const bytes = Uint8Array.from(atob(frame.dataset.thumbhash ?? ''), (character) => character.charCodeAt(0));
        frame.style.backgroundImage = `url(${thumbHashToDataURL(bytes)})`;
      }
    },
    { rootMargin: NEAR },
  );
  for (const frame of site.querySelectorAll('[data-thumbhash]')) observer.observe(frame);
  signal.addEventListener('abort', () => observer.disconnect());
}
