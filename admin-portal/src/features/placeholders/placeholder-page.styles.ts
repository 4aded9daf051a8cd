import { css } from '@emotion/react';

export const soon = css`
  display: grid;
  grid-template-columns: minmax(0, 5fr) minmax(0, 6fr);
  gap: clamp(2rem, 5vw, 5rem);
  align-items: center;
  max-width: 66rem;
  padding-block: clamp(1rem, 6vh, 4.5rem);
  & h2 {
    font: 400 clamp(1.75rem, 1.3rem + 1.5vw, 2.5rem) / 1.1 var(--font-display);
    font-variation-settings: var(--opsz-h2);
    letter-spacing: -0.012em;
    margin: 1rem 0 0.75rem;
    text-wrap: balance;
  }
  & h2 + p {
    color: var(--a-muted);
    font-size: 1rem;
    line-height: 1.6;
    max-width: 30rem;
  }
  @media (max-width: 899px) {
    grid-template-columns: 1fr;
  }
`;

/** A frame with crop marks around a sun that is still coming up. */
export const frame = css`
  position: relative;
  width: 100%;
  max-width: 28rem;
  aspect-ratio: 4/3;
  display: grid;
  place-items: center;
  background: linear-gradient(180deg, #2b1710, #7d3d1d 46%, #d98a3a 74%, #1a100b 75%, #100e0c);
  overflow: hidden;
  border-radius: 3px;
  color: var(--ivory);
  &::before {
    content: '';
    position: absolute;
    left: 50%;
    bottom: 25%;
    width: 34%;
    aspect-ratio: 2/1;
    translate: -50% 0;
    border-radius: 999px 999px 0 0;
    background: linear-gradient(180deg, #f7dca0, #edb659);
  }
  & b {
    position: absolute;
    z-index: 1;
    width: 1.5rem;
    height: 1.5rem;
    border: 1.5px solid rgb(247 241 230/0.9);
  }
  & b:nth-of-type(1) {
    left: 1.25rem;
    top: 1.25rem;
    border-right: 0;
    border-bottom: 0;
  }
  & b:nth-of-type(2) {
    right: 1.25rem;
    top: 1.25rem;
    border-left: 0;
    border-bottom: 0;
  }
  & b:nth-of-type(3) {
    left: 1.25rem;
    bottom: 1.25rem;
    border-right: 0;
    border-top: 0;
  }
  & b:nth-of-type(4) {
    right: 1.25rem;
    bottom: 1.25rem;
    border-left: 0;
    border-top: 0;
  }
  & svg.lucide {
    position: absolute;
    z-index: 1;
    left: 2.25rem;
    bottom: 2.1rem;
    width: 1.5rem;
    height: 1.5rem;
  }
`;

export const badge = css`
  display: inline-flex;
  align-items: center;
  height: 1.75rem;
  padding: 0 0.75rem;
  border-radius: var(--r-full);
  background: var(--a-new-bg);
  color: var(--a-new-fg);
  font-size: 0.8125rem;
  font-weight: 600;
`;
