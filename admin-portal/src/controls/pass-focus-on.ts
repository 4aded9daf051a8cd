/**
 * The `ref` of something that may be removed while it has the focus: the focus then goes to the heading around it, or to
 * the page, so that the keyboard does not start again at the top (WCAG 2.4.3).
 */
export function passFocusOn(element: HTMLElement | null): () => void {
  return () => {
    if (!element?.contains(document.activeElement)) return;
    const around = element.parentElement?.closest('section, details');
    const target = around?.querySelector<HTMLElement>('summary, h2') ?? document.getElementById('main');
    if (target && target.tabIndex < 0) target.tabIndex = -1;
    target?.focus();
  };
}
