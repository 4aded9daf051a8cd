import { css } from '@emotion/react';

export const list = css`
  display: grid;
  gap: 0.5rem;
  margin-top: 1rem;
  font-size: 0.875rem;
  line-height: 1.45;
  & li {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 0.25rem 0.6rem;
    padding: 0.625rem 0.75rem;
    border: 1px solid var(--a-border);
    border-radius: var(--r-2);
  }
  & li[data-bad] {
    border-left: 3px solid var(--a-danger);
  }
  & svg {
    width: 1.125rem;
    height: 1.125rem;
    margin-top: 0.1rem;
  }
`;
