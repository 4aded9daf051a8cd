import type { Frame } from '../photo/sizes';

/** The windows in which the hero shows the upright photo. */
export const UPRIGHT = '(max-aspect-ratio:4/5)';
/** The photos of the hero fill the window (hero.styles.ts). */
export const HERO_FRAME: readonly Frame[] = [
  ['(max-width:639px)', '100vw', 'max(100vh,36rem)'],
  ['', '100vw', 'max(100vh,44rem)'],
];
