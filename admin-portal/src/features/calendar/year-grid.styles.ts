import { css } from '@emotion/react';

export const grid = css`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr));
  gap: 1.5rem 2rem;
`;

export const month = css`
  & h3 button {
    min-height: 2.25rem;
    font-weight: 600;
    cursor: pointer;
    text-decoration: underline;
    text-decoration-color: var(--a-border-ctl);
    text-underline-offset: 0.25em;
    @media (pointer: coarse), (max-width: 899px) {
      min-height: 2.75rem;
    }
  }
  & table {
    width: 100%;
    border-collapse: collapse;
    table-layout: fixed;
    text-align: center;
    font-size: 0.78125rem;
    font-variant-numeric: tabular-nums;
  }
  & th {
    font-weight: 400;
    color: var(--a-muted);
  }
  & td {
    padding: 1px;
  }
  & td > span {
    position: relative;
    display: block;
    line-height: 1.75rem;
    border-radius: 4px;
    background: color-mix(in oklab, var(--a-new-bg) var(--heat), transparent);
  }
  & td > span[data-use='some'] {
    box-shadow: inset 0 0 0 1px var(--a-link);
  }
  & td > span[data-use='full'] {
    box-shadow: inset 0 0 0 2px var(--a-link);
    font-weight: 700;
  }
  & td > span[data-today] {
    text-decoration: underline;
    text-underline-offset: 0.2em;
    font-weight: 700;
  }
  & td > span[data-muhurat]::after {
    content: '';
    position: absolute;
    top: 2px;
    right: 2px;
    width: 5px;
    height: 5px;
    border-radius: 50%;
    background: var(--a-link);
  }
`;
