import { css } from '@emotion/react';

/** A list beside its open item; narrow windows show one of them, and paper the item, or the list without one. */
export const split = css`
  display: grid;
  grid-template-columns: minmax(20rem, 25rem) minmax(0, 1fr);
  height: 100%;
  overflow: hidden;
  border-radius: inherit;
  @media (max-width: 899px) {
    display: block;
    overflow: visible;
    &[data-detail] {
      height: auto;
    }
  }
  @media print {
    display: block;
    height: auto;
    overflow: visible;
  }
`;

export const splitList = css`
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
  @media print {
    border: 0;
    &:has(+ section h2) {
      display: none;
    }
  }
`;

export const splitItem = css`
  min-height: 0;
  overflow: auto;
  @media (max-width: 899px) {
    display: none;
    overflow: visible;
    [data-detail] & {
      display: block;
    }
  }
  @media print {
    overflow: visible;
    &:has(h2) {
      display: block;
    }
    &:not(:has(h2)) {
      display: none;
    }
  }
`;

/** A row of the list; the open item has `aria-current`. */
export const splitRow = css`
  position: relative;
  display: grid;
  gap: 0.3rem;
  width: 100%;
  padding: 0.875rem 1.25rem 0.95rem;
  border-bottom: 1px solid var(--a-border);
  text-align: left;
  font-size: 0.875rem;
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
    align-items: center;
    justify-content: space-between;
    gap: 0.25rem 0.75rem;
    min-width: 0;
  }
  & strong {
    font-weight: 500;
    font-size: 0.9375rem;
  }
`;
