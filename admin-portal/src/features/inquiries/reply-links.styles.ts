import { css } from '@emotion/react';

export const replyLinks = css`
  display: flex;
  flex-wrap: wrap;
  gap: 0.625rem;
  margin-top: 1.25rem;
  @media (max-width: 639px) {
    & a {
      width: 100%;
    }
  }
`;
