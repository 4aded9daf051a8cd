const SOLID_AFTER_PX = 50;

/**
 * Marks the header when the page is scrolled more than 50 px (PUB-HDR-2), and the links to the section that is being read.
 */
export function attachScrollState(site: HTMLElement, signal: AbortSignal): void {
  const header = site.querySelector<HTMLElement>('.header');
  if (!header) return;
  const links = [...header.querySelectorAll<HTMLAnchorElement>('nav a[href^="#"]')];
  const sections = [...site.querySelectorAll('main > section[id]')];
  let current = '';
  const markCurrent = (section: string) => {
    if (section === current) return;
    current = section;
    for (const link of links)
      if (link.hash === `#${section}`) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    // The page in another language begins where the visitor is.
    for (const link of site.querySelectorAll<HTMLAnchorElement>('a[hreflang]'))
      link.hash = section === 'hero' ? '' : section;
  };
  const read = () => {
    if (!header.isConnected) return;
    const isScrolled = window.scrollY > SOLID_AFTER_PX;
    header.toggleAttribute('data-solid', isScrolled);
    // At the top there is nothing to measure.
    if (!isScrolled) return markCurrent('hero');
    // The last section, in page order, whose top is in the upper part of the window.
    const passed = sections.filter((section) => section.getBoundingClientRect().top < window.innerHeight * 0.4);
    markCurrent(passed.at(-1)?.id ?? 'hero');
  };
  read();
  window.addEventListener('scroll', read, { passive: true, signal });
}
