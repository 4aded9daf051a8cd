import { css } from '@emotion/react';

export const box = css`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-start;
  gap: 0.75rem 1rem;
  margin-bottom: 0.625rem;
  padding: 0.75rem 1rem;
  border: 1px solid var(--a-border-ctl);
  border-radius: var(--r-3);
  background: var(--a-surface);
  font-size: 0.875rem;
  & > svg {
    margin-top: 0.15rem;
    color: var(--a-link);
  }
  & > div:first-of-type {
    flex: 1 1 16rem;
    overflow-wrap: anywhere;
  }
  & > div:last-of-type {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
  }
  & li {
    margin-top: 0.25rem;
  }
  @media (max-width: 899px) {
    margin: 0.75rem;
  }
  @media print {
    display: none;
  }
`;
