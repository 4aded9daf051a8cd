import { prefersReducedMotion } from './reduced-motion';

/** Scrolls to an element, smoothly unless the visitor prefers reduced motion. */
export function scrollTo(element: Element, block: ScrollLogicalPosition): void {
  element.scrollIntoView({ behavior: prefersReducedMotion() ? 'auto' : 'smooth', block });
}

/** Scrolls an element to the middle of the window, unless all of it is visible below the header. */
export function revealInWindow(element: Element): void {
  const { top, bottom } = element.getBoundingClientRect();
  const header = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  if (top < header || bottom > innerHeight) scrollTo(element, 'center');
}
