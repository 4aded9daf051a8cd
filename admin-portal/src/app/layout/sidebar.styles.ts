import { css } from '@emotion/react';
import { visuallyHidden } from '../../ui/text.styles';

export const sidebar = css`
  position: sticky;
  top: 0;
  height: 100dvh;
  display: flex;
  flex-direction: column;
  padding: 0.75rem;
  gap: 0.5rem;
  /* Its menu cannot scroll, which would cut off the tooltips, so a low window scrolls past the sidebar. */
  [data-collapsed] & {
    height: auto;
    min-height: 100dvh;
  }
  @media (max-width: 899px) {
    position: fixed;
    inset: 0 auto 0 0;
    z-index: 70;
    width: min(18rem, 84vw);
    background: var(--a-canvas);
    translate: -102% 0;
    visibility: hidden;
    transition:
      translate var(--t-2) var(--ease-out),
      visibility var(--t-2);
    box-shadow: var(--shadow-3);
    &[data-open] {
      translate: 0;
      visibility: visible;
      /* At once: what is hidden takes no focus. */
      transition: translate var(--t-2) var(--ease-out);
    }
  }
  @media print {
    display: none;
  }
`;

export const top = css`
  display: flex;
  align-items: center;
  justify-content: space-between;
  flex: none;
  min-height: 3rem;
  padding-left: 0.5rem;
  & > div {
    display: flex;
  }
  [data-collapsed] & {
    flex-direction: column;
    gap: 0.25rem;
    padding: 0;
  }
  [data-collapsed] & > div {
    flex-direction: column;
  }
`;

export const logo = css`
  display: flex;
  align-items: center;
  gap: 0.65rem;
  min-width: 0;
  min-height: 2.75rem;
  text-decoration: none;
  font: 400 1.3125rem/1.1 var(--font-display);
  font-variation-settings: var(--opsz-sm);
`;

/** A label that the collapsed sidebar hides visually. */
export const label = css`
  [data-collapsed] & {
    ${visuallyHidden}
  }
`;

/** A row of the sidebar: a page of the menu, or 'Log out'. */
export const row = css`
  display: flex;
  align-items: center;
  gap: 0.75rem;
  min-height: var(--h);
  padding: 0 0.65rem;
  border-radius: var(--r-2);
  font-size: 0.875rem;
  font-weight: 500;
  color: var(--a-muted);
`;

/** Shows the label of an icon beside it on hover and focus, in the collapsed sidebar. */
export const tooltip = css`
  [data-collapsed] & {
    position: relative;
  }
  [data-collapsed] &::after {
    content: attr(data-tooltip);
    position: absolute;
    left: calc(100% + 0.6rem);
    top: 50%;
    translate: 0 -50%;
    z-index: 20;
    padding: 0.35rem 0.6rem;
    border-radius: var(--r-2);
    background: var(--ink-950);
    color: var(--ivory);
    font-size: 0.8125rem;
    font-weight: 500;
    white-space: nowrap;
    opacity: 0;
    pointer-events: none;
    transition: opacity var(--t-1);
  }
  [data-collapsed] &:is(:hover, :focus-visible)::after {
    opacity: 1;
  }
`;
