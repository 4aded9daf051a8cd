import { css } from '@emotion/react';

export const frame = css`
  position: relative;
  overflow: hidden;
  margin-inline: auto;
  border-radius: var(--r-2);
  background: var(--a-skel);
  cursor: crosshair;
  touch-action: none;
  &::before,
  &::after {
    content: '';
    position: absolute;
    background: rgb(255 255 255/0.55);
    z-index: 1;
    pointer-events: none;
  }
  &::before {
    left: var(--x);
    top: 0;
    bottom: 0;
    width: 1px;
  }
  &::after {
    top: var(--y);
    left: 0;
    right: 0;
    height: 1px;
  }
`;

export const point = css`
  position: absolute;
  z-index: 2;
  left: var(--x);
  top: var(--y);
  width: 2.75rem;
  height: 2.75rem;
  translate: -50% -50%;
  border-radius: 50%;
  border: 2px solid #fff;
  background: rgb(16 14 12/0.35);
  box-shadow:
    0 0 0 1px rgb(0 0 0/0.5),
    inset 0 0 0 1px rgb(0 0 0/0.35);
  cursor: grab;
  &::after {
    content: '';
    position: absolute;
    left: 50%;
    top: 50%;
    width: 8px;
    height: 8px;
    margin: -4px;
    border-radius: 50%;
    background: var(--gold-400);
    box-shadow: 0 0 0 1.5px #100e0c;
  }
`;

export const crops = css`
  display: flex;
  gap: 0.5rem;
  margin: 0.9rem 0;
  & figure {
    margin: 0;
    min-width: 0;
  }
  & figure > span {
    display: block;
    height: clamp(3rem, 14vw, 4.5rem);
    overflow: hidden;
    border-radius: 4px;
  }
  & figcaption {
    font-size: 0.75rem;
    color: var(--a-muted);
    margin-top: 0.2rem;
  }
`;
