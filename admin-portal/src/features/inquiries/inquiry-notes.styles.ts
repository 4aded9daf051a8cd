import { css } from '@emotion/react';

export const savedNotes = css`
  margin-top: 0.75rem;
  padding: 0.75rem 1rem;
  border-left: 3px solid var(--a-mark);
  background: var(--a-sunken);
  font-size: 0.875rem;
  white-space: pre-line;
  overflow-wrap: anywhere;
`;
