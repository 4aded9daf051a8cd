import { css } from '@emotion/react';

export const thumbs = css`
  display: grid;
  grid-template-columns: repeat(3, 1fr);
  gap: 0.5rem;
  margin-top: 0.375rem;
  & > li {
    aspect-ratio: 1;
    overflow: hidden;
    border-radius: 4px;
    background: var(--a-skel);
  }
  @media (min-width: 640px) and (max-width: 1180px) {
    grid-template-columns: repeat(6, 1fr);
  }
`;
