import type { Frame } from '../photo/sizes';

/** A film is as wide as the page, at most 72 rem. */
export const FILM_FRAMES: readonly Frame[] = [
  ['(max-width:639px)', '91vw', 16 / 9],
  ['', 'min(93vw,72rem)', 16 / 9],
];
