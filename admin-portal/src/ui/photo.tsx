import type { Media } from '@godhuli/contracts/media';
import { listedWidths, mediaUrl } from '@godhuli/contracts/media-url';
import type { CSSProperties } from 'react';

interface PhotoProps {
  /** a stored photo, or null when only a URL is known */
  media: Media | null;
  /** the URL used without `media`; '' shows only the frame */
  image: string;
  alt: string;
  /** CSS `sizes`: how wide the photo is on the page */
  sizes: string;
  /** where to crop, in percent; the photo's own focal point unless given */
  focal?: { x: number; y: number };
  /** of the image, instead of filling the frame */
  style?: CSSProperties;
  isEager?: boolean;
}

/**
 * Fills its frame with a photo in the smallest variant that is sharp there. Its styles are base styles, because lists have
 * hundreds.
 */
export function Photo({ media, image, alt, sizes, focal, style, isEager }: PhotoProps) {
  if (!media && !image) return null;
  const point = focal ?? media?.focal ?? { x: 50, y: 50 };
  const img = (
    <img
      className="photo"
      style={style ?? { objectPosition: `${point.x}% ${point.y}%` }}
      src={media ? mediaUrl(media, listedWidths(media, 'jpg')[0] ?? media.width, 'jpg') : image}
      alt={alt}
      loading={isEager ? 'eager' : 'lazy'}
      decoding="async"
      draggable={false}
    />
  );
  if (!media) return img;
  const sourceSet = (format: 'avif' | 'webp') =>
    listedWidths(media, format)
      .map((width) => `${mediaUrl(media, width, format)} ${width}w`)
      .join(', ');
  return (
    <picture>
      <source type="image/avif" srcSet={sourceSet('avif')} sizes={sizes} />
      <source type="image/webp" srcSet={sourceSet('webp')} sizes={sizes} />
      {img}
    </picture>
  );
}
