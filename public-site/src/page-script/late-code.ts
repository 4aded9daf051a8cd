/** The link that was tapped last. */
let last: Element;

/**
 * Answers a tap with code that loads at its first use. The tapped element is busy until then. If the code cannot load, or not soon,
 * the page at `url` opens. A link that is not the last one any more does nothing, so that two films do not play at once.
 */
export function answerLate<T>(
  code: Promise<T>,
  element: HTMLAnchorElement | HTMLButtonElement,
  url: string,
  answer: (code: T) => void,
): void {
  const isLink = 'href' in element;
  if (isLink) last = element;
  element.setAttribute('aria-busy', 'true');
  const once = (then: (code: T) => void) => (loaded: T) => {
    element.removeAttribute('aria-busy');
    if (!isLink || element === last) then(loaded);
  };
  code.then(
    once(answer),
    once(() => location.assign(url)),
  );
}
