import type { CSSProperties, ReactElement } from 'react';
import { skeletonStyles } from './skeleton.styles';

/** A grey bar where text or a picture will stand. */
export function Skeleton({ style }: { style: CSSProperties }): ReactElement {
  return <span aria-hidden="true" css={skeletonStyles} style={style} />;
}
