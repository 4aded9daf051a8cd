import { css } from '@emotion/react';

/** A list that staff sort: rows of a handle, a picture, text and buttons. --picture is the picture's width. */
export const list = css`
  display: grid;
  gap: 0.75rem;
`;

export const row = css`
  display: grid;
  grid-template-columns: auto var(--picture) minmax(0, 1fr) auto;
  gap: 0.75rem 1.1rem;
  align-items: center;
  padding: 0.75rem 1rem 0.75rem 0.5rem;
  background: var(--a-surface);
  border: 1px solid var(--a-border);
  border-radius: var(--r-3);
  &[data-over] {
    border-color: var(--a-mark);
    box-shadow: 0 0 0 1px var(--a-mark);
  }
  &[data-active] {
    opacity: 0.5;
  }
  & h2 {
    font-size: 1rem;
    overflow-wrap: anywhere;
  }
  & p {
    font-size: 0.8125rem;
    color: var(--a-muted);
    margin-top: 0.15rem;
    overflow-wrap: anywhere;
  }
  @media (max-width: 639px) {
    grid-template-columns: auto min(var(--picture), 5.5rem) minmax(0, 1fr);
    padding-right: 0.75rem;
  }
`;

export const rowActions = css`
  display: flex;
  gap: 0.5rem;
  align-items: center;
  @media (max-width: 639px) {
    grid-column: 1 / -1;
  }
`;

export const grip = css`
  display: inline-grid;
  place-items: center;
  width: var(--h);
  height: var(--h);
  border-radius: var(--r-2);
  color: var(--a-muted);
  cursor: grab;
  touch-action: none;
  &:hover {
    background: var(--a-hover);
  }
  & svg.lucide {
    width: 1.125rem;
    height: 1.125rem;
  }
`;

export const check = css`
  display: inline-flex;
  align-items: center;
  gap: 0.6rem;
  min-height: var(--h);
  font-size: 0.875rem;
  font-weight: 500;
  & input {
    width: 1.15rem;
    height: 1.15rem;
    accent-color: var(--a-mark);
  }
`;
