import { scrollTo } from './scroll-into-view';

/** The links that look like buttons and lead to a section (section-link.tsx). */
const SECTION_LINK = 'a[role="button"][href^="#"]';

const sectionLinkOf = ({ target }: Event) => (target as Element).closest<HTMLAnchorElement>(SECTION_LINK);

/**
 * Section links scroll without adding to the history, move the focus, close the menu that they are in, and are pressed by Space
 * as buttons are (PUB-HDR-1). Without this script they are links to anchors.
 */
export function attachSectionLinks(site: HTMLElement, signal: AbortSignal): void {
  site.addEventListener(
    'click',
    (event) => {
      const link = sectionLinkOf(event);
      if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      link.closest<HTMLElement>('[popover]')?.hidePopover?.();
      const section = document.getElementById(link.hash.slice(1));
      if (!section) return;
      scrollTo(section, 'start');
      section.focus({ preventScroll: true });
    },
    { signal },
  );
  site.addEventListener(
    'keydown',
    (event) => {
      const link = event.key === ' ' && sectionLinkOf(event);
      if (!link) return;
      event.preventDefault();
      link.click();
    },
    { signal },
  );
}
