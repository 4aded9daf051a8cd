import { css } from '@emotion/react';

export const showButton = css`
  position: absolute !important;
  right: 0.2rem;
  top: 50%;
  translate: 0 -50%;
`;
