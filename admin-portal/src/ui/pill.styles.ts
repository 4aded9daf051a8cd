import { css } from '@emotion/react';

export const base = css`
  display: inline-flex;
  align-items: center;
  gap: 0.4rem;
  height: 1.5rem;
  padding: 0 0.6rem;
  border-radius: var(--r-full);
  font: 600 0.75rem/1 var(--font-text);
  letter-spacing: 0;
  white-space: nowrap;
  &::before {
    content: '';
    width: 0.4rem;
    height: 0.4rem;
    border-radius: 50%;
    background: currentColor;
  }
`;
