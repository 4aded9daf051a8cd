import { css } from '@emotion/react';

export const undoBarStyles = css`
  position: fixed;
  z-index: 50;
  inset: auto 1rem 1rem;
  width: fit-content;
  max-width: calc(100% - 2rem);
  margin-inline: auto;
  display: flex;
  align-items: center;
  gap: 0.75rem;
  padding: 0.5rem 0.5rem 0.5rem 1.125rem;
  border-radius: var(--r-3);
  border: 1px solid var(--a-border-ctl);
  background: var(--a-surface);
  box-shadow: var(--shadow-3);
  font-size: 0.875rem;
  & p {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  @media print {
    display: none;
  }
`;
