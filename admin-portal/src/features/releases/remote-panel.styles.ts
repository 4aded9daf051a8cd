import { css } from '@emotion/react';

/** One remote's own part of the page. */
export const panel = css`
  border: 1px solid var(--a-border);
  border-radius: var(--r-3);
  padding: 1.25rem 1.5rem 1.5rem;
  & + & {
    margin-top: 1.25rem;
  }
  @media (max-width: 639px) {
    padding: 1rem 1.125rem 1.25rem;
  }
`;
export const panelHead = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0.75rem 1.5rem;
`;
/** A part that opens, with its own heading. */
export const disclosure = css`
  margin-top: 1rem;
  & > summary {
    min-height: var(--h-sm);
    display: inline-flex;
    align-items: center;
    gap: 0.4rem;
    font-size: 0.875rem;
    font-weight: 500;
    color: var(--a-link);
    cursor: pointer;
    border-radius: var(--r-2);
  }
  & > summary::-webkit-details-marker {
    display: none;
  }
  & > summary svg {
    transition: rotate var(--t-1);
  }
  &[open] > summary svg {
    rotate: 90deg;
  }
`;

/** Opens the list of a release's checks. */
export const checksSummary = css`
  cursor: pointer;
  @media (pointer: coarse), (max-width: 899px) {
    line-height: 2.75rem;
  }
`;
