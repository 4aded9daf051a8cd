import { type RefObject, useEffect } from 'react';

/** Reserves the height of a docked panel at the end of every page, so that it never covers the buttons there. */
export function useReservedSpace(dock: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const element = dock.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => {
      style.setProperty('--dock-space', `${Math.ceil(innerHeight - element.getBoundingClientRect().top)}px`);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty('--dock-space');
    };
  }, [dock]);
}
