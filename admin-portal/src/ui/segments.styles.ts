import { css } from '@emotion/react';

export const group = css`
  display: flex;
  gap: 2px;
  padding: 3px;
  border-radius: var(--r-3);
  background: var(--a-canvas);
  border: 1px solid var(--a-border);
  overflow-x: auto;
  width: fit-content;
  max-width: 100%;
  scrollbar-width: none;
  & button {
    flex: none;
    min-height: calc(var(--h) - 6px);
    padding: 0 0.8rem;
    border-radius: 7px;
    font-size: 0.8125rem;
    font-weight: 500;
    color: var(--a-muted);
    white-space: nowrap;
  }
  & button span {
    color: var(--a-faint);
    margin-left: 0.3em;
    font-variant-numeric: tabular-nums;
  }
  & button:hover {
    color: var(--a-fg);
  }
  & button[aria-pressed='true'] {
    background: var(--a-surface);
    color: var(--a-fg);
    box-shadow:
      0 0 0 1px var(--a-border),
      var(--a-shadow);
  }
  & button:focus-visible {
    outline-offset: -2px;
  }
  @media (pointer: coarse), (max-width: 899px) {
    & button {
      min-height: 2.75rem;
    }
  }
`;

export const full = css`
  width: auto;
  & button {
    flex: 1 0 auto;
    padding-inline: 0.6rem;
  }
`;
