import { css } from '@emotion/react';

export const header = css`
  display: grid;
  gap: 0.875rem;
  padding: 1.5rem 1.25rem 1rem;
  border-bottom: 1px solid var(--a-border);
  & > div:first-of-type {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem;
  }
  & > div:first-of-type > p {
    flex: 1;
  }
  & select {
    width: 8.5rem;
    min-height: var(--h-sm);
    padding: 0.25rem 2.25rem 0.25rem 0.75rem;
    font-size: 0.8125rem;
    text-overflow: ellipsis;
  }
`;

export const title = css`
  font: 400 1.875rem/1.15 var(--font-display);
  font-variation-settings: var(--opsz-h3);
  letter-spacing: -0.01em;
`;

export const searchRow = css`
  & kbd {
    position: absolute;
    right: 0.6rem;
    top: 50%;
    translate: 0 -50%;
    @media (max-width: 899px) {
      display: none;
    }
  }
`;
