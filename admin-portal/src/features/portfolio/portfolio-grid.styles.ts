import { css } from '@emotion/react';

/** Columns and column gap of the grid, also of its skeleton. */
export const grid = css`
  display: grid;
  grid-template-columns: repeat(var(--columns, auto-fill), minmax(0, 1fr));
  gap: 1.75rem 1.25rem;
  @media (max-width: 639px) {
    column-gap: 0.75rem;
  }
`;
export const dragged = css`
  aspect-ratio: 4/3;
  overflow: hidden;
  border-radius: var(--r-2);
  box-shadow: var(--shadow-3);
  cursor: grabbing;
  opacity: 0.92;
`;
