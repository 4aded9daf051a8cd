import { idle } from './idle';
import { answerLate } from './late-code';

/** Code that only pages with films need. */
const load = () => import('../film/play-film');

/**
 * Turns the links of films into buttons that play them on the page. A click for a new tab stays the browser's. If the code cannot
 * load, or not soon, the link is followed.
 */
export function attachFilms(site: HTMLElement, signal: AbortSignal): void {
  const links = site.querySelectorAll<HTMLAnchorElement>('a[data-film]');
  for (const link of links) {
    link.setAttribute('role', 'button');
    const onClick = (event: MouseEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      answerLate(load, link, link.href, ({ playFilm }) => playFilm(link));
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== ' ') return;
      event.preventDefault();
      link.click();
    };
    link.addEventListener('click', onClick, { signal });
    link.addEventListener('keydown', onKey, { signal });
  }
  // A film begins with the tap: some browsers let it play only at once after it.
  if (links.length > 0)
    idle()
      .then(load)
      .catch(() => undefined);
}
