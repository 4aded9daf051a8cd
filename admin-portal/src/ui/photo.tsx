import type { Media } from '@godhuli/contracts/media';
import { mediaUrl, mediaWidths } from '@godhuli/contracts/media-url';

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
  isEager?: boolean;
}

/**
 * Fills its frame with a photo in the smallest variant that is sharp there. Its styles are base styles, because lists have
 * hundreds.
 */
export function Photo({ media, image, alt, sizes, focal, isEager }: PhotoProps) {
  if (!media && !image) return null;
  const point = focal ?? media?.focal ?? { x: 50, y: 50 };
  const img = (
    <img
      className="photo"
      style={{ objectPosition: `${point.x}% ${point.y}%` }}
      src={media ? mediaUrl(media, mediaWidths(media)[0] ?? media.width, 'jpg') : image}
      alt={alt}
      loading={isEager ? 'eager' : 'lazy'}
      decoding="async"
      draggable={false}
    />
  );
  if (!media) return img;
  const sourceSet = (format: 'avif' | 'webp') =>
    mediaWidths(media)
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
