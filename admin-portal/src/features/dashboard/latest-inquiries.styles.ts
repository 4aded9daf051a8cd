import { css } from '@emotion/react';

export const rows = css`
  border-top: 1px solid var(--a-border);
  margin-top: 0.375rem;
  & li {
    border-bottom: 1px solid var(--a-border);
  }
  & a {
    display: grid;
    grid-template-columns: minmax(0, 1fr) 7rem 6.5rem 6rem;
    align-items: center;
    gap: 1rem;
    padding: 0.7rem 0.5rem;
    margin-inline: -0.5rem;
    border-radius: var(--r-2);
    text-decoration: none;
    font-size: 0.875rem;
  }
  & a:hover {
    background: var(--a-hover);
  }
  & strong {
    display: block;
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  & small,
  & time {
    color: var(--a-muted);
    font-size: 0.8125rem;
  }
  & time {
    text-align: right;
  }
  & a > span:last-of-type {
    justify-self: start;
  }
  @media (max-width: 639px) {
    & a {
      grid-template-columns: minmax(0, 1fr) auto;
      gap: 0.2rem 1rem;
    }
    & a > small,
    & time {
      grid-row: 2;
    }
  }
`;
