import type { Media } from '@godhuli/contracts/media';
import { AVIF_EDITION, MEDIA_FORMATS, type MediaFormat, mediaWidths } from '@godhuli/contracts/media-url';
import { z } from 'zod';
import type { PhotographJob } from './photograph-job.js';

/** What link previews of other sites show; px. */
export const OPEN_GRAPH = { name: 'og.jpg', width: 1200, height: 630 } as const;

const FINE = `.${AVIF_EDITION}.avif`;

/** The last segment of `/media/{id}/{name}`: `960.v2.avif`, `960.avif` (its quick encoding) or `og.jpg`. */
export const variantNameSchema = z
  .string()
  .regex(new RegExp(`^(([1-9][0-9]{0,3})\\.((${AVIF_EDITION}\\.)?avif|webp|jpg)|og\\.jpg)$`));

const CONTENT_TYPES: Record<MediaFormat, string> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' };

/** The content type of a variant by its name. */
export const contentTypeOf = (name: string): string => CONTENT_TYPES[partsOf(name).format];

/** Names of every variant in one format, smallest first. */
export const variantNames = (media: Pick<Media, 'width'>, format: MediaFormat): string[] =>
  mediaWidths(media).map((width) => `${width}.${format}`);

/** Names of the AVIF variants that are made in the background, smallest first. */
export const fineNames = (media: Pick<Media, 'width'>): string[] =>
  mediaWidths(media).map((width) => `${width}${FINE}`);

/** The quick encoding that stands in for a variant made in the background, or null. */
export const standInFor = (name: string): string | null =>
  name.endsWith(FINE) ? `${name.slice(0, -FINE.length)}.avif` : null;

/** The job that makes a variant, or null when the photograph is not offered in that width. */
export function variantJob(media: Media, name: string, source: string, target: string): PhotographJob | null {
  if (name === OPEN_GRAPH.name) {
    return { kind: 'crop', source, target, width: OPEN_GRAPH.width, height: OPEN_GRAPH.height, focal: media.focal };
  }
  const { width, format } = partsOf(name);
  return mediaWidths(media).includes(width)
    ? { kind: 'variant', source, target, width, format, isFine: name.endsWith(FINE) }
    : null;
}

function partsOf(name: string): { width: number; format: MediaFormat } {
  const [width, ...rest] = name.split('.');
  const extension = rest.at(-1);
  return { width: Number(width), format: MEDIA_FORMATS.find((format) => format === extension) ?? 'jpg' };
}
