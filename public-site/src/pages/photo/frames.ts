import type { PortfolioItem } from '@godhuli/contracts/portfolio';
import type { Frame } from '../../photo/sizes';

const UNKNOWN_RATIO = 1.5;

export const ratioOf = ({ media }: Pick<PortfolioItem, 'media'>): number =>
  Number((media ? media.width / media.height : UNKNOWN_RATIO).toFixed(4));

/** The photo is whole: as wide as the page, or as high as most of the window (photo-page.css). */
export const photoFrames = (ratio: number): readonly Frame[] => [
  ['(max-width:639px)', `min(91vw,82vh*${ratio})`, ratio],
  ['', `min(93vw,100rem,78vh*${ratio})`, ratio],
];

export const NEIGHBOUR_FRAMES: readonly Frame[] = [['', '7.5rem', 1]];
