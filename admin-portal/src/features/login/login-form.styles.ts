import { css } from '@emotion/react';

export const form = css`
  display: grid;
  gap: 1.25rem;
  margin-top: 1.5rem;
  & input {
    min-height: 2.875rem;
  }
`;
