import { css } from '@emotion/react';
import { fonts, opticalSize, palette, phone } from './palette';

/** The app's base styles: a reset that applies only inside the app's root. */
export const page = css`
  min-height: 100dvh;
  background: ${palette.ground};
  color: ${palette.text};
  font: 400 0.9375rem / 1.55 ${fonts.text};
  -webkit-font-smoothing: antialiased;

  /* :where() limits the specificity to one class, so the class of a component, which is defined later, overrides these. */
  & *, & *::before, & *::after { box-sizing: border-box; }
  & :where(h1, h2, h3, p, ul, dl, dd, fieldset) { margin: 0; padding: 0; border: 0; min-width: 0; }
  & :where(ul) { list-style: none; }
  & :where(img) { display: block; max-width: 100%; }
  & :where(button, input, select, textarea) { font: inherit; color: inherit; }
  & :where(svg) { width: 1.0625rem; height: 1.0625rem; flex: none; stroke-width: 1.75; }
  & :where(h1) {
    font: 400 2.5rem / 1.1 ${fonts.display};
    font-variation-settings: ${opticalSize.large};
    letter-spacing: -0.012em;
    ${phone} { font-size: 2rem; }
  }
  & :where(h3) { font-size: 0.9375rem; font-weight: 600; line-height: 1.35; }
  & [hidden] { display: none !important; }
  & :focus-visible { outline: 2px solid ${palette.maroon}; outline-offset: 2px; }

  @media (prefers-reduced-motion: reduce) {
    & *, & *::before, & *::after { animation: none !important; transition-duration: 0.01ms !important; }
  }
`;

/** Shows text to screen readers only. */
export const visuallyHidden = css`
  position: absolute !important;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
`;
