import { css } from '@emotion/react';

export const keyStyles = css`
  display: inline-grid;
  place-items: center;
  min-width: 1.375rem;
  height: 1.375rem;
  padding: 0 0.3rem;
  border: 1px solid var(--a-border);
  border-radius: 4px;
  background: var(--a-sunken);
  font: 500 0.75rem/1 var(--font-text);
  color: var(--a-muted);
`;
