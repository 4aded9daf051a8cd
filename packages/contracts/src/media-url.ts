/** The widths in px in which every image is available, never wider than the image itself. */
export const MEDIA_WIDTHS = [480, 960, 1600, 2400] as const;
export const MEDIA_FORMATS = ['avif', 'webp', 'jpg'] as const;
export type MediaFormat = (typeof MEDIA_FORMATS)[number];

/** Returns the widths in px of an image's variants: those of MEDIA_WIDTHS below its own width, and its own (at most 2400). */
export function mediaWidths(media: { width: number }): number[] {
  const own = Math.min(media.width, 2400);
  return [...MEDIA_WIDTHS.filter((width) => width < own), own];
}

/** Part of the URL of AVIF files. Files never change under their URL, so a better encoding needs the next edition. */
export const AVIF_EDITION = 'v2';

/** Returns the URL of a variant. Its content is immutable, except that a quick encoding is served until the AVIF file exists. */
export function mediaUrl(media: { id: string }, width: number, format: MediaFormat): string {
  return `/media/${media.id}/${width}.${format === 'avif' ? `${AVIF_EDITION}.avif` : format}`;
}
