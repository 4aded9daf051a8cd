import type { PhotoAction } from '../photo-actions';
import type { ShortlistKey } from '../photo-actions/shortlist-key';
import { answerLate } from './late-code';
import { SITE_ATTACHED } from './site';

const SHORTLIST_KEY: ShortlistKey = 'shortlist';

/** Code that only visitors who use a photo need. */
const load = () => import('../photo-actions');

function hasShortlist(): boolean {
  try {
    return (localStorage.getItem(SHORTLIST_KEY) ?? '[]') !== '[]';
  } catch {
    return false;
  }
}

/**
 * Links to a photo open it above the page; Like and Share work. Until the code has loaded, and if it cannot load or not soon, the links
 * lead to the photo's own page. Listens at the document, so it also serves markup that React renders later.
 * Attach it before the site, to which it adds what is liked.
 */
export function attachPhotoActions(): void {
  const { dataset } = document.documentElement;
  if (dataset.photoActions !== undefined) return;
  dataset.photoActions = '';
  document.addEventListener('click', (event) => {
    const target = event.target as Element;
    const link = target.closest<HTMLAnchorElement>('.portfolio-item a[href*="/p/"]');
    if (link) {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.defaultPrevented) return;
      event.preventDefault();
      answerLate(load, link, link.href, ({ openLightbox }) => openLightbox(link));
      return;
    }
    const button = target.closest<HTMLButtonElement>('button[data-photo-action]');
    if (button)
      answerLate(
        load,
        button,
        // Its page in this language has the same buttons, and a link to ask.
        `${/^\/(mr|hi)\b|/.exec(location.pathname)?.[0]}/p/${button.value}`,
        ({ actOnPhoto }) => actOnPhoto(button, button.dataset.photoAction as PhotoAction),
      );
  });
  // Like or Share, tapped before this script ran: what else has the focus was not tapped.
  document.querySelector<HTMLElement>('[data-photo-action]:focus:not(:focus-visible)')?.click();
  // After a reload with a photo open above the page, the entry of the page below is one of this document, which shows the photo. The
  // visitor may have gone back to it before this script ran. The URL of a response to a form is not that of its document.
  const [loaded] = performance.getEntriesByType('navigation') as (PerformanceNavigationTiming | undefined)[];
  const { pathname } = loaded && loaded.type !== 'navigate' ? new URL(loaded.name) : location;
  const reloadElsewhere = () => {
    if (location.pathname !== pathname && history.state?.of !== performance.timeOrigin) location.reload();
  };
  reloadElsewhere();
  addEventListener('popstate', reloadElsewhere);
  const show = () => {
    if (hasShortlist())
      load().then(
        ({ showShortlist }) => showShortlist(),
        () => undefined,
      );
  };
  document.addEventListener(SITE_ATTACHED, show);
  // Also a page that comes back as it was left: another one may have begun the shortlist.
  addEventListener('pageshow', show);
}
