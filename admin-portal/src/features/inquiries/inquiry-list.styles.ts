import { css } from '@emotion/react';

export const list = css`
  flex: 1;
  overflow: auto;
  & li {
    content-visibility: auto;
    contain-intrinsic-size: auto 6.75rem;
  }
`;

export const more = css`
  display: grid;
  place-items: center;
  padding: 0.75rem;
`;

/** Paper has no button that shows more. */
export const onPaper = css`
  display: none;
  @media print {
    display: block;
  }
`;
