/**
 * Reserves the height of an element that is docked at the bottom of the window, at the end of every page (shell.styles.ts), so
 * that it never covers the buttons there. Returns a function that ends it.
 */
export function reserveSpace(element: HTMLElement | null, property: '--dock-space' | '--undo-space'): () => void {
  if (!element || typeof ResizeObserver === 'undefined') return () => undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => {
    style.setProperty(property, `${Math.ceil(innerHeight - element.getBoundingClientRect().top)}px`);
  });
  observer.observe(element);
  return () => {
    observer.disconnect();
    style.removeProperty(property);
  };
}
