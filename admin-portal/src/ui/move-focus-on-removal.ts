/** Returns what holds the heading of an element: its section, disclosure or dialog. */
export const sectionOf = (element: Element | null | undefined) => element?.closest('section, details, dialog') ?? null;

/** Moves the focus to the heading of a section, or to the page when the section is gone. */
export function focusHeading(section: Element | null): void {
  const heading = section?.isConnected ? section.querySelector<HTMLElement>('summary, h2, h3') : null;
  const target = heading ?? document.getElementById('main');
  if (target && target.tabIndex < 0) target.tabIndex = -1;
  target?.focus({ preventScroll: target.id === 'main' });
}

/**
 * `ref` of an element that may be removed while it has the focus. The focus then moves to the heading of its section, or
 * to the page, so that keyboard users do not start again at the top (WCAG 2.4.3).
 */
export function moveFocusOnRemoval(element: HTMLElement | null): () => void {
  return () => {
    if (element?.contains(document.activeElement)) focusHeading(sectionOf(element.parentElement));
  };
}
