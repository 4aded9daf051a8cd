/** The largest letter spacing that nobody notices, in em. */
const MOST_SPACING = 0.05;
/** Smaller differences are rounding errors; in CSS pixels. */
const ROUNDING = 0.5;

interface TextBox {
  element: HTMLElement;
  style: CSSStyleDeclaration;
  width: number;
  height: number;
  /** the text itself, in a box that may be wider */
  textWidth: number;
}

function measure(element: HTMLElement): TextBox {
  const style = getComputedStyle(element);
  const range = document.createRange();
  range.selectNodeContents(element);
  const textWidth = range.getBoundingClientRect().width;
  return { element, style, width: parseFloat(style.width), height: parseFloat(style.height), textWidth };
}

/**
 * Returns every box with text in the window or above it: a page whose scroll position was restored must not grow above that
 * position. Content that is not laid out is skipped, and so is everything that begins below the window, except outside the
 * page's root, where fixed boxes (toasts) have parents below it.
 */
function textBoxes(): HTMLElement[] {
  const found = new Set<HTMLElement>();
  const root = document.getElementById('root');
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) => {
    if (!(node instanceof Element)) return NodeFilter.FILTER_ACCEPT;
    const isSearched = node.getBoundingClientRect().top < innerHeight || !root?.contains(node);
    return isSearched ? NodeFilter.FILTER_SKIP : NodeFilter.FILTER_REJECT;
  });
  while (nodes.nextNode()) {
    let element = nodes.currentNode.parentElement;
    if (!nodes.currentNode.nodeValue?.trim()) continue;
    if (element?.checkVisibility?.({ contentVisibilityAuto: true }) === false) continue;
    while (element && getComputedStyle(element).display === 'inline') element = element.parentElement;
    if (element && element.getBoundingClientRect().height > 0) found.add(element);
  }
  return [...found];
}

/** The style attribute of every changed element before the first family was added. */
const formerStyles = new Map<HTMLElement, string | null>();
let width = 0;
addEventListener('resize', () => {
  // Reading the width forces a layout, also in the first frame of a phone.
  if (formerStyles.size === 0 || innerWidth === width) return;
  width = innerWidth;
  for (const [element, former] of formerStyles) element.setAttribute('style', former ?? '');
  formerStyles.clear();
});

/**
 * Adds loaded fonts without a layout shift, whatever the fallback font was: text that changes the width of its box gets
 * letter spacing by the difference, and text that needs fewer lines keeps its former height. Text that would need more space
 * keeps its fallback font. A new window width removes all of this. Finding the text and measuring it are two tasks.
 */
export async function addFonts(faces: readonly FontFace[]): Promise<void> {
  const found = textBoxes();
  await new Promise((resolve) => setTimeout(resolve));
  width = innerWidth;
  const boxes = found.filter(({ isConnected }) => isConnected).map(measure);
  for (const face of faces) document.fonts.add(face);
  /** Measures all boxes, then applies the changes of one rule: one layout for each rule. */
  const apply = (rule: (before: TextBox, now: TextBox) => Partial<CSSStyleDeclaration> | undefined) => {
    const measured = boxes.map((before) => [before, measure(before.element)] as const);
    for (const [before, now] of measured) {
      const styles = rule(before, now);
      if (!styles) continue;
      const { element } = now;
      if (!formerStyles.has(element)) formerStyles.set(element, element.getAttribute('style'));
      // Without a transition, because the next rule measures the result of this one.
      Object.assign(element.style, { transitionProperty: 'none' }, styles);
    }
  };
  // The letters of Devanagari share a headline, which letter spacing would break.
  const spacedBy = ({ element, style }: TextBox, pixels: number) =>
    /\p{Script=Devanagari}/u.test(element.textContent ?? '')
      ? undefined
      : { letterSpacing: `${(parseFloat(style.letterSpacing) || 0) + pixels}px` };
  apply((before, now) => {
    const spacing = (before.textWidth - now.textWidth) / (now.element.textContent?.trim().length || 1);
    const isMoved = Math.abs(before.width - now.width) > ROUNDING || now.element.firstElementChild;
    const isSmall = Math.abs(spacing) <= MOST_SPACING * parseFloat(now.style.fontSize);
    return isMoved && isSmall && spacing ? spacedBy(now, spacing) : undefined;
  });
  apply((before, now) =>
    now.height > before.height + ROUNDING ? spacedBy(now, -MOST_SPACING * parseFloat(now.style.fontSize)) : undefined,
  );
  apply((before, now) => {
    if (now.height > before.height + ROUNDING || now.width > before.width + ROUNDING)
      return { fontFamily: now.style.fontFamily.replace(/^[^,]+,/, ''), letterSpacing: '' };
    const styles: Partial<CSSStyleDeclaration> = {};
    if (now.height < before.height - ROUNDING) styles.minHeight = `${before.height}px`;
    if (now.width < before.width - ROUNDING) styles.minWidth = `${before.width}px`;
    return Object.keys(styles).length > 0 ? styles : undefined;
  });
  // Forces a layout before transitions are allowed again.
  void document.body.offsetWidth;
  for (const element of formerStyles.keys()) element.style.transitionProperty = '';
}
