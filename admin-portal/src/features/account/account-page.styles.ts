import { css } from '@emotion/react';

export const parts = css`
  display: grid;
  gap: 2.5rem;
  max-width: 46rem;
`;
