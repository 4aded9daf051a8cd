import { css } from '@emotion/react';

export const panel = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.75rem 1.25rem;
  margin-bottom: 1.5rem;
  padding: 0.875rem 1.125rem;
  border: 1px solid var(--a-border);
  border-radius: var(--r-2);
  background: var(--a-surface);
  font-size: 0.875rem;
  & > div {
    flex: 1 1 18rem;
    min-width: 0;
  }
  & progress {
    width: 100%;
    height: 0.375rem;
    margin-top: 0.5rem;
    accent-color: var(--a-mark);
  }
  & p + p,
  & details {
    margin-top: 0.25rem;
    color: var(--a-muted);
  }
  & li {
    overflow-wrap: anywhere;
    margin-top: 0.25rem;
  }
`;
