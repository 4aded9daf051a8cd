import type { Media } from '@godhuli/contracts/media';
import { type CSSProperties, type ReactElement, useRef } from 'react';
import { fallbackSource, sourceSet } from './sources';
import { useThumbhash } from './use-thumbhash';

interface PhotoProps {
  media: Media | null;
  /** address of another site's picture, used when there is no `media` */
  image?: string;
  /** '' beside a name that says it already; the photograph's own words unless given */
  alt?: string;
  /** what the layout shows, as the attribute wants it */
  sizes: string;
  /** class of the frame */
  className?: string;
  /** the first photograph of the page: fetched at once and at high priority; all others are lazy */
  first?: boolean;
}

const UNKNOWN_SIZE = { width: 1200, height: 800 };

/**
 * A photograph in its frame: AVIF, WebP, JPEG by width, cropped around its focal point, its mean colour until
 * it comes. A photograph that fails leaves the colour and the words.
 */
export function Photo({ media, image = '', alt, sizes, className, first = false }: PhotoProps): ReactElement {
  const frame = useRef<HTMLSpanElement>(null);
  useThumbhash(frame, first ? '' : (media?.thumbhash ?? ''));
  const style = media
    ? ({ '--ph': media.color, '--fx': `${media.focal.x}%`, '--fy': `${media.focal.y}%` } as CSSProperties)
    : undefined;
  const picture = (
    <img
      src={media ? fallbackSource(media) : image}
      srcSet={media ? sourceSet(media, 'jpg') : undefined}
      sizes={media ? sizes : undefined}
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
