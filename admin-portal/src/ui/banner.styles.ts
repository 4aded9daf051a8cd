import { css } from '@emotion/react';

export const bannerStyles = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.75rem;
  padding: 0.75rem 1rem;
  border: 1px solid var(--a-danger-border);
  border-radius: var(--r-2);
  background: var(--a-danger-bg);
  color: var(--a-danger);
  font-size: 0.875rem;
  & p {
    flex: 1 1 12rem;
    overflow-wrap: anywhere;
  }
`;
