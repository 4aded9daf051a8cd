import { css } from '@emotion/react';

export const body = css`
  display: grid;
  gap: 2rem;
  max-width: 56rem;
  padding: clamp(1.25rem, 3vw, 2.5rem) clamp(1.25rem, 3vw, 2.75rem) 3rem;
  & section > h3 {
    font-size: 1rem;
  }
`;

export const backButton = css`
  justify-self: start;
  @media (min-width: 900px) {
    display: none;
  }
`;

export const head = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0.75rem;
  & > h2 {
    font: 400 2.25rem/1.1 var(--font-display);
    font-variation-settings: var(--opsz-h2);
    letter-spacing: -0.012em;
    overflow-wrap: anywhere;
    outline: none;
  }
`;

export const facts = css`
  display: grid;
  grid-template-columns: max-content minmax(0, 1fr);
  align-items: baseline;
  gap: 0.375rem 1.5rem;
  font-size: 0.9375rem;
  & dt {
    color: var(--a-muted);
  }
  & dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
  & dd > * {
    margin-right: 1rem;
  }
`;

export const buttons = css`
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem;
`;

export const box = css`
  display: grid;
  gap: 0.75rem;
  padding: 1rem 1.25rem;
  border: 1px solid var(--a-border);
  border-radius: var(--r-3);
  background: var(--a-sunken);
`;

export const form = css`
  display: grid;
  gap: 0.75rem;
  margin-top: 0.75rem;
`;

export const fieldRow = css`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(11rem, 100%), 1fr));
  align-items: start;
  gap: 0.75rem;
`;

export const task = css`
  display: flex;
  align-items: center;
  gap: 0.6rem;
  min-height: 2.75rem;
  cursor: pointer;
  overflow-wrap: anywhere;
  & > input {
    flex: none;
    width: 1.125rem;
    height: 1.125rem;
    accent-color: var(--a-focus);
  }
  &[data-done] > span {
    color: var(--a-muted);
    text-decoration: line-through;
  }
`;

export const itemButtons = css`
  display: flex;
  align-self: start;
`;

export const timeline = css`
  margin-top: 0.75rem;
  & > li {
    display: grid;
    grid-template-columns: 1.125rem minmax(0, 1fr) auto;
    gap: 0.25rem 0.75rem;
    padding: 0.75rem 0;
    border-top: 1px solid var(--a-border);
    font-size: 0.875rem;
  }
  & > li > svg {
    margin-top: 0.15rem;
    color: var(--a-muted);
  }
  & p {
    white-space: pre-line;
    overflow-wrap: anywhere;
  }
  & img {
    max-width: min(20rem, 100%);
    height: auto;
    margin-top: 0.5rem;
    border-radius: var(--r-2);
  }
`;
