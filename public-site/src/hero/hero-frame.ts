import type { Frame } from '../photo/sizes';

/** The windows in which the hero shows the portrait photo. Keep it equal to the condition in hero.css. */
export const PORTRAIT_WINDOW = '(max-aspect-ratio:4/5)';
/** The photos of the hero fill the window (hero.css). */
export const HERO_FRAME: readonly Frame[] = [
  ['(max-width:639px)', '100vw', 'max(100vh,36rem)'],
  ['', '100vw', 'max(100vh,44rem)'],
];
/** The id of the element with the photos. */
export const HERO_PHOTOS = 'hero-photos';
