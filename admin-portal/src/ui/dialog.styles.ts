import { css, keyframes } from '@emotion/react';

const rise = keyframes`from { opacity: 0; transform: translateY(10px); }`;

const fade = keyframes`from { opacity: 0; }`;

export const frame = css`
  width: calc(100% - 2.5rem);
  max-width: 30rem;
  max-height: calc(100dvh - 2.5rem);
  margin: auto;
  padding: 0;
  border: 0;
  overflow: hidden;
  flex-direction: column;
  background: var(--a-surface);
  color: var(--a-fg);
  border-radius: var(--r-4);
  box-shadow: var(--shadow-3);
  animation: ${rise} var(--t-2) var(--ease-out);
  &[open] {
    display: flex;
  }
  &::backdrop {
    background: var(--a-scrim);
    animation: ${fade} var(--t-2);
  }
  @media (max-width: 639px) {
    width: 100%;
    max-width: none;
    max-height: 94dvh;
    margin: auto 0 0;
    border-radius: var(--r-4) var(--r-4) 0 0;
  }
  @media print {
    visibility: visible;
    position: absolute;
    max-height: none;
    margin: 0;
    overflow: visible;
    box-shadow: none;
    animation: none;
    &::backdrop {
      display: none;
    }
  }
`;

export const wide = css`
  @media (min-width: 640px) {
    max-width: 56rem;
  }
`;

export const head = css`
  display: flex;
  align-items: center;
  justify-content: space-between;
  padding: 1rem 1rem 1rem 1.75rem;
  border-bottom: 1px solid var(--a-border);
  @media (max-width: 639px) {
    padding-left: 1.25rem;
  }
`;

/** The scrolling middle of a dialog. */
export const modalBody = css`
  padding: 1.5rem 1.75rem;
  overflow: auto;
  @media (max-width: 639px) {
    padding-inline: 1.25rem;
  }
`;

/** The row of actions at the foot of a dialog. */
export const modalFoot = css`
  display: flex;
  align-items: center;
  justify-content: flex-end;
  gap: 0.625rem;
  padding: 1rem 1.75rem;
  border-top: 1px solid var(--a-border);
  background: var(--a-sunken);
  @media (max-width: 639px) {
    padding-inline: 1.25rem;
    & > button {
      flex: 1;
    }
  }
`;
