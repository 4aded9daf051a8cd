import { type RefObject, useEffect, useRef } from 'react';

/**
 * Focuses the page after a navigation within the portal, and scrolls to its top. Another `place` of the same page (search and hash)
 * may have removed what had the focus: then the page gets it too.
 */
export function useFocusOnNewPage(path: string | undefined, place: string, page: RefObject<HTMLElement | null>): void {
  const previous = useRef(path);
  useEffect(() => {
    if (previous.current === path) return;
    previous.current = path;
    window.scrollTo(0, 0);
    page.current?.focus({ preventScroll: true });
  }, [path, page]);
  const previousPlace = useRef(place);
  useEffect(() => {
    if (previousPlace.current === place) return;
    previousPlace.current = place;
    if (document.activeElement === document.body) page.current?.focus({ preventScroll: true });
  }, [place, page]);
}
