import { css } from '@emotion/react';

export const page = css`
  display: flex;
  flex-direction: column;
  height: 100%;
  overflow: hidden;
`;

export const head = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.75rem;
  padding: 1.25rem clamp(1.25rem, 3vw, 2.75rem);
  border-bottom: 1px solid var(--a-border);
  & > div:first-of-type {
    flex: 1 1 18rem;
  }
  /* The page gives it the focus; it is no control. */
  & h2:focus {
    outline: none;
  }
  & svg {
    width: 1rem;
    height: 1rem;
  }
`;

export const searchBox = css`
  flex: 0 1 20rem;
  min-width: min(16rem, 100%);
`;

export const list = css`
  flex: 1;
  overflow: auto;
  font-size: 0.875rem;
  & > li {
    display: flex;
    align-items: flex-start;
    gap: 0.75rem;
    padding: 0.875rem clamp(1.25rem, 3vw, 2.75rem);
    border-bottom: 1px solid var(--a-border);
    content-visibility: auto;
    contain-intrinsic-size: auto 6rem;
  }
  & > li > label {
    display: flex;
    align-items: flex-start;
    gap: 0.75rem;
    flex: 1;
    min-width: 0;
    cursor: pointer;
  }
  & > li > label > span {
    min-width: 0;
  }
  & input {
    flex: none;
    width: 1.25rem;
    height: 1.25rem;
    accent-color: var(--a-primary);
  }
  & strong {
    font-weight: 500;
    font-size: 0.9375rem;
    overflow-wrap: anywhere;
  }
  & small {
    display: block;
    font-size: 0.8125rem;
    color: var(--a-muted);
    overflow-wrap: anywhere;
  }
`;

export const oneLineOfText = css`
  display: -webkit-box;
  -webkit-line-clamp: 1;
  -webkit-box-orient: vertical;
  overflow: hidden;
`;
