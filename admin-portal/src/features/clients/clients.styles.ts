import { css } from '@emotion/react';

export const listColumn = css`
  display: flex;
  flex-direction: column;
  min-height: 0;
  border-right: 1px solid var(--a-border);
  @media (max-width: 899px) {
    border: 0;
    [data-detail] & {
      display: none;
    }
  }
`;

export const detailColumn = css`
  min-height: 0;
  overflow: auto;
  @media (max-width: 899px) {
    display: none;
    overflow: visible;
    [data-detail] & {
      display: block;
    }
  }
`;

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
  position: relative;
  display: grid;
  gap: 0.3rem;
  width: 100%;
  padding: 0.875rem 1.25rem 0.95rem;
  border-bottom: 1px solid var(--a-border);
  text-align: left;
  font-size: 0.875rem;
  overflow-wrap: anywhere;
  &:hover {
    background: var(--a-hover);
  }
  &[aria-current] {
    background: var(--a-canvas);
    box-shadow: inset 3px 0 0 var(--a-mark);
  }
  &:focus-visible {
    outline-offset: -3px;
  }
  & > span {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0.25rem 0.75rem;
    min-width: 0;
    color: var(--a-muted);
  }
  & strong {
    color: var(--a-fg);
    font-weight: 500;
    font-size: 0.9375rem;
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
