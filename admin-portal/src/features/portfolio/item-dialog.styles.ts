import { css } from '@emotion/react';

export const columns = css`
  display: grid;
  grid-template-columns: 1.1fr 1fr;
  gap: 1.5rem 2.25rem;
  @media (max-width: 639px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

export const retryRow = css`
  grid-column: 1 / -1;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0.5rem 1rem;
  font-size: 0.875rem;
`;

export const keyHint = css`
  margin: 0 auto 0 0;
  display: flex;
  gap: 0.3rem;
  align-items: center;
  @media (max-width: 639px), (pointer: coarse) {
    display: none;
  }
`;
