import { css } from '@emotion/react';

export const stickyTop = css`
  position: sticky;
  top: 0;
  z-index: 1;
  background: var(--a-surface);
  @media (max-width: 899px) {
    top: 3.5rem;
  }
  /* A phone whose keyboard is open has no room for it: what has the focus must be visible. */
  @media (max-height: 520px) {
    position: static;
  }
`;

export const bar = css`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 1rem;
  padding: 0.75rem clamp(1.25rem, 3vw, 2.75rem);
  border-bottom: 1px solid var(--a-border);
  @media (max-width: 899px) {
    flex-wrap: wrap;
  }
`;

export const backButton = css`
  @media (min-width: 900px) {
    display: none;
  }
`;

export const body = css`
  padding: clamp(1.5rem, 3vw, 2.5rem) clamp(1.25rem, 3vw, 2.75rem) 3rem;
  max-width: 50rem;
  & > h2 {
    font: 400 2.25rem/1.1 var(--font-display);
    font-variation-settings: var(--opsz-h2);
    letter-spacing: -0.012em;
    margin-top: 0.35rem;
    overflow-wrap: anywhere;
    outline: none;
  }
`;

export const message = css`
  font-size: 1.0625rem;
  line-height: 1.65;
  margin-top: 0.5rem;
  max-width: 40rem;
  white-space: pre-line;
  overflow-wrap: anywhere;
`;

export const calendarLink = css`
  display: flex;
  flex-wrap: wrap;
  gap: 0 1.5rem;
  margin-bottom: 1.5rem;
  & a {
    display: inline-flex;
    align-items: center;
    min-height: 2rem;
    @media (pointer: coarse), (max-width: 899px) {
      min-height: 2.75rem;
    }
  }
`;

export const historyList = css`
  margin-top: 0.5rem;
  font-size: 0.875rem;
  & li {
    padding: 0.35rem 0;
  }
`;
