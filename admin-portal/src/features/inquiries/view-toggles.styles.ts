import { css } from '@emotion/react';

export const viewToggles = css`
  display: flex;
  border-bottom: 1px solid var(--a-border);
  & > button:first-of-type {
    flex: 1;
  }
`;

export const viewToggle = css`
  display: flex;
  align-items: center;
  gap: 0.6rem;
  min-height: 2.75rem;
  padding: 0.5rem 1.25rem;
  font-size: 0.8125rem;
  font-weight: 500;
  text-align: left;
  color: var(--a-link);
  &:hover {
    background: var(--a-hover);
  }
  &:focus-visible {
    outline-offset: -3px;
  }
  & svg {
    width: 1rem;
    height: 1rem;
  }
`;
