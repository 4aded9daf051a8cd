import { css } from '@emotion/react';

export const head = css`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-start;
  gap: 1rem 0.75rem;
  margin-bottom: 2rem;
  & > div:first-of-type {
    flex: 1 1 16rem;
    min-width: 0;
  }
  & > div > p {
    margin-top: 0.375rem;
  }
  @media (max-width: 639px) {
    & > a,
    & > button {
      width: 100%;
    }
  }
`;
