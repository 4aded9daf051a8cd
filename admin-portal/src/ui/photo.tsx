import type { Media } from '@godhuli/contracts/media';
import { mediaUrl, mediaWidths } from '@godhuli/contracts/media-url';
import type { ReactElement } from 'react';

interface PhotoProps {
  /** a stored photo, or null when only an address is known */
  media: Media | null;
  /** the address used without `media`; '' shows nothing but the frame */
  image: string;
  alt: string;
  /** CSS `sizes`: how wide the picture stands on the page */
  sizes: string;
  /** where to crop, in percent; the photo's own focal point unless given */
  focal?: { x: number; y: number };
  isEager?: boolean;
}

/**
 * Fills its frame with a photo in the smallest variant that is sharp there. Its looks are among the base styles:
 * lists have hundreds.
 */
export function Photo({ media, image, alt, sizes, focal, isEager }: PhotoProps): ReactElement | null {
  if (!media && !image) return null;
  const point = focal ?? media?.focal ?? { x: 50, y: 50 };
  const picture = (
    <img
      className="photograph"
      style={{ objectPosition: `${point.x}% ${point.y}%` }}
      src={media ? mediaUrl(media, mediaWidths(media)[0] ?? media.width, 'jpg') : image}
      alt={alt}
      loading={isEager ? 'eager' : 'lazy'}
      decoding="async"
      draggable={false}
    />
  );
  if (!media) return picture;
  const sourceSet = (format: 'avif' | 'webp') =>
    mediaWidths(media)
      .map((width) => `${mediaUrl(media, width, format)} ${width}w`)
      .join(', ');
  return (
    <picture>
      <source type="image/avif" srcSet={sourceSet('avif')} sizes={sizes} />
      <source type="image/webp" srcSet={sourceSet('webp')} sizes={sizes} />
      {picture}
    </picture>
  );
}
