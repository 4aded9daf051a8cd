import { css } from '@emotion/react';

export const shortcutHelp = css`
  display: flex;
  flex-wrap: wrap;
  gap: 0.35rem 0.95rem;
  align-items: center;
  padding: 0.7rem 1.25rem;
  border-top: 1px solid var(--a-border);
  font-size: 0.75rem;
  color: var(--a-muted);
  & span {
    display: inline-flex;
    gap: 0.35rem;
    align-items: center;
  }
  @media (max-width: 899px) {
    display: none;
  }
`;
