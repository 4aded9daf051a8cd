import { css } from '@emotion/react';

export const fullHeight = css`
  @media (max-width: 899px) {
    height: 100%;
  }
`;
