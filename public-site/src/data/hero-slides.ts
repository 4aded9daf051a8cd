import type { Media } from '@godhuli/contracts/media';
import { cropOf } from '../photo/crop-of';

const MAX_SLIDES = 4;

export interface Slide {
  _id: string;
  image: string;
  media: Media | null;
  /** shown in portrait windows; an older API does not send it */
  portrait?: Media | null;
}

/** Returns the first 4 items with an image: of those selected for the hero, else of the portfolio (PUB-HERO-1, API-2). */
export function heroSlides(selected: readonly Slide[], portfolio: readonly Slide[]): Slide[] {
  const withImage = (items: readonly Slide[]) =>
    items
      .filter((item) => item.media || item.image)
      .slice(0, MAX_SLIDES)
      .map(withCrops);
  const slides = withImage(selected);
  return slides.length > 0 ? slides : withImage(portfolio);
}

/** The photos that staff cropped for the hero; a second photo for phones goes before a crop. */
function withCrops(slide: Slide): Slide {
  const portrait = slide.portrait ?? slide.media?.crops?.portrait ?? null;
  return { ...slide, media: cropOf(slide.media, 'wide'), portrait };
}
