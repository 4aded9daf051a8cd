import type { Media } from '@godhuli/contracts/media';

/**
 * The frame of a photo: the media condition for this size (last '', for all others), its width as a CSS length, in which `$` is
 * the ratio of the photo (width / height), and its height as a CSS length, its ratio or WHOLE.
 */
export type Frame = readonly [condition: string, width: string, height: string | number];

/** Height of a frame with the photo's own ratio. */
export const WHOLE = Infinity;

/** Returns `sizes` for a photo that covers its frame. In a taller frame, the photo is drawn wider than the frame. */
export function sizesOf({ width, height }: Pick<Media, 'width' | 'height'>, frames: readonly Frame[]): string {
  const ratio = width / height;
  const drawn = (frameWidth: string, frameHeight: string | number) => {
    if (typeof frameHeight === 'string') return `max(${frameWidth},${frameHeight}*${round(ratio)})`;
    return ratio > frameHeight ? `calc(${frameWidth}*${round(ratio / frameHeight)})` : frameWidth;
  };
  return frames
    .map(([condition, frameWidth, frameHeight]) =>
      `${condition} ${drawn(frameWidth.replace('$', `${round(ratio)}`), frameHeight)}`.trim(),
    )
    .join(',');
}

const round = (factor: number) => Number(factor.toFixed(3));
