import { css } from '@emotion/react';

export const frame = css`
  position: relative;
  display: grid;
  grid-template-columns: 15.5rem minmax(0, 1fr);
  min-height: 100dvh;
  background: var(--a-canvas);
  accent-color: var(--a-primary);
  transition: grid-template-columns var(--t-2) var(--ease-out);
  &[data-collapsed] {
    grid-template-columns: 4rem minmax(0, 1fr);
  }
  @media print, (max-width: 899px) {
    display: block;
  }
`;

export const pageColumn = css`
  min-width: 0;
  /* A docked panel and the bar with Undo never cover what is at the end of the page. */
  --bottom-space: max(var(--dock-space, 0px), var(--undo-space, 0px));
  border-bottom: var(--bottom-space) solid transparent;
  padding: 0.625rem 0.625rem 0.625rem 0;
  display: flex;
  flex-direction: column;
  /* A page that scrolls inside itself gets the height that account news leave; above an open keyboard, enough to use it. */
  &:has(> main > [data-fill]:not([data-detail])) {
    height: max(100dvh, 34rem + var(--bottom-space));
  }
  @media (max-width: 899px) {
    padding: 0;
    min-height: 100dvh;
  }
  @media print {
    display: block;
    padding: 0;
    border-bottom: 0;
    &:has(> main > [data-fill]:not([data-detail])) {
      height: auto;
    }
  }
`;

/** The panel of the page. A page with `data-fill` fills it without padding; on a phone its `data-detail` scrolls as a page. */
export const main = css`
  flex: 1;
  min-width: 0;
  background: var(--a-surface);
  border: 1px solid var(--a-border);
  border-radius: var(--r-4);
  box-shadow: var(--a-shadow);
  padding: clamp(1.25rem, 2.6vw, 2.5rem) clamp(1.25rem, 3vw, 3rem) 3rem;
  &:focus {
    outline: none;
  }
  &:has(> [data-fill]) {
    padding: 0;
  }
  &:has(> [data-fill]:not([data-detail])) {
    min-height: 27rem;
  }
  @media print, (max-width: 899px) {
    border: 0;
    border-radius: 0;
  }
  @media print {
    padding: 0;
    box-shadow: none;
  }
`;

export const topBar = css`
  display: none;
  @media (max-width: 899px) {
    display: flex;
    align-items: center;
    gap: 0.5rem;
    min-height: 3.5rem;
    padding: 0 0.75rem;
    border-bottom: 1px solid var(--a-border);
    background: var(--a-canvas);
    position: sticky;
    top: 0;
    z-index: 10;
  }
  @media (max-height: 520px) {
    position: static;
  }
  & span {
    display: flex;
    align-items: center;
    gap: 0.6rem;
    font: 400 1.1875rem/1 var(--font-display);
  }
  @media print {
    display: none;
  }
`;

export const skipLink = css`
  position: fixed;
  left: 1rem;
  top: -100px;
  z-index: 99;
  background: var(--a-primary);
  color: var(--a-on-primary);
  padding: 0.7rem 1rem;
  border-radius: var(--r-2);
  &:focus {
    top: 0.75rem;
  }
  @media print {
    display: none;
  }
`;

export const scrim = css`
  position: fixed;
  inset: 0;
  z-index: 65;
  background: var(--a-scrim);
  @media print {
    display: none;
  }
`;
