import { type RefObject, useEffect, useRef } from 'react';

/** Focuses the page after a navigation within the portal, and scrolls to its top. */
export function useFocusOnNewPage(path: string | undefined, page: RefObject<HTMLElement | null>): void {
  const previous = useRef(path);
  useEffect(() => {
    if (previous.current === path) return;
    previous.current = path;
    window.scrollTo(0, 0);
    page.current?.focus({ preventScroll: true });
  }, [path, page]);
}
