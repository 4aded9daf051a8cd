import { css } from '@emotion/react';

export const form = css`
  display: grid;
  gap: 1.25rem;
  max-width: 25rem;
`;
