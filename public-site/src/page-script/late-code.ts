/** How long a tap on a link waits for its code, in milliseconds. */
const PATIENCE_MS = 10_000;

/** The tap of the visitor that waits: the last one on a link, otherwise the first one on a button. */
let waiting: { element: Element } | undefined;

/** The visitor does something else. A like does not end the wait of a link. */
function forget({ target }: Event): void {
  if ((target as Element).closest?.('[data-photo-action]')) return;
  waiting?.element.removeAttribute('aria-busy');
  waiting = undefined;
}

/**
 * Answers a tap with code that loads at its first use; the tapped element is busy until then. If the code cannot load, or not soon
 * for a link, the page at `url` opens. Once the visitor has gone on, a link is not answered any more, and no page opens.
 */
export function answerLate<T>(
  load: () => Promise<T>,
  element: HTMLAnchorElement | HTMLButtonElement,
  url: string,
  answer: (code: T) => void,
): void {
  for (const type of ['click', 'input', 'pagehide']) addEventListener(type, forget, true);
  const isLink = 'href' in element;
  const tap = { element };
  if (isLink) waiting = tap;
  waiting ??= tap;
  element.setAttribute('aria-busy', 'true');
  const end = () => {
    const isWaiting = waiting === tap;
    if (isWaiting) waiting = undefined;
    element.removeAttribute('aria-busy');
    return isWaiting;
  };
  const follow = () => {
    if (end() && url !== location.pathname) location.assign(url);
  };
  const timer = isLink && setTimeout(follow, PATIENCE_MS);
  Promise.resolve()
    .then(load)
    .then((code) => {
      clearTimeout(timer || undefined);
      if (end() || !isLink) answer(code);
    }, follow);
}
