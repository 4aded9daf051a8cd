import type { CSSProperties } from 'react';
import { skeletonStyles } from './skeleton.styles';

/** A grey bar in place of text or an image that is loading. */
export function Skeleton({ style }: { style: CSSProperties }) {
  return <span aria-hidden="true" css={skeletonStyles} style={style} />;
}
