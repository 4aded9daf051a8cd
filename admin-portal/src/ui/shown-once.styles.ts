import { css } from '@emotion/react';

export const secret = css`
  padding: 0.75rem 1rem;
  background: var(--a-sunken);
  border-radius: var(--r-2);
  display: flex;
  gap: 0.5rem;
  & svg {
    flex: none;
    margin-top: 0.1em;
  }
`;
