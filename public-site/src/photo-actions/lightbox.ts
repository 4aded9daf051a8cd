import type { CoveredState } from '@godhuli/contracts/host';
import PhotoSwipe, { type SlideData } from 'photoswipe';
import { numberText, t } from '../languages/language';
import { share } from './share';

/** The keys that would scroll the page behind the photo. */
const SCROLLING = ['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End', ' '];

const UNKNOWN_SIZE = { width: 1200, height: 800 };

/** Below a photo, in pixels: title and place, and a description of three lines (photo-actions.css). */
const CAPTION_HEIGHT = 84;
const DESCRIPTION_HEIGHT = 64;
/** A lower window has no room below the photo for a description, which is then one line over it (photo-actions.css). */
const LOW_WINDOW = 480;

interface Slide extends SlideData {
  url: string;
  title: string;
  place: string;
  description: string;
  /** of the texts where they are not in the language of the page (`mark-languages.ts`) */
  titleLanguage: string;
  placeLanguage: string;
  descriptionLanguage: string;
}

/** Whether the browser shows AVIF: then it has loaded one by now. */
const showsAvif = () => [...document.images].some(({ currentSrc }) => currentSrc.endsWith('.avif'));

/** Reads a photo of the page. */
function slideOf(item: Element): Slide {
  const link = item.querySelector<HTMLAnchorElement>('a[href*="/p/"]') as HTMLAnchorElement;
  const image = item.querySelector('img');
  const avif = showsAvif() ? item.querySelector<HTMLSourceElement>('source[type="image/avif"]') : null;
  const [title, place] = item.querySelectorAll('figcaption > *');
  const description = item.querySelector('.portfolio-item__caption');
  return {
    element: link,
    url: link.href,
    src: image?.src,
    srcset: avif?.srcset ?? image?.srcset,
    msrc: image?.currentSrc || undefined,
    width: Number(image?.getAttribute('width')) || UNKNOWN_SIZE.width,
    height: Number(image?.getAttribute('height')) || UNKNOWN_SIZE.height,
    alt: image?.alt ?? '',
    title: title?.textContent ?? '',
    place: place?.textContent ?? '',
    description: description?.textContent ?? '',
    titleLanguage: title?.getAttribute('lang') ?? '',
    placeLanguage: place?.getAttribute('lang') ?? '',
    descriptionLanguage: description?.getAttribute('lang') ?? '',
  };
}

/** @param language '' if it is that of the page */
function textElement(name: string, text: string, language: string): HTMLElement {
  const element = document.createElement(name);
  element.textContent = text;
  if (language) element.lang = language;
  return element;
}

const isCovered = () => (history.state as CoveredState | null)?.of === performance.timeOrigin;
const photosBeside = (link: Element) => [
  ...(link.closest('.portfolio-grid')?.querySelectorAll('.portfolio-item') ?? []),
];

let current: PhotoSwipe | undefined;

/** Opens the photo of a link above the page, with the others of its list (PUB-LIGHT-1). */
export function openLightbox(link: HTMLAnchorElement): void {
  if (current) return;
  const items = photosBeside(link).filter((item) => item.querySelector('a[href*="/p/"]'));
  const index = items.findIndex((item) => item.contains(link));
  if (index < 0) {
    location.assign(link.href);
    return;
  }
  // It gets the focus back when the lightbox is closed; a tap alone does not focus a link everywhere.
  link.focus({ preventScroll: true });
  const state: CoveredState = { under: location.href, of: performance.timeOrigin };
  if (!isCovered()) {
    history.pushState(state, '', link.href);
    // Of this entry alone: after a reload it is the photo's page, which begins at its top.
    history.scrollRestoration = 'manual';
  }
  show(items.map(slideOf), index);
}

function show(slides: Slide[], index: number): void {
  const motion = matchMedia('(prefers-reduced-motion: reduce)').matches
    ? { showHideAnimationType: 'none' as const, zoomAnimationDuration: false as const }
    : {};
  const pswp = new PhotoSwipe({
    dataSource: slides,
    index,
    bgOpacity: 0.96,
    loop: false,
    preload: [1, 1],
    paddingFn({ y }, _, photo) {
      const hasRoom = slides[photo]?.description && y >= LOW_WINDOW;
      return { top: 56, bottom: CAPTION_HEIGHT + (hasRoom ? DESCRIPTION_HEIGHT : 0), left: 0, right: 0 };
    },
    arrowPrevTitle: t('Previous photo'),
    arrowNextTitle: t('Next photo'),
    closeTitle: t('Close'),
    zoomTitle: t('Zoom'),
    errorMsg: t('This photo could not be loaded.'),
    ...motion,
  });
  current = pswp;
  const close = pswp.close.bind(pswp);
  // While it is opening, PhotoSwipe hears no key and ignores its button and our Back.
  pswp.close = () => (pswp.opener.isOpening ? pswp.on('openingAnimationEnd', close) : close());
  const onEarlyKey = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') pswp.close();
  };
  addEventListener('keydown', onEarlyKey);
  pswp.on('openingAnimationEnd', () => removeEventListener('keydown', onEarlyKey));
  const keepPage = (event: KeyboardEvent) => {
    const pressesButton = event.key === ' ' && (event.target as Element).closest('button');
    if (SCROLLING.includes(event.key) && !event.altKey && !pressesButton) event.preventDefault();
  };
  // Captured: the menu of Share keeps its keys to itself.
  addEventListener('keydown', keepPage, true);
  pswp.on('keydown', ({ originalEvent: { key } }) => {
    if (key === 'Home') pswp.goTo(0);
    if (key === 'End') pswp.goTo(slides.length - 1);
  });
  const slide = () => slides[pswp.currIndex] as Slide;
  pswp.on('uiRegister', () => {
    pswp.ui?.registerElement({
      name: 'share',
      className: 'lightbox-share',
      ariaLabel: t('Share this photo'),
      order: 9,
      isButton: true,
      html: '<svg aria-hidden="true" class="pswp__icn" viewBox="0 0 24 24" width="24" height="24"><use href="#icon-share"/></svg>',
      onClick: (_event, element) =>
        void share(element, { slug: new URL(slide().url).pathname.replace(/.*\//, ''), title: slide().title }),
    });
    pswp.ui?.registerElement({
      name: 'caption',
      className: 'lightbox-caption',
      order: 9,
      appendTo: 'root',
      onInit: (element) => {
        element.setAttribute('aria-live', 'polite');
        const tell = () => {
          const { title, place, description, titleLanguage, placeLanguage, descriptionLanguage } = slide();
          const name = textElement('strong', title, titleLanguage);
          const text = description ? [textElement('p', description, descriptionLanguage)] : [];
          const where = document.createElement('span');
          const number = t('Photo {1} of {2}', numberText(pswp.currIndex + 1), numberText(slides.length));
          where.append(...(place ? [textElement('span', place, placeLanguage), ', '] : []), number);
          element.replaceChildren(name, ...text, where);
        };
        pswp.on('change', tell);
      },
    });
  });
  pswp.on('change', () => {
    if (isCovered()) history.replaceState(history.state, '', slide().url);
  });
  const onBack = () => {
    if (!isCovered()) pswp.close();
  };
  addEventListener('popstate', onBack);
  pswp.on('close', () => {
    removeEventListener('popstate', onBack);
    removeEventListener('keydown', keepPage, true);
    current = undefined;
    if (isCovered()) history.back();
  });
  pswp.init();
  pswp.element?.setAttribute('aria-modal', 'true');
  pswp.element?.setAttribute('aria-label', t('Photos'));
}

// Forward, after Back has closed it.
addEventListener('popstate', () => {
  if (current || !isCovered()) return;
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.portfolio-item a[href*="/p/"]')];
  const link = links.find((each) => each.pathname === location.pathname && each.checkVisibility());
  // Another tab hides it: its own page shows it.
  if (link) openLightbox(link);
  else location.reload();
});
