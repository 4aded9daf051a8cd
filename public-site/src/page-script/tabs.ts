/**
 * Opens a tab with the items that are in view, and lays out the others after that frame: on a slow phone each photo takes 5 ms, in which
 * the tap gets no response. sections.css reads the attribute; without this script a tab opens whole.
 */
export function attachTabs(site: HTMLElement, signal: AbortSignal): void {
  site.addEventListener(
    'change',
    ({ target }) => {
      const tabs = (target as Element).closest('.tab-set');
      const index = tabs ? [...tabs.querySelectorAll('.tabs input')].indexOf(target as Element) : -1;
      const panel = tabs?.querySelectorAll(':scope > .tab-panel')[index];
      if (!panel) return;
      panel.setAttribute('data-opening', '');
      requestAnimationFrame(() => setTimeout(() => panel.removeAttribute('data-opening')));
    },
    { signal },
  );
}
