/** The widths in px that every photograph is offered in, never wider than the photograph itself. */
export const MEDIA_WIDTHS = [480, 960, 1600, 2400] as const;
export const MEDIA_FORMATS = ['avif', 'webp', 'jpg'] as const;
export type MediaFormat = (typeof MEDIA_FORMATS)[number];

/** Widths in px in which a photograph exists: those of MEDIA_WIDTHS below its own width, and its own (at most 2400). */
export function mediaWidths(media: { width: number }): number[] {
  const own = Math.min(media.width, 2400);
  return [...MEDIA_WIDTHS.filter((width) => width < own), own];
}

/** In the URL of an AVIF file: files never change under their URL, so a better encoding has the next edition. */
export const AVIF_EDITION = 'v2';

/** URL of one variant on this site; immutable, except that a quick encoding stands in for an AVIF file not made yet. */
export function mediaUrl(media: { id: string }, width: number, format: MediaFormat): string {
  return `/media/${media.id}/${width}.${format === 'avif' ? `${AVIF_EDITION}.avif` : format}`;
}
