import { css } from '@emotion/react';

/**
 * The portal's base styles: everything reads only `--a-*` roles, so the dark theme is one attribute.
 * Resets have no specificity (`:where`) and end at the portal's root, so the host's own parts keep their styles.
 */
export const baseStyles = css`
  body {
    margin: 0;
    background: var(--a-canvas);
  }
  [data-admin] {
    --h: 2.5rem;
    --h-sm: 2.25rem;
    color: var(--a-fg);
    font: 400 0.9375rem/1.5 var(--font-text);
    -webkit-font-smoothing: antialiased;
    -webkit-text-size-adjust: 100%;
  }
  @media (pointer: coarse), (max-width: 899px) {
    [data-admin] {
      --h: 2.75rem;
      --h-sm: 2.75rem;
    }
  }
  :where([data-admin]) :where(*, *::before, *::after) {
    box-sizing: border-box;
  }
  :where([data-admin]) :where(h1, h2, h3, p, ul, ol, dl, dd, fieldset) {
    margin: 0;
    padding: 0;
    border: 0;
    min-width: 0;
  }
  :where([data-admin]) :where(ul, ol) {
    list-style: none;
  }
  :where([data-admin]) :where(img) {
    display: block;
    max-width: 100%;
  }
  :where([data-admin]) :where(picture) {
    display: contents;
  }
  :where([data-admin]) :where(img.photo) {
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
  :where([data-admin]) :where(button, input, select, textarea) {
    font: inherit;
    color: inherit;
  }
  :where([data-admin]) :where(button) {
    background: none;
    border: 0;
    padding: 0;
    cursor: pointer;
  }
  :where([data-admin]) :where(textarea) {
    resize: vertical;
    display: block;
  }
  :where([data-admin]) :where(a) {
    color: inherit;
  }
  :where([data-admin]) :where(time) {
    font-variant-numeric: tabular-nums;
  }
  :where([data-admin]) :where(svg.lucide) {
    width: 1.125rem;
    height: 1.125rem;
    flex: none;
  }
  :where([data-admin]) :where(h1) {
    font: 400 1.875rem/1.15 var(--font-display);
    font-variation-settings: var(--opsz-h3);
    letter-spacing: -0.01em;
    font-feature-settings: 'lnum';
  }
  :where([data-admin]) :where(h2) {
    font-size: 1rem;
    font-weight: 600;
    line-height: 1.35;
    letter-spacing: -0.006em;
  }
  :where([data-admin]) :where(h3) {
    font-size: 0.9375rem;
    font-weight: 600;
  }
  :where([data-admin]) :where(:focus-visible) {
    outline: 2px solid var(--a-focus);
    outline-offset: 2px;
  }
  [data-admin] [hidden] {
    display: none !important;
  }
  @media print {
    body {
      background: none;
    }
    [data-admin] li {
      content-visibility: visible;
    }
    /* An open dialog prints alone, from the top of the first page, whatever its length. */
    [data-admin]:has(dialog[open]) {
      visibility: hidden;
      max-height: 50vh;
      overflow: hidden;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    [data-admin] *,
    [data-admin] *::before,
    [data-admin] *::after {
      animation: none !important;
      /* Not a very short one: without a property of its own it would be of all, and run down the tree level by level. */
      transition: none !important;
    }
  }
`;
