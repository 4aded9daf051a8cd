/** The largest letter spacing that nobody notices, in em. */
const MOST_SPACING = 0.05;
/** Smaller differences are rounding errors; in CSS pixels. */
const ROUNDING = 0.5;
/** The performance mark of the time at which all text has its fonts; its detail has the names of the added families. */
const ADDED_MARK = 'fonts';
/** Boxes in the window that get their fonts in one task: three take 15 to 60 ms on a slow phone. */
const SEEN_AT_ONCE = 3;
/** The others, of which there are hundreds after a reload: each task has a layout of its own. */
const UNSEEN_AT_ONCE = 15;

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

/** Removes families from a list of fonts. */
const without = (families: ReadonlySet<string>, list: string) =>
  list
    .split(/, */)
    .filter((name) => !families.has(unquoted(name)))
    .join();
const unquoted = (name: string) => name.replace(/["']/g, '');

/** Returns every box with text that is laid out, with the elements that have the text, often itself. */
function textBoxes(): Map<HTMLElement, Set<HTMLElement>> {
  const found = new Map<HTMLElement, Set<HTMLElement>>();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const parent = texts.currentNode.parentElement;
    let element = parent;
    if (!parent || !texts.currentNode.nodeValue?.trim()) continue;
    if (parent.checkVisibility?.({ contentVisibilityAuto: true }) === false) continue;
    while (element && getComputedStyle(element).display === 'inline') element = element.parentElement;
    if (element) found.set(element, (found.get(element) ?? new Set([element])).add(parent));
  }
  return found;
}

/**
 * Whether a box must keep its size: it is in the window or above it, because a page whose scroll position was restored must not
 * grow above that position; or it is outside the page's root, where fixed boxes (toasts) have parents below the window.
 */
function keepsSize(element: HTMLElement): boolean {
  const { top, height } = element.getBoundingClientRect();
  return height > 0 && (top < innerHeight || !document.getElementById('root')?.contains(element));
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

function restyle(element: HTMLElement, styles: Partial<CSSStyleDeclaration>): void {
  if (!formerStyles.has(element)) formerStyles.set(element, element.getAttribute('style'));
  Object.assign(element.style, styles);
}

/** Makes up for the changes of boxes that have got these families. */
function adjust(boxes: readonly TextBox[], families: ReadonlySet<string>): void {
  const adjusted = new Set<HTMLElement>();
  /** Measures all boxes, then applies the changes of one rule: one layout for each rule. */
  const apply = (rule: (before: TextBox, now: TextBox) => Partial<CSSStyleDeclaration> | undefined) => {
    const measured = boxes.map((before) => [before, measure(before.element)] as const);
    for (const [before, now] of measured) {
      const styles = rule(before, now);
      if (!styles) continue;
      // Without a transition, because the next rule measures the result of this one.
      restyle(now.element, { transitionProperty: 'none', ...styles });
      adjusted.add(now.element);
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
      return { fontFamily: without(families, now.style.fontFamily), letterSpacing: '' };
    const styles: Partial<CSSStyleDeclaration> = {};
    if (now.height < before.height - ROUNDING) styles.minHeight = `${before.height}px`;
    if (now.width < before.width - ROUNDING) styles.minWidth = `${before.width}px`;
    return Object.keys(styles).length > 0 ? styles : undefined;
  });
  if (adjusted.size === 0) return;
  // Forces a layout before transitions are allowed again.
  void document.body.offsetWidth;
  for (const element of adjusted) element.style.transitionProperty = '';
}

const NONE = new Set<string>();
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/**
 * Adds loaded fonts without a layout shift, whatever the fallback font was: text that changes the width of its box gets
 * letter spacing by the difference, and text that needs fewer lines keeps its former height. Text that would need more space
 * keeps its fallback font. A new window width removes all of this. All text keeps its former fonts until its turn: a few boxes
 * change in each task, and a tap waits for one of them.
 * @param whenReading resolves when the visitor has done nothing for a moment
 */
export async function addFonts(faces: readonly FontFace[], whenReading: () => Promise<void>): Promise<void> {
  const found = textBoxes();
  await nextTask();
  width = innerWidth;
  const added = new Set(faces.map(({ family }) => unquoted(family)));
  const styles = new Set(faces.map(({ style }) => style));
  const boxes = [...found].flatMap(([element, parents]) => {
    const held = [...parents].flatMap((parent) => {
      const { fontFamily, fontStyle } = getComputedStyle(parent);
      const former = without(added, fontFamily);
      const isUnchanged = former === without(NONE, fontFamily) || !styles.has(fontStyle);
      return isUnchanged ? [] : { parent, own: parent.style.fontFamily, former };
    });
    return held.length > 0 ? { element, held } : [];
  });
  const isSeen = ({ element }: { element: HTMLElement }) => {
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  };
  const seen = boxes.filter(isSeen);
  const unseen = boxes.filter((box) => !seen.includes(box));
  await nextTask();
  for (const { parent, former } of boxes.flatMap(({ held }) => held)) restyle(parent, { fontFamily: former });
  void document.body.offsetWidth;
  await nextTask();
  for (const face of faces) document.fonts.add(face);
  // A layout of all text, in a task without the first turn.
  void document.body.offsetWidth;
  while (seen.length + unseen.length > 0) {
    await nextTask();
    await whenReading();
    // A new width has given all text its own style.
    if (formerStyles.size === 0) break;
    const turn = seen.length > 0 ? seen.splice(0, SEEN_AT_ONCE) : unseen.splice(0, UNSEEN_AT_ONCE);
    const before = turn.flatMap(({ element }) => (element.isConnected && keepsSize(element) ? measure(element) : []));
    for (const { parent, own } of turn.flatMap(({ held }) => held)) parent.style.fontFamily = own;
    adjust(before, added);
  }
  performance.mark(ADDED_MARK, { detail: [...added] });
}
