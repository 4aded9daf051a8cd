import type { Media } from '@godhuli/contracts/media';

const MAX_SLIDES = 4;

export interface Slide {
  _id: string;
  image: string;
  media: Media | null;
  /** shown in upright windows; an older API does not know it */
  portrait?: Media | null;
}

/** The first 4 items with an image: those chosen for the hero, else of the portfolio (PUB-HERO-1, API-2). */
export function heroSlides(chosen: readonly Slide[], portfolio: readonly Slide[]): Slide[] {
  const withImage = (items: readonly Slide[]) => items.filter((item) => item.media || item.image).slice(0, MAX_SLIDES);
  const slides = withImage(chosen);
  return slides.length > 0 ? slides : withImage(portfolio);
}
