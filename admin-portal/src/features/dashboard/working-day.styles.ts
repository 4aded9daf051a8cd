import { css } from '@emotion/react';

export const grid = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  gap: 2rem 3rem;
  @media (max-width: 899px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

export const list = css`
  margin-top: 0.375rem;
  border-top: 1px solid var(--a-border);
  & > li {
    border-bottom: 1px solid var(--a-border);
  }
  & a {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 0.75rem;
    min-height: 2.75rem;
    padding: 0.5rem;
    margin-inline: -0.5rem;
    border-radius: var(--r-2);
    font-size: 0.875rem;
    text-decoration: none;
  }
  & a:hover {
    background: var(--a-hover);
  }
  & strong {
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  & a > span:first-of-type {
    min-width: 0;
  }
  & a > span:last-of-type {
    flex: none;
    color: var(--a-muted);
    font-size: 0.8125rem;
  }
  & small {
    display: block;
    color: var(--a-muted);
  }
`;

/** As wide as the grid. */
export const wide = css`
  grid-column: 1 / -1;
`;
