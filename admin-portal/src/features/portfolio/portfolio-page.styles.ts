import { css } from '@emotion/react';

export const tools = css`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 1rem;
  margin-bottom: 1.5rem;
  & > div:last-of-type {
    flex: 0 1 18rem;
  }
  @media (max-width: 899px) {
    & > div:last-of-type {
      flex-basis: 100%;
    }
  }
`;

export const deletedPhoto = css`
  width: 5.5rem;
  height: 5.5rem;
  overflow: hidden;
  border-radius: var(--r-2);
`;
