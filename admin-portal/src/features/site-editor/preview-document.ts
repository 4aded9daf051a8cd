import morphdom from 'morphdom';

/** The header of the public page, which its own script marks when the page is scrolled (PUB-HDR-2). */
const HEADER = 'header.header';
const SOLID = 'data-solid';
const SOLID_AFTER_PX = 50;

/**
 * Changes the page so that the frame, which runs no scripts, shows it as a browser with scripts does: with the menu button.
 * All of it is laid out, so that places in it stay the same while it is scrolled.
 */
export function asWithScripts(html: string): string {
  const laidOut = html.replace(/content-visibility:\s*auto/g, 'content-visibility:visible');
  return laidOut.replace(/@media[^{}@]*\{/g, (query) =>
    query.replace(/\(scripting:\s*enabled\)/g, '(min-width: 0)').replace(/\(scripting:\s*none\)/g, '(max-width: 0)'),
  );
}

/** The elements that are properties of their document or form by `name` or `id`, before its own methods. */
const CLOBBERING = 'button, embed, fieldset, form, iframe, img, input, object, output, select, textarea';

/** Reads a page, whose markup another team wrote: no `<img name="querySelector">` replaces a method of the document. */
export function readPage(html: string): Document {
  const page = new DOMParser().parseFromString(asWithScripts(html), 'text/html');
  const { getAttribute, removeAttribute } = Element.prototype;
  for (const element of Document.prototype.querySelectorAll.call(page, CLOBBERING))
    for (const attribute of ['name', 'id']) {
      const property = getAttribute.call(element, attribute) ?? '';
      if (property in Document.prototype || property in HTMLFormElement.prototype)
        removeAttribute.call(element, attribute);
    }
  return page;
}

/** Marks the header of a scrolled page as the page's own script does, so that it does not cover the text below it. */
export function followScroll(shown: Document | null | undefined): void {
  const view = shown?.defaultView;
  const read = () => shown?.querySelector(HEADER)?.toggleAttribute(SOLID, (view?.scrollY ?? 0) > SOLID_AFTER_PX);
  view?.addEventListener('scroll', read, { passive: true });
  read();
}

/** Scrolls the page in the frame to an element. `scrollIntoView` would scroll the editor around the frame as well. */
export function reveal(element: Element | null | undefined): void {
  const view = element?.ownerDocument.defaultView;
  if (!element || !view) return;
  const { left, width } = element.getBoundingClientRect();
  for (let strip = element.parentElement; strip && width > 0; strip = strip.parentElement)
    if (['auto', 'scroll'].includes(view.getComputedStyle(strip).overflowX))
      strip.scrollLeft += left - strip.getBoundingClientRect().left - (strip.clientWidth - width) / 2;
  const { top, bottom, height } = element.getBoundingClientRect();
  // The header covers the top.
  const isShown = top >= 80 && bottom <= view.innerHeight;
  if (height > 0 && !isShown) view.scrollBy(0, top - view.innerHeight / 3);
}

/** Changes a document into the new one, element by element. What a reader opened or selected stays so. */
export function morph(shown: Document, next: Document): void {
  morphdom(shown.documentElement, next.documentElement, {
    onBeforeElUpdated(from, to) {
      if (from.isEqualNode(to)) return false;
      if (from.tagName === 'INPUT') (to as HTMLInputElement).checked = (from as HTMLInputElement).checked;
      if (from.tagName === 'DETAILS') (to as HTMLDetailsElement).open = (from as HTMLDetailsElement).open;
      to.style.outline = from.style.outline;
      if (from.matches(HEADER)) to.toggleAttribute(SOLID, from.hasAttribute(SOLID));
      return true;
    },
  });
}

/** The section that a reader sees, to be found again in another layout. */
interface SeenSection {
  element: Element;
  /** the part of its height above the upper third of the window, 0 to 1 */
  above: number;
}

/** Returns the section in the upper third of the window. */
export function seenSection(shown: Document | null | undefined): SeenSection | undefined {
  const line = (shown?.defaultView?.innerHeight ?? 0) / 3;
  for (const element of shown?.querySelectorAll('main > section, footer') ?? []) {
    const { top, bottom, height } = element.getBoundingClientRect();
    if (height > 0 && top <= line && bottom > line) return { element, above: (line - top) / height };
  }
  return undefined;
}

/** Scrolls to where a section was before its layout changed. */
export function keepSeen({ element, above }: SeenSection): void {
  const view = element.ownerDocument.defaultView;
  const { top, height } = element.getBoundingClientRect();
  view?.scrollBy({ top: top + above * height - view.innerHeight / 3, behavior: 'instant' });
}
