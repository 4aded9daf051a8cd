import { PAGE_SCRIPT_READY } from '@godhuli/contracts/host';
import { fillAskedDate } from './asked-date';
import { attachCarousel } from './carousel';
import { attachDeferredLayout } from './deferred-layout';
import { attachEarlyForm } from './early-form';
import { attachFilms } from './films';
import { attachMenu } from './menu';
import { attachPlaceholders } from './placeholders';
import { revealInWindow } from './scroll-into-view';
import { attachScrollState } from './scroll-state';
import { attachSectionLinks } from './section-links';
import { SITE_ATTACHED, type Site } from './site';
import { attachTabs } from './tabs';

const HERO_INTERVAL_MS = 5000;
const TESTIMONIALS_INTERVAL_MS = 8000;

function attachHero(site: HTMLElement, signal: AbortSignal): void {
  const hero = site.querySelector<HTMLElement>('#hero');
  if (!hero) return;
  const photos = [...hero.querySelectorAll('.hero__slide')].map((slide) => slide.querySelector('img'));
  const preload = (index: number) => {
    photos[index]?.setAttribute('loading', 'eager');
  };
  attachCarousel(hero, { name: 'hero-slide', intervalMs: HERO_INTERVAL_MS, preload }, signal);
}

function attachTestimonials(site: HTMLElement, signal: AbortSignal): void {
  const carousel = site.querySelector<HTMLElement>('.carousel');
  const slides = carousel?.querySelector<HTMLElement>('.carousel__slides');
  if (!carousel || !slides) return;
  // Screen readers announce a change by the visitor, not one by the timer.
  const onSelect = (_index: number, isVisitorChoice: boolean) => {
    slides.ariaLive = isVisitorChoice ? 'polite' : 'off';
  };
  attachCarousel(carousel, { name: 'testimonial', intervalMs: TESTIMONIALS_INTERVAL_MS, onSelect }, signal);
  site.addEventListener(
    'click',
    ({ target }) => {
      const card = (target as Element).closest<HTMLLabelElement>('label.testimonial-card');
      const index =
        card && [...carousel.querySelectorAll('input[name="testimonial"]')].indexOf(card.control as Element);
      const quote = slides.children[index ?? -1]?.querySelector('.carousel__quote');
      // Wait one frame, until the selected testimonial is laid out.
      if (quote) requestAnimationFrame(() => revealInWindow(quote));
    },
    { signal },
  );
}

/**
 * Adds to the markup of the page what HTML and CSS cannot do: carousels that advance, the header's scroll state, scrolling to
 * sections, blurred placeholders, messages of the form, films that play on the page, the end of the deferred layout. Every control
 * works without it (decision 017), and all state is in the document, so it can be attached again at any time, which ends what
 * was attached before.
 * @param site the element with the class `site`
 */
export function attachPageScript(site: Site): void {
  site.pageScript?.abort();
  const attached = new AbortController();
  site.pageScript = attached;
  site.attachPageScript = attachPageScript;
  const { signal } = attached;
  attachSectionLinks(site, signal);
  attachScrollState(site, signal);
  attachMenu(site, signal);
  fillAskedDate(site);
  attachTabs(site, signal);
  attachHero(site, signal);
  attachTestimonials(site, signal);
  attachPlaceholders(site, signal);
  attachEarlyForm(site, signal);
  attachFilms(site, signal);
  attachDeferredLayout(site, signal);
  // hero.css paints its decoration only from then on.
  site.setAttribute(PAGE_SCRIPT_READY, '');
  document.dispatchEvent(new Event(SITE_ATTACHED));
}
