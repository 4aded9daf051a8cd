import { css } from '@emotion/react';
import { row } from './sidebar.styles';

export const menu = css`
  flex: 1;
  overflow: auto;
  scrollbar-width: thin;
  scrollbar-color: var(--a-border) transparent;
  margin: 0.25rem -0.25rem;
  padding: 0.25rem;
  & li + li {
    margin-top: 2px;
  }
  & a {
    ${row}
    position: relative;
    text-decoration: none;
    transition:
      background-color var(--t-1),
      color var(--t-1);
  }
  & a:hover {
    background: var(--a-active);
    color: var(--a-fg);
  }
  & a[aria-current] {
    background: var(--a-surface);
    color: var(--a-fg);
    box-shadow:
      0 0 0 1px var(--a-border),
      var(--a-shadow);
  }
  & a[aria-current] svg.lucide {
    color: var(--a-link);
  }
  [data-collapsed] & {
    overflow: visible;
  }
  [data-collapsed] & a {
    justify-content: center;
    min-height: clamp(1.75rem, (100dvh - 19rem) / 17, var(--h));
    padding: 0;
  }
`;

export const groupTitle = css`
  font-size: 0.75rem;
  font-weight: 500;
  color: var(--a-faint);
  padding: 1.1rem 0.65rem 0.4rem;
  [data-collapsed] & {
    padding: 0.6rem 0.5rem;
    height: 1.2rem;
  }
  [data-collapsed] &::before {
    content: '';
    display: block;
    height: 1px;
    background: var(--a-border);
  }
`;

export const countBadge = css`
  margin-left: auto;
  min-width: 1.375rem;
  height: 1.375rem;
  display: grid;
  place-items: center;
  padding: 0 0.35rem;
  border-radius: var(--r-full);
  background: var(--a-new-bg);
  color: var(--a-new-fg);
  font-size: 0.75rem;
  font-weight: 600;
  font-variant-numeric: tabular-nums;
  [data-collapsed] & {
    position: absolute;
    top: 2px;
    right: 2px;
    min-width: 1.05rem;
    height: 1.05rem;
    font-size: 0.6875rem;
    padding: 0 0.2rem;
    box-shadow: 0 0 0 2px var(--a-canvas);
  }
`;

/** Beside the count of new inquiries, and quieter: what is in quarantine. */
export const quarantineBadge = css`
  margin-left: 0;
  background: none;
  color: var(--a-muted);
  box-shadow: inset 0 0 0 1px var(--a-border-ctl);
  [data-collapsed] & {
    /* A ring without its number: two numbers would hide the icon. */
    top: auto;
    bottom: 4px;
    right: 4px;
    width: 0.5rem;
    min-width: 0;
    height: 0.5rem;
    padding: 0;
    font-size: 0;
    background: var(--a-canvas);
    box-shadow: inset 0 0 0 1.5px var(--a-border-ctl);
  }
`;
