import type { Media } from '@godhuli/contracts/media';
import {
  MEDIA_EDITION,
  MEDIA_FORMATS,
  type MediaFormat,
  mediaWidths,
  PREVIEW_SIZE,
} from '@godhuli/contracts/media-url';
import { z } from 'zod';
import type { ImageJob } from './image-job.js';

/** The variant of a logo; px. */
const LOGO = { name: 'logo.webp', height: 160 } as const;

const HIGH_QUALITY = `.${MEDIA_EDITION}.avif`;
/** Editions whose AVIF files may exist, newest first. Documents in caches refer to their URLs. */
const OLDER_EDITIONS = ['v2'];
const EDITIONS = [MEDIA_EDITION, ...OLDER_EDITIONS].join('|');

const SIZES = `[1-9][0-9]{0,3}\\.((${EDITIONS})\\.)?(avif|webp|jpg)`;
/** The steps of `previewName`: no request makes more than these files. */
const PREVIEWS = `og-(0|5|[1-9][05]|100)\\.${MEDIA_EDITION}\\.jpg|og\\.(${MEDIA_EDITION}\\.)?jpg`;

/** The last segment of `/media/{id}/{name}`: `960.v3.avif`, `960.avif` (its quick encoding), `og-45.v3.jpg` or `og.v3.jpg`. */
export const variantNameSchema = z.string().regex(new RegExp(`^(${SIZES}|${PREVIEWS}|logo\\.webp)$`));

const CONTENT_TYPES: Record<MediaFormat, string> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' };

/** Returns the content type of a variant by its name. */
export const contentTypeOf = (name: string): string => CONTENT_TYPES[partsOf(name).format];

/** Returns the names of the quick AVIF variants, smallest first. */
export const quickNames = (media: Pick<Media, 'width'>): string[] => mediaWidths(media).map((width) => `${width}.avif`);

/** Returns the names of the AVIF variants that are created in the background, smallest first. */
export const highQualityNames = (media: Pick<Media, 'width'>): string[] =>
  mediaWidths(media).map((width) => `${width}${HIGH_QUALITY}`);

/** Returns the names of the same variant in older editions, newest first. */
export const olderNames = (name: string): string[] =>
  OLDER_EDITIONS.map((edition) => `${partsOf(name).width}.${edition}.avif`);

/**
 * Returns what may be served instead of a high-quality variant until it exists: files to look for, best first, and the quick
 * encoding, which is created if it is missing. Null for other variants.
 */
export function standInsOf(name: string): { existing: string[]; quick: string } | null {
  const { width, format, edition } = partsOf(name);
  if (format !== 'avif' || edition === null) return null;
  const existing = [`${width}${HIGH_QUALITY}`, ...olderNames(name)].filter((other) => other !== name);
  return { existing, quick: `${width}.avif` };
}

/** Returns the job that creates a variant, or null if the image has no variant of that width. */
export function variantJob(media: Media, name: string, source: string, target: string): ImageJob | null {
  if (name.startsWith('og')) {
    const [, place] = /^og-(\d+)/.exec(name) ?? [];
    // Only one of the two counts: the other edge is that of the photo.
    const focal = place === undefined ? media.focal : { x: Number(place), y: Number(place) };
    return { kind: 'crop', source, target, ...PREVIEW_SIZE, focal };
  }
  if (name === LOGO.name) {
    const width = Math.max(1, Math.min(media.width, Math.round((LOGO.height * media.width) / media.height)));
    return { kind: 'variant', source, target, width, format: 'webp', isHighQuality: false };
  }
  const { width, format, edition } = partsOf(name);
  return mediaWidths(media).includes(width)
    ? { kind: 'variant', source, target, width, format, isHighQuality: edition !== null }
    : null;
}

function partsOf(name: string): { width: number; format: MediaFormat; edition: string | null } {
  const parts = name.split('.');
  const extension = parts.at(-1);
  const format = MEDIA_FORMATS.find((each) => each === extension) ?? 'jpg';
  return { width: Number(parts[0]), format, edition: parts.length === 3 ? (parts[1] ?? null) : null };
}
