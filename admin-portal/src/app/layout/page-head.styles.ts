import { css } from '@emotion/react';

export const head = css`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-start;
  justify-content: space-between;
  gap: 1rem 2rem;
  margin-bottom: 2rem;
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
