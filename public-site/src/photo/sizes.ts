import type { Media } from '@godhuli/contracts/media';

/**
 * The frame of a photo: the media condition for this size (last '', for all others), its width as a CSS length, and its
 * height as a CSS length or its aspect ratio (width / height).
 */
export type Frame = readonly [condition: string, width: string, height: string | number];

/** Returns `sizes` for a photo that covers its frame. In a taller frame, the photo is drawn wider than the frame. */
export function sizesOf({ width, height }: Pick<Media, 'width' | 'height'>, frames: readonly Frame[]): string {
  const ratio = width / height;
  const drawn = (frameWidth: string, frameHeight: string | number) => {
    if (typeof frameHeight === 'string') return `max(${frameWidth},${frameHeight}*${round(ratio)})`;
    return ratio > frameHeight ? `calc(${frameWidth}*${round(ratio / frameHeight)})` : frameWidth;
  };
  return frames.map(([condition, ...size]) => `${condition} ${drawn(...size)}`.trim()).join(',');
}

const round = (factor: number) => Number(factor.toFixed(3));
