import { css } from '@emotion/react';

/** Read by screen readers, seen by no one. */
export const visuallyHidden = css`
  position: absolute !important;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
`;

/** One line, with an ellipsis where it does not fit. */
export const oneLine = css`
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
`;

export const muted = css`
  color: var(--a-muted);
`;

/** Titles of dialogs and empty states. */
export const displayTitle = css`
  font: 400 1.5rem/1.2 var(--font-display);
  font-variation-settings: var(--opsz-h3);
`;
