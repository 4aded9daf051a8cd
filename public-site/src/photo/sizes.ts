import type { Media } from '@godhuli/contracts/media';

/**
 * The frame of a photo: the media condition under which it has this size ('' for all others, last), its width as a CSS
 * length, and its height as a CSS length or its proportions as a number (width / height).
 */
export type Frame = readonly [condition: string, width: string, height: string | number];

/** The `sizes` of a photo that covers its frame: where the frame is taller than the photo, it is drawn wider than the frame. */
export function sizesOf({ width, height }: Pick<Media, 'width' | 'height'>, frames: readonly Frame[]): string {
  const ratio = width / height;
  const drawn = (frameWidth: string, frameHeight: string | number) => {
    if (typeof frameHeight === 'string') return `max(${frameWidth},${frameHeight}*${round(ratio)})`;
    return ratio > frameHeight ? `calc(${frameWidth}*${round(ratio / frameHeight)})` : frameWidth;
  };
  return frames.map(([condition, ...size]) => `${condition} ${drawn(...size)}`.trim()).join(',');
}

const round = (factor: number) => Number(factor.toFixed(3));
