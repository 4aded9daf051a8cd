import { css } from '@emotion/react';

export const columns = css`
  display: grid;
  grid-template-columns: 1.1fr 1fr;
  gap: 1.5rem 2.25rem;
  @media (max-width: 639px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

export const checkbox = css`
  display: flex;
  align-items: center;
  gap: 0.6rem;
  min-height: 2.25rem;
  font-size: 0.875rem;
  font-weight: 500;
  & input {
    flex: none;
    width: 1.125rem;
    height: 1.125rem;
    margin: 0;
    accent-color: var(--a-primary);
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
