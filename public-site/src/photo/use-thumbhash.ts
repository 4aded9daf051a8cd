import { type RefObject, useEffect } from 'react';
import { thumbHashToDataURL } from 'thumbhash';

const NEAR = '600px';

/**
 * Lays the blurred placeholder under a photograph that has not come yet, when it comes near the window.
 * Decoding waits until then: 30 of them at once would block the page, and 30 data addresses its HTML.
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
