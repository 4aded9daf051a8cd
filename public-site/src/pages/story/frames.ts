import type { Frame } from '../../photo/sizes';

/** The cover is as wide as the page. */
export const COVER_FRAMES: readonly Frame[] = [
  ['(max-width:639px)', '91vw', 1.25],
  ['', 'min(93vw,100rem)', 2.1],
];
