import type { Media } from '@godhuli/contracts/media';
import { type CSSProperties, type ReactElement, useRef } from 'react';
import { type Frame, sizesOf } from './sizes';
import { fallbackSource, sourceSet } from './sources';
import { useThumbhash } from './use-thumbhash';

interface PhotoProps {
  media: Media | null;
  /** address of another site's picture, used when there is no `media` */
  image?: string;
  /** '' beside a name that says it already; the photograph's own words unless given */
  alt?: string;
  /** the frame in the layout, by window; the photo covers it */
  frames: readonly Frame[];
  /** another photo that is shown instead of `media` where its condition holds, in the same frame */
  instead?: { media: Media; condition: string };
  /** class of the frame */
  className?: string;
  /** the first photograph of the page: fetched at once and at high priority; all others are lazy */
  first?: boolean;
}

const TYPES = { avif: 'image/avif', webp: 'image/webp', jpg: undefined } as const;
const FORMATS = Object.keys(TYPES) as (keyof typeof TYPES)[];
const UNKNOWN_SIZE = { width: 1200, height: 800 };

/**
 * A photograph in its frame: AVIF, WebP, JPEG by width, cropped around its focal point, its mean colour until
 * it comes. A photograph that fails leaves the colour and the words.
 */
export function Photo({ media, image = '', alt, frames, instead, className, first = false }: PhotoProps): ReactElement {
  const frame = useRef<HTMLSpanElement>(null);
  useThumbhash(frame, first ? '' : (media?.thumbhash ?? ''));
  const style = media ? (styleOf(media, instead?.media) as CSSProperties) : undefined;
  const sizes = media ? sizesOf(media, frames) : undefined;
  const picture = (
    <img
      src={media ? fallbackSource(media) : image}
      srcSet={media ? sourceSet(media, 'jpg') : undefined}
      sizes={sizes}
      alt={alt ?? media?.alt ?? ''}
      width={media?.width ?? UNKNOWN_SIZE.width}
      height={media?.height ?? UNKNOWN_SIZE.height}
      loading={first ? undefined : 'lazy'}
      decoding={first ? undefined : 'async'}
      fetchPriority={first ? 'high' : undefined}
    />
  );
  return (
    <span ref={frame} className={className ? `frame ${className}` : 'frame'} style={style}>
      {media ? (
        <picture>
          {instead &&
            FORMATS.map((format) => (
              <source
                key={format}
                media={instead.condition}
                type={TYPES[format]}
                srcSet={sourceSet(instead.media, format)}
                sizes={sizesOf(instead.media, frames)}
                width={instead.media.width}
                height={instead.media.height}
              />
            ))}
          <source type="image/avif" srcSet={sourceSet(media, 'avif')} sizes={sizes} />
          <source type="image/webp" srcSet={sourceSet(media, 'webp')} sizes={sizes} />
          {picture}
        </picture>
      ) : (
        image && picture
      )}
    </span>
  );
}

/** Mean colour and focal points as custom properties. */
const styleOf = (media: Media, instead: Media = media) => ({
  '--ph': media.color,
  '--fx': `${media.focal.x}%`,
  '--fy': `${media.focal.y}%`,
  ...(instead === media ? {} : { '--ux': `${instead.focal.x}%`, '--uy': `${instead.focal.y}%` }),
});
