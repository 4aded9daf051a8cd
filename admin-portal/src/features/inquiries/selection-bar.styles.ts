import { css } from '@emotion/react';

export const selectionBar = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.5rem;
  padding: 0.6rem 1.25rem;
  border-top: 1px solid var(--a-border);
  font-size: 0.8125rem;
  & select {
    width: 7.5rem;
    min-height: var(--h-sm);
    padding: 0.2rem 2rem 0.2rem 0.7rem;
    font-size: 0.8125rem;
  }
`;
