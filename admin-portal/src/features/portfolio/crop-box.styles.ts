import { css } from '@emotion/react';

/** The whole photo; what is outside the crop is dark. */
export const stage = css`
  position: relative;
  overflow: hidden;
  margin-inline: auto;
  border-radius: var(--r-2);
  background: var(--a-skel);
  touch-action: none;
`;

export const box = css`
  position: absolute;
  padding: 0;
  border: 2px solid #fff;
  border-radius: 2px;
  background: none;
  box-shadow:
    0 0 0 100vmax rgb(16 14 12/0.6),
    0 0 0 1px rgb(0 0 0/0.6);
  cursor: move;
  &:focus-visible {
    outline: 3px solid var(--gold-400);
    outline-offset: 1px;
  }
`;

export const point = css`
  position: absolute;
  width: 2.75rem;
  height: 2.75rem;
  padding: 0;
  translate: -50% -50%;
  border: 2px solid #fff;
  border-radius: 50%;
  background: rgb(16 14 12/0.35);
  box-shadow: 0 0 0 1px rgb(0 0 0/0.5);
  cursor: grab;
  &::after {
    content: '';
    position: absolute;
    inset: calc(50% - 4px);
    border-radius: 50%;
    background: var(--gold-400);
    box-shadow: 0 0 0 1.5px #100e0c;
  }
  &:focus-visible {
    outline: 3px solid var(--gold-400);
    outline-offset: 1px;
  }
`;

export const size = css`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  align-items: center;
  gap: 0.75rem;
  margin-top: 0.75rem;
  font-size: 0.875rem;
  & input {
    width: 100%;
    min-height: 2.75rem;
    accent-color: var(--a-mark);
  }
`;
