import type { Media } from '@godhuli/contracts/media';
import { AVIF_EDITION, MEDIA_FORMATS, type MediaFormat, mediaWidths } from '@godhuli/contracts/media-url';
import { z } from 'zod';
import type { ImageJob } from './image-job.js';

/** The variant for link previews of other sites; px. */
export const OPEN_GRAPH = { name: 'og.jpg', width: 1200, height: 630 } as const;

const HIGH_QUALITY = `.${AVIF_EDITION}.avif`;

/** The last segment of `/media/{id}/{name}`: `960.v2.avif`, `960.avif` (its quick encoding) or `og.jpg`. */
export const variantNameSchema = z
  .string()
  .regex(new RegExp(`^(([1-9][0-9]{0,3})\\.((${AVIF_EDITION}\\.)?avif|webp|jpg)|og\\.jpg)$`));

const CONTENT_TYPES: Record<MediaFormat, string> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' };

/** Returns the content type of a variant by its name. */
export const contentTypeOf = (name: string): string => CONTENT_TYPES[partsOf(name).format];

/** Returns the names of the variants in one format, smallest first. */
export const variantNames = (media: Pick<Media, 'width'>, format: MediaFormat): string[] =>
  mediaWidths(media).map((width) => `${width}.${format}`);

/** Returns the names of the AVIF variants that are created in the background, smallest first. */
export const highQualityNames = (media: Pick<Media, 'width'>): string[] =>
  mediaWidths(media).map((width) => `${width}${HIGH_QUALITY}`);

/** Returns the quick encoding that is served until a high-quality variant exists, or null for other variants. */
export const quickVariantOf = (name: string): string | null =>
  name.endsWith(HIGH_QUALITY) ? `${name.slice(0, -HIGH_QUALITY.length)}.avif` : null;

/** Returns the job that creates a variant, or null if the image has no variant of that width. */
export function variantJob(media: Media, name: string, source: string, target: string): ImageJob | null {
  if (name === OPEN_GRAPH.name) {
    return { kind: 'crop', source, target, width: OPEN_GRAPH.width, height: OPEN_GRAPH.height, focal: media.focal };
  }
  const { width, format } = partsOf(name);
  return mediaWidths(media).includes(width)
    ? { kind: 'variant', source, target, width, format, isHighQuality: name.endsWith(HIGH_QUALITY) }
    : null;
}

function partsOf(name: string): { width: number; format: MediaFormat } {
  const [width, ...rest] = name.split('.');
  const extension = rest.at(-1);
  return { width: Number(width), format: MEDIA_FORMATS.find((format) => format === extension) ?? 'jpg' };
}
