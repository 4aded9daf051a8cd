/** How far letters may move apart or together, in em: as much as nobody sees. */
const MOST_SPACING = 0.05;
/** Smaller differences are rounding, in CSS pixels. */
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
 * Returns every box with text that the visitor sees or that is above: a page that was restored to a place in its middle
 * must not grow above it. What is not laid out stays so, and what begins below the window is not looked into, except
 * outside the page itself, where fixed boxes have parents below it (toasts).
 */
function textBoxes(): HTMLElement[] {
  const found = new Set<HTMLElement>();
  const stage = document.getElementById('root');
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) => {
    if (!(node instanceof Element)) return NodeFilter.FILTER_ACCEPT;
    const isLookedInto = node.getBoundingClientRect().top < innerHeight || !stage?.contains(node);
    return isLookedInto ? NodeFilter.FILTER_SKIP : NodeFilter.FILTER_REJECT;
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

/** What every changed element had as its own style before the first family came. */
const held = new Map<HTMLElement, string | null>();
let width = 0;
addEventListener('resize', () => {
  if (innerWidth === width) return;
  width = innerWidth;
  for (const [element, former] of held) element.setAttribute('style', former ?? '');
  held.clear();
});

/**
 * Makes loaded fonts known without moving anything that the visitor sees, whatever font stood there before: text that
 * gave its box another width is spaced by the difference, and text that needs fewer lines keeps the height that it had.
 * Text that would need more room keeps its former font. All of it ends when the window gets another width.
 * Finding the text is a task of its own, so that neither is long.
 */
export async function addFonts(faces: readonly FontFace[]): Promise<void> {
  const found = textBoxes();
  await new Promise((resolve) => setTimeout(resolve));
  width ||= innerWidth;
  const boxes = found.filter(({ isConnected }) => isConnected).map(measure);
  for (const face of faces) document.fonts.add(face);
  /** Measures all again, then changes what a rule asks for, so that there is one layout a rule. */
  const apply = (rule: (before: TextBox, now: TextBox) => Partial<CSSStyleDeclaration> | undefined) => {
    const measured = boxes.map((before) => [before, measure(before.element)] as const);
    for (const [before, now] of measured) {
      const styles = rule(before, now);
      if (!styles) continue;
      const { element } = now;
      if (!held.has(element)) held.set(element, element.getAttribute('style'));
      // Without a transition, which a page may have for everything: the next rule measures what this one did.
      Object.assign(element.style, { transitionProperty: 'none' }, styles);
    }
  };
  // Letters of Devanagari hang on one line, which spacing would cut.
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
  // The last rule is applied before transitions are allowed again.
  void document.body.offsetWidth;
  for (const element of held.keys()) element.style.transitionProperty = '';
}
