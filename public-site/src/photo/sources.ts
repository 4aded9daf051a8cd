import type { Media } from '@godhuli/contracts/media';
import { listedWidths, type MediaFormat, mediaUrl, mediaWidths } from '@godhuli/contracts/media-url';

/** Returns the `srcset` of one format. */
export function sourceSet(media: Media, format: MediaFormat): string {
  return listedWidths(media, format)
    .map((width) => `${mediaUrl(media, width, format)} ${width}w`)
    .join(', ');
}

/** Returns the JPEG for browsers without `srcset`: the smallest of at least 960 px, else the largest. */
export function fallbackSource(media: Media): string {
  const widths = mediaWidths(media);
  return mediaUrl(media, widths.find((width) => width >= 960) ?? (widths.at(-1) as number), 'jpg');
}
