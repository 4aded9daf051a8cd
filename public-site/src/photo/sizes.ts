import type { Media } from '@godhuli/contracts/media';

/**
 * The frame of a photo: the media condition for this size (last '', for all others), its width as a CSS length, and its
 * height as a CSS length or its aspect ratio (width / height).
 */
export type Frame = readonly [condition: string, width: string, height: string | number];

/**
 * On sharp screens browsers take the file whose width is nearest, which may be smaller by the square root of a step of the
 * widths (1.19). With sizes that are this much larger, no photo is enlarged by more than 1.1.
 */
const MARGIN = 1.08;

/** Returns `sizes` for a photo that covers its frame. In a taller frame, the photo is drawn wider than the frame. */
export function sizesOf({ width, height }: Pick<Media, 'width' | 'height'>, frames: readonly Frame[]): string {
  const ratio = width / height;
  const drawn = (frameWidth: string, frameHeight: string | number) => {
    if (typeof frameHeight === 'string') return `${MARGIN}*max(${frameWidth},${frameHeight}*${round(ratio)})`;
    return `${frameWidth}*${round(Math.max(1, ratio / frameHeight) * MARGIN)}`;
  };
  return frames.map(([condition, ...size]) => `${condition} calc(${drawn(...size)})`.trim()).join(',');
}

const round = (factor: number) => Number(factor.toFixed(3));
