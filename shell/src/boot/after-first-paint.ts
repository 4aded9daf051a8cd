import { layOutMenu } from './lay-out-menu';
import { LONGEST_WAIT_MS } from './longest-wait';

/** The hero photo, in the server's markup below this script. */
const HERO_PHOTO = '#root img[fetchpriority="high"]';

/** Runs `begin` after the hero photo, a frame after the first input of the visitor, or after a while; perhaps several times. */
export function afterFirstPaint(begin: () => void): void {
  // One frame later, so that the photo is painted before scripts compete for the CPU.
  const afterPaint = () => requestAnimationFrame(() => setTimeout(begin));
  const watch = ({ target }: Event) => {
    if ((target as Element).matches?.(HERO_PHOTO)) afterPaint();
  };
  for (const end of ['load', 'error']) document.addEventListener(end, watch, { capture: true });
  document.addEventListener('DOMContentLoaded', () => {
    if (document.querySelector<HTMLImageElement>(HERO_PHOTO)?.complete !== false) afterPaint();
    requestAnimationFrame(() => self.requestIdleCallback?.(layOutMenu));
  });
  // The controls answer without scripts, which follow the first response.
  for (const use of ['click', 'keydown', 'touchmove', 'wheel'])
    addEventListener(use, afterPaint, { once: true, passive: true });
  setTimeout(begin, LONGEST_WAIT_MS);
}
