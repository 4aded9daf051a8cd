/** How long a tap on a link waits for its code, in milliseconds. */
const PATIENCE_MS = 10_000;

/** The tap of the visitor that waits: the last one that opens something, otherwise the first like. */
let waiting: { opener?: Element } | undefined;

/** The visitor does something else. A like, and another tap on what waits already, do not end the wait. */
function forget({ target }: Event): void {
  if ((target as Element).closest?.('[data-photo-action=like],[aria-busy]')) return;
  waiting?.opener?.removeAttribute('aria-busy');
  waiting = undefined;
}

/**
 * Answers a tap with code that loads at its first use; the tapped element is busy until then. If the code cannot load, or not soon
 * for anything but a like, the page at `url` opens (not for a like without a network). Once the visitor has gone on, only a like is
 * answered, and no page opens (decisions 041 and 042).
 */
export function answerLate<T>(
  load: () => Promise<T>,
  element: HTMLAnchorElement | HTMLButtonElement,
  url: string,
  answer: (code: T) => void,
): void {
  if (element.ariaBusy) return;
  for (const type of ['click', 'input', 'pagehide']) addEventListener(type, forget, true);
  const opener = element.dataset.photoAction === 'like' ? undefined : element;
  const tap = { opener };
  if (opener) waiting = tap;
  waiting ??= tap;
  element.setAttribute('aria-busy', 'true');
  const end = () => {
    const isWaiting = waiting === tap;
    if (isWaiting) waiting = undefined;
    element.removeAttribute('aria-busy');
    return isWaiting;
  };
  const follow = () => {
    if (end() && (opener || navigator.onLine) && url !== location.pathname) location.assign(url);
  };
  const timer = opener && setTimeout(follow, PATIENCE_MS);
  Promise.resolve()
    .then(load)
    .then((code) => {
      clearTimeout(timer);
      if (end() || !opener) answer(code);
    }, follow);
}
