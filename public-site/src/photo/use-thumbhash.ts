import { type RefObject, useEffect } from 'react';
import { thumbHashToDataURL } from 'thumbhash';

const NEAR = '600px';

/**
 * Shows the blurred placeholder of a photo that has not loaded, when the photo is near the window. Decoding 30 of them
 * at once would block the main thread, and 30 data URLs would bloat the HTML.
 * @param thumbhash base64, or '' for none
 */
export function useThumbhash(frame: RefObject<HTMLElement | null>, thumbhash: string): void {
  useEffect(() => {
    const element = frame.current;
    if (!element || !thumbhash || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        if (element.querySelector('img')?.complete) return;
        const bytes = Uint8Array.from(atob(thumbhash), (character) => character.charCodeAt(0));
        element.style.backgroundImage = `url(${thumbHashToDataURL(bytes)})`;
      },
      { rootMargin: NEAR },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame, thumbhash]);
}
