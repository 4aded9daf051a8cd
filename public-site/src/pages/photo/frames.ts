import { type Frame, WHOLE } from '../../photo/sizes';

/** The photo is whole: as wide as the page, or as high as most of the window (photo-page.css). */
export const PHOTO_FRAMES: readonly Frame[] = [
  ['(max-width:639px)', 'min(91vw,82vh*$)', WHOLE],
  ['', 'min(93vw,100rem,78vh*$)', WHOLE],
];

export const NEIGHBOUR_FRAMES: readonly Frame[] = [['', 'calc(7.5rem*$)', WHOLE]];
