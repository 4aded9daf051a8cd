import { css } from '@emotion/react';

export const columns = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  gap: 1.5rem 2rem;
  align-items: start;
  @media (max-width: 767px) {
    grid-template-columns: minmax(0, 1fr);
  }
  & h3 {
    margin-bottom: 0.625rem;
    font-size: 0.9375rem;
    font-weight: 600;
  }
`;

export const actions = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.75rem;
  margin-block: 0.875rem;
`;
