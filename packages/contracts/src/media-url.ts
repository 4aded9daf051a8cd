import type { Focal, MediaFile } from './media.js';

/**
 * The widths in px in which every image is available, never wider than the image itself. Neighbours differ by at most 1.42, so
 * that the next larger file is never more than 1.6 times too large.
 */
export const MEDIA_WIDTHS = [240, 340, 480, 680, 960, 1280, 1600, 2000, 2400] as const;
/** The widths of the formats that only older browsers load. */
const FALLBACK_WIDTHS: readonly number[] = [480, 960, 1600];
export const MEDIA_FORMATS = ['avif', 'webp', 'jpg'] as const;
export type MediaFormat = (typeof MEDIA_FORMATS)[number];

/** Returns the widths in px of an image's variants: those of MEDIA_WIDTHS below its own width, and its own (at most 2400). */
export function mediaWidths(media: { width: number }): number[] {
  const own = Math.min(media.width, 2400);
  return [...MEDIA_WIDTHS.filter((width) => width < own), own];
}

/** Returns those of `mediaWidths` that a `srcset` of this format lists: all of AVIF, which most browsers load. */
export function listedWidths(media: { width: number }, format: MediaFormat): number[] {
  const widths = mediaWidths(media);
  return format === 'avif'
    ? widths
    : widths.filter((width) => width === widths.at(-1) || FALLBACK_WIDTHS.includes(width));
}

/**
 * Part of the URL of every variant. Files never change under their URL, so another encoder or other settings need the next
 * edition. `v2` was AVIF only.
 */
export const MEDIA_EDITION = 'v3';

/** Returns the URL of a variant. Its content is immutable, except that a quick encoding is served until the AVIF file exists. */
export function mediaUrl(media: { id: string }, width: number, format: MediaFormat): string {
  return `/media/${media.id}/${width}.${MEDIA_EDITION}.${format}`;
}

/** Returns the URL of a logo: WebP with its transparency, at most 160 px high. */
export const logoUrl = (media: { id: string }): string => `/media/${media.id}/logo.webp`;

/** The size of link previews, px. */
export const PREVIEW_SIZE = { width: 1200, height: 630 } as const;
/** The place of a link preview is a multiple of this percentage, so a photo has at most 21 of them. */
const PREVIEW_STEP = 5;

/** Returns the name of the JPEG for link previews around the focal point. It has the whole width of the photo or the whole height. */
export function previewName({ width, height, focal }: { width: number; height: number; focal: Focal }): string {
  const isWide = width * PREVIEW_SIZE.height > height * PREVIEW_SIZE.width;
  const place = Math.round((isWide ? focal.x : focal.y) / PREVIEW_STEP) * PREVIEW_STEP;
  return `og-${place}.${MEDIA_EDITION}.jpg`;
}

/** Returns the URL of the JPEG for link previews. Without its focal point, the one that is stored with the photo counts. */
export const previewUrl = (media: { id: string } | Pick<MediaFile, 'id' | 'width' | 'height' | 'focal'>): string =>
  `/media/${media.id}/${'focal' in media ? previewName(media) : `og.${MEDIA_EDITION}.jpg`}`;
