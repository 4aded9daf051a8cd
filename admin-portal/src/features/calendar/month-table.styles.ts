import { css } from '@emotion/react';

export const table = css`
  width: 100%;
  min-width: 44rem;
  table-layout: fixed;
  border-collapse: separate;
  border-spacing: 0;
  border: 1px solid var(--a-border);
  border-radius: var(--r-3);
  overflow: hidden;
  & th {
    padding: 0.5rem 0.625rem;
    text-align: left;
    font-size: 0.8125rem;
    font-weight: 500;
    color: var(--a-muted);
    border-bottom: 1px solid var(--a-border);
  }
  & td {
    height: 7.25rem;
    padding: 0.25rem;
    vertical-align: top;
    border-bottom: 1px solid var(--a-border);
  }
  & td + td {
    border-left: 1px solid var(--a-border);
  }
  & tr:last-of-type td {
    border-bottom: 0;
  }
  & td:empty {
    background: var(--a-sunken);
  }
  & td[data-full] {
    background: color-mix(in oklab, var(--a-link) 7%, transparent);
  }
  & td[data-over] {
    box-shadow: inset 0 0 0 2px var(--a-focus);
  }
  & td > button[data-day] {
    display: flex;
    align-items: center;
    gap: 0.375rem;
    width: 100%;
    min-height: 1.875rem;
    padding: 0.125rem 0.25rem;
    border-radius: var(--r-2);
    font-size: 0.875rem;
    text-align: left;
    cursor: pointer;
    @media (pointer: coarse), (max-width: 899px) {
      min-height: 2.75rem;
    }
  }
  & td > button[data-day]:hover {
    background: var(--a-hover);
  }
  & td > button[aria-current='date'] > span:first-of-type {
    background: var(--a-fg);
    color: var(--a-surface);
    border-radius: var(--r-full);
    min-width: 1.6rem;
    padding: 0.05rem 0.3rem;
    text-align: center;
  }
  & td > ul {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.1875rem;
  }
  & td > button[data-more] {
    padding: 0.125rem 0.375rem;
    min-height: 1.5rem;
    font-size: 0.75rem;
    color: var(--a-muted);
    cursor: pointer;
    text-decoration: underline;
    @media (pointer: coarse) {
      min-height: 2.75rem;
    }
  }
`;
