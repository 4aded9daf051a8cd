/**
 * `ref` of an element that may be removed while it has the focus. The focus then moves to the heading of its section, or
 * to the page, so that keyboard users do not start again at the top (WCAG 2.4.3).
 */
export function moveFocusOnRemoval(element: HTMLElement | null): () => void {
  return () => {
    if (!element?.contains(document.activeElement)) return;
    const section = element.parentElement?.closest('section, details');
    const target = section?.querySelector<HTMLElement>('summary, h2') ?? document.getElementById('main');
    if (target && target.tabIndex < 0) target.tabIndex = -1;
    target?.focus();
  };
}
