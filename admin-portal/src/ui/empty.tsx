import type { ReactNode } from 'react';
import { art, frame } from './empty.styles';
import { moveFocusOnRemoval } from './move-focus-on-removal';
import { displayTitle } from './text.styles';

/** Nothing to show yet, and what comes next. */
export function Empty({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div css={frame} ref={moveFocusOnRemoval}>
      <div css={art} aria-hidden="true">
        <i />
        <i />
        <i />
      </div>
      <h2 css={displayTitle}>{title}</h2>
      {children}
    </div>
  );
}

/** The same frame without the drawing, for refusals. */
export function EmptyFrame({ children }: { children: ReactNode }) {
  return <div css={frame}>{children}</div>;
}
