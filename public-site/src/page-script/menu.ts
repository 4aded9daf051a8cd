/** Keeps the keyboard focus inside the open menu and its button (PUB-HDR-3). The popover itself opens and closes without this script. */
export function attachMenu(site: HTMLElement, signal: AbortSignal): void {
  const menu = site.querySelector<HTMLElement>('#menu');
  const button = site.querySelector<HTMLElement>('[popovertarget="menu"]');
  if (!menu || !button) return;
  let isOpen = menu.matches('[popover]') && typeof menu.hidePopover === 'function' && menu.matches(':popover-open');
  menu.addEventListener(
    'toggle',
    (event) => {
      isOpen = (event as ToggleEvent).newState === 'open';
    },
    { signal },
  );
  const close = () => menu.hidePopover?.();
  // A wide window shows the links in the header instead.
  window.matchMedia?.('(min-width: 75em)').addEventListener('change', close, { signal });
  // Back would show the page with the menu still over it.
  addEventListener('pagehide', close, { signal });
  document.addEventListener(
    'keydown',
    (event) => {
      if (!isOpen || event.key !== 'Tab') return;
      const stops = [button, ...menu.querySelectorAll<HTMLElement>('a')];
      const [edge, opposite] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
      if (document.activeElement !== edge) return;
      event.preventDefault();
      opposite?.focus();
    },
    { signal },
  );
}
