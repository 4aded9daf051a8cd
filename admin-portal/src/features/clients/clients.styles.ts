import { css } from '@emotion/react';

export const listHead = css`
  display: grid;
  gap: 0.75rem;
  padding: 1rem 1.25rem;
  border-bottom: 1px solid var(--a-border);
  & > div:first-of-type {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0.5rem;
  }
`;

export const title = css`
  font: 400 1.5rem/1.2 var(--font-display);
  font-variation-settings: var(--opsz-h3);
`;

export const list = css`
  flex: 1;
  overflow: auto;
`;

export const row = css`
  overflow-wrap: anywhere;
  & > span {
    flex-wrap: wrap;
    color: var(--a-muted);
  }
  & strong {
    color: var(--a-fg);
  }
`;

export const nothing = css`
  padding: 1.25rem;
`;

export const headButtons = css`
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem;
`;
