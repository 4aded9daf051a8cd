import { css } from '@emotion/react';

export const tools = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.5rem;
  margin-bottom: 1rem;
  & h2 {
    min-width: 9.5rem;
    font-size: 1.0625rem;
    text-align: center;
  }
  & > div:has(> select) {
    min-width: 9.5rem;
  }
`;

export const actions = css`
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem;
`;

export const legend = css`
  display: flex;
  flex-wrap: wrap;
  gap: 0.375rem 1.25rem;
  margin-top: 0.875rem;
  font-size: 0.8125rem;
  color: var(--a-muted);
`;

/** A list in a dialog, with an action for each row. */
export const list = css`
  display: grid;
  margin-top: 0.5rem;
  & > li {
    display: flex;
    align-items: center;
    gap: 0.75rem;
    min-height: 2.75rem;
    padding: 0.375rem 0;
    border-bottom: 1px solid var(--a-border);
  }
  & > li > :first-of-type {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & small {
    display: block;
    color: var(--a-muted);
  }
`;
