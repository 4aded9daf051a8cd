import type { CropShape, Media } from '@godhuli/contracts/media';
import type { CSSProperties } from 'react';
import { cropOf } from './crop-of';
import { type Frame, sizesOf } from './sizes';
import { fallbackSource, sourceSet } from './sources';

interface PhotoProps {
  media: Media | null;
  /** URL of an image on another site, used when there is no `media` */
  image?: string;
  /** the alt text of `media` unless given; '' next to a name that says the same */
  alt?: string;
  /** the frame in the layout by window size; the photo covers it */
  frames: readonly Frame[];
  /** the shape of the frame: if staff made such a crop of the photo, it is shown */
  shape?: CropShape;
  /** another photo for the same frame, shown instead of `media` where its media condition matches */
  alternative?: { media: Media; condition: string };
  /** class of the frame */
  className?: string;
  /** the first photo of the page: loads immediately with high priority; all others are lazy */
  hasPriority?: boolean;
}

const TYPES = { avif: 'image/avif', webp: 'image/webp', jpg: undefined } as const;
const FORMATS = Object.keys(TYPES) as (keyof typeof TYPES)[];
const UNKNOWN_SIZE = { width: 1200, height: 800 };

/**
 * A photo in its frame: AVIF, WebP and JPEG by width, cropped around its focal point. Its mean colour shows until it
 * loads. A photo that fails to load leaves the colour and the alt text.
 */
export function Photo(props: PhotoProps) {
  const { image = '', alt, frames, shape, alternative, className, hasPriority = false } = props;
  const media = shape ? cropOf(props.media, shape) : props.media;
  const thumbhash = hasPriority ? undefined : media?.thumbhash || undefined;
  const style = media ? (styleOf(media, alternative?.media) as CSSProperties) : undefined;
  const sizes = media ? sizesOf(media, frames) : undefined;
  const img = (
    <img
      src={media ? fallbackSource(media) : image}
      srcSet={media ? sourceSet(media, 'jpg') : undefined}
      sizes={sizes}
      alt={alt ?? media?.alt ?? ''}
      width={media?.width ?? UNKNOWN_SIZE.width}
      height={media?.height ?? UNKNOWN_SIZE.height}
      loading={hasPriority ? undefined : 'lazy'}
      decoding={hasPriority ? undefined : 'async'}
      fetchPriority={hasPriority ? 'high' : undefined}
    />
  );
  return (
    <span className={className ? `frame ${className}` : 'frame'} style={style} data-thumbhash={thumbhash}>
      {media ? (
        <picture>
          {alternative &&
            FORMATS.map((format) => (
              <source
                key={format}
                media={alternative.condition}
                type={TYPES[format]}
                srcSet={sourceSet(alternative.media, format)}
                sizes={sizesOf(alternative.media, frames)}
                width={alternative.media.width}
                height={alternative.media.height}
              />
            ))}
          <source type="image/avif" srcSet={sourceSet(media, 'avif')} sizes={sizes} />
          <source type="image/webp" srcSet={sourceSet(media, 'webp')} sizes={sizes} />
          {img}
        </picture>
      ) : (
        image && img
      )}
    </span>
  );
}

/** Mean colour, ratio and focal points as custom properties. */
const styleOf = (media: Media, portrait: Media = media) => ({
  '--placeholder': media.color,
  '--ratio': `${media.width}/${media.height}`,
  '--focal-x': `${media.focal.x}%`,
  '--focal-y': `${media.focal.y}%`,
  ...(portrait === media
    ? {}
    : { '--portrait-focal-x': `${portrait.focal.x}%`, '--portrait-focal-y': `${portrait.focal.y}%` }),
});
