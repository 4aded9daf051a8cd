import { css } from '@emotion/react';

export const twoColumns = css`
  display: grid;
  grid-template-columns: minmax(0, 1.65fr) minmax(0, 1fr);
  gap: 0 3rem;
  @media (max-width: 1180px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

/** Heading of a section, with a link to its page. */
export const sectionHead = css`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 1rem;
`;
